import { expect, onTestFinished, test } from 'vitest';
import { createAnalyticsEndpoints } from '../../api/analytics/endpoints.ts';
import { readConfig } from '../../api/platform/config/config.ts';
import { runApp } from '../harness/app.ts';

async function ask(environment: Record<string, string>): Promise<unknown> {
  const endpoints = createAnalyticsEndpoints(readConfig(environment).analytics);
  const app = await runApp({ endpoints });
  onTestFinished(() => app.close());
  return JSON.parse((await app.ask('/api/v1/analytics/')).text) as unknown;
}

test('browsers learn which services are in use, and no token', async () => {
  expect(await ask({})).toEqual({ consent: 'ask' });
  const token = 'a-secret-of-many-characters';
  const environment = {
    YANDEX_METRICA_ID: '12345678',
    YANDEX_METRICA_TOKEN: token,
    GOOGLE_ANALYTICS_ID: 'G-AB12CD34EF',
    GOOGLE_ANALYTICS_SECRET: token,
    META_PIXEL_ID: '1234567890',
    META_PIXEL_TOKEN: token,
    PIXEL_UTM_SOURCE: 'meta',
    CONSENT: 'none',
  };
  expect(await ask(environment)).toEqual({
    consent: 'none',
    yandexMetrica: { id: 12_345_678, serverSide: true },
    googleAnalytics: { id: 'G-AB12CD34EF' },
    metaPixel: { id: '1234567890', utmSource: 'meta' },
  });
});
