import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { pageSourcesOf } from '../../api/analytics/endpoints.ts';
import { readConfig } from '../../api/platform/config/config.ts';
import { loadSite } from '../../api/platform/site/load.ts';
import { runApp, type RunningApp } from '../harness/app.ts';
import { makeSmallSite } from '../harness/small-site.ts';

let app: RunningApp | undefined;
afterEach(() => app?.close());

const google = { GOOGLE_ANALYTICS_ID: 'G-AB12CD34EF' };
const others = { YANDEX_METRICA_ID: '1', META_PIXEL_ID: '1234567890', PIXEL_UTM_SOURCE: 'meta' };

async function runWith(environment: Record<string, string>): Promise<RunningApp> {
  await app?.close();
  const { analytics } = readConfig(environment);
  const { consent } = analytics;
  app = await runApp({ site: await loadSite(makeSmallSite(), { sources: pageSourcesOf(analytics), consent }) });
  return app;
}

async function policyOf(path: string, environment: Record<string, string>): Promise<string> {
  return String((await (await runWith(environment)).ask(path)).headers['content-security-policy']);
}

test('a page may load the services that are in use, and no other', async () => {
  expect(await policyOf('/login', {})).not.toMatch(/google|yandex|facebook/);
  const policy = await policyOf('/login', google);
  expect(policy).toContain("script-src 'self'");
  expect(policy).toMatch(/script-src [^;]*https:\/\/\*\.googletagmanager\.com/);
  expect(policy).toMatch(/connect-src [^;]*https:\/\/\*\.google-analytics\.com/);
  expect(policy).not.toMatch(/yandex|facebook|unsafe/);
  const all = await policyOf('/login', { ...google, ...others });
  expect(all).toMatch(/script-src [^;]*https:\/\/mc\.yandex\.ru [^;]*https:\/\/connect\.facebook\.net/);
  expect(all).toMatch(/img-src [^;]*https:\/\/www\.facebook\.com/);
});

test('a page whose address is a secret, one that is not there, a file and data may load none', async () => {
  for (const path of ['/reset-password/7/token', '/reset-password/7', '/assets/main-1a2b3c.js', '/api/health/live/'])
    expect(await policyOf(path, { ...google, ...others }), path).not.toMatch(/google|yandex|facebook/);
});

const decompress = { br: brotliDecompressSync, gzip: gunzipSync, identity: (body: Buffer) => body };

test.each(['br', 'gzip', 'identity'] as const)(
  'services that are switched on, and another way to ask for consent, are a new build for the worker in %s',
  async (encoding) => {
    const workerWith = async (environment: Record<string, string>) => {
      const running = await runWith(environment);
      const { headers, body } = await running.ask('/sw.js', { headers: { 'accept-encoding': encoding } });
      expect(headers['content-encoding'] ?? 'identity').toBe(encoding);
      return decompress[encoding](body).toString();
    };
    const before = await workerWith({});
    expect(before).toMatch(/^self\.shell=\{"version":"[\w-]{8}-1a2b3c4d"\};$/);
    expect(await workerWith({})).toBe(before);
    const on = await workerWith(google);
    const unasked = await workerWith({ ...google, CONSENT: 'none' });
    expect(new Set([before, on, unasked]).size).toBe(3);
  },
);
