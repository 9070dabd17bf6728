import { describe, expect, it, vi } from 'vitest';
import { loadHosts } from '../../../scripts/build/load-site.ts';
import { apiBase } from '../../../web/session/transport.ts';

const hosts = {
  'wellbeing.example': '',
  'app.wellbeing.example': 'https://api.wellbeing.example',
};

describe("section 7: the API's host is chosen by the site's own hostname", () => {
  it.each(['localhost', '127.0.0.1', '[::1]'])('at %s it is the site itself, whatever is configured', (hostname) => {
    expect(apiBase(hostname, {})).toBe('');
  });

  it('else it is what the configuration says', () => {
    expect(apiBase('wellbeing.example', hosts)).toBe('');
    expect(apiBase('app.wellbeing.example', hosts)).toBe('https://api.wellbeing.example');
  });

  it.each(['evil.example', 'constructor', '__proto__', ''])(
    'section 8: an unknown hostname, %j, raises an exception that the console shows too',
    (hostname) => {
      const reported = vi.fn();
      vi.stubGlobal('reportError', reported);
      const message = /No API is known for .*content\/hosts\.yaml/;
      expect(() => apiBase(hostname, hosts)).toThrow(message);
      expect(reported).toHaveBeenCalledWith(expect.objectContaining({ message: expect.stringMatching(message) }));
      vi.unstubAllGlobals();
    },
  );
});

it('the hosts of this site are as their schema says', () => {
  expect(Object.values(loadHosts()).length).toBeGreaterThan(0);
});
