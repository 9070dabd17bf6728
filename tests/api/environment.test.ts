import { describe, expect, test } from 'vitest';
import { warnOfCountries } from '../../api/payments/plan.ts';
import { requireKnownHost, warnOfOrigins } from '../../api/platform/site/environment.ts';
import { localPlans, plans } from '../harness/small-site.ts';

const hosts = {
  'example.com': '',
  'app.example.com': 'https://api.example.com',
  'api.example.com': 'https://api.example.com',
};

describe('a site that was built for some hosts', () => {
  test.each([
    null,
    'https://example.com',
    'https://example.com:8443',
    'https://EXAMPLE.com',
    'http://localhost:3000',
    'http://127.0.0.1:3000',
    'http://[::1]:3000',
  ])('is served at %s', (publicUrl) => {
    expect(() => requireKnownHost({ hosts }, publicUrl)).not.toThrow();
  });

  test.each(['https://www.example.com', 'https://192.0.2.1', 'https://constructor'])(
    'is not served at %s, where nobody could sign in',
    (publicUrl) => {
      const { hostname } = new URL(publicUrl);
      expect(() => requireKnownHost({ hosts }, publicUrl)).toThrow(
        `PUBLIC_URL is ${publicUrl}, but nobody could sign in there: the site was built without ${hostname}, so name it in ` +
          'content/hosts.yaml and build again: npm run build',
      );
    },
  );
});

describe('what an environment lacks for the built site', () => {
  test('is the origin of pages that call an API elsewhere', () => {
    const publicUrl = 'https://app.example.com';
    expect(warnOfOrigins({ hosts }, { publicUrl, corsOrigins: [] })).toContain(
      "CORS_ORIGINS doesn't name https://app.",
    );
    expect(warnOfOrigins({ hosts }, { publicUrl, corsOrigins: [publicUrl] })).toBeNull();
    for (const own of [null, 'https://example.com', 'https://api.example.com', 'http://localhost:3000'])
      expect(warnOfOrigins({ hosts }, { publicUrl: own, corsOrigins: [] })).toBeNull();
  });

  test('is the country of visitors whom local prices are for', () => {
    const production = { mode: 'production', countryHeader: null } as const;
    expect(warnOfCountries(localPlans, production)).toContain('COUNTRY_HEADER is not set');
    expect(warnOfCountries(localPlans, { ...production, countryHeader: 'cf-ipcountry' })).toBeNull();
    expect(warnOfCountries(localPlans, { ...production, mode: 'development' })).toBeNull();
    expect(warnOfCountries(plans, production)).toBeNull();
  });
});
