import { afterEach, describe, expect, test } from 'vitest';
import { createMetrics } from '../../api/platform/metrics.ts';
import { prepareResponse } from '../../api/platform/site/prepared.ts';
import { runApp, type RunningApp } from '../harness/app.ts';

let app: RunningApp | undefined;
afterEach(() => app?.close());
const hang = () => new Promise<never>(() => undefined);

describe('the metrics', () => {
  test('need the token', async () => {
    app = await runApp({ metricsToken: 'a'.repeat(20) });
    const status = async (token: string) =>
      (await app!.ask('/api/metrics/', { headers: { authorization: `Bearer ${token}` } })).status;
    expect([await status('a'.repeat(20)), await status('a'.repeat(19)), await status('')]).toEqual([200, 401, 401]);
  });

  test.each(['/API/metrics/', '/api/Metrics', '/Api/METRICS/'])(
    'are nowhere but where a proxy denies them, so not at %s',
    async (path) => {
      app = await runApp({ metricsToken: 'a'.repeat(20) });
      const answer = await app.ask(path, { headers: { authorization: `Bearer ${'a'.repeat(20)}` } });
      expect(answer.status).toBe(404);
    },
  );

  test('count and time what the site answers: pages, its files, those of other builds, and what is missing', async () => {
    const file = prepareResponse(200, { 'Content-Type': 'text/css' }, { identity: Buffer.from('body{}') });
    const findFile = async (path: string) => (path === '/assets/of-before.css' ? file : undefined);
    app = await runApp({ metricsToken: 'a'.repeat(20), findFile });
    for (const path of ['/login', '/login', '/assets/main-1a2b3c.js', '/assets/of-before.css', '/', '/assets/no.css'])
      await app.ask(path);
    const read = async () =>
      (await app!.ask('/api/metrics/', { headers: { authorization: `Bearer ${'a'.repeat(20)}` } })).text;
    const counts = { page: [2, 200], file: [1, 200], shared: [1, 200], redirect: [1, 302], missing: [1, 404] };
    for (const [kind, [count, status]] of Object.entries(counts)) {
      await expect.poll(read).toContain(`site_responses_total{kind="${kind}",status="${status}"} ${count}\n`);
      expect(await read()).toContain(`site_response_duration_seconds_count{kind="${kind}"} ${count}\n`);
    }
  });

  test('wait two seconds at most for what they read from a database that hangs', async () => {
    const metrics = createMetrics();
    metrics.addGauge({ name: 'hangs', help: 'Hangs.', read: hang });
    metrics.addGauge({ name: 'hangs_by_kind', help: 'Hangs.', label: 'kind', read: hang });
    metrics.addGauge({ name: 'known', help: 'Known.', read: () => [{ value: 3 }] });
    const startedAt = performance.now();
    const { text } = await metrics.render();
    expect(performance.now() - startedAt).toBeLessThan(4_000);
    expect(text).toMatch(/^hangs nan\n[^]*^known 3$/im);
    expect(text).not.toContain('hangs_by_kind{');
  });

  test('are not there for anybody without a token, this machine neither', async () => {
    app = await runApp({ metricsToken: null });
    expect((await app.ask('/api/metrics/')).status).toBe(404);
  });
});
