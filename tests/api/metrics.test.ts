import { afterEach, describe, expect, test } from 'vitest';
import { runApp, type RunningApp } from '../harness/app.ts';

let app: RunningApp | undefined;
afterEach(() => app?.close());

describe('the metrics', () => {
  test('need the token', async () => {
    app = await runApp({ metricsToken: 'a'.repeat(20) });
    const status = async (token: string) =>
      (await app!.ask('/api/metrics/', { headers: { authorization: `Bearer ${token}` } })).status;
    expect([await status('a'.repeat(20)), await status('a'.repeat(19)), await status('')]).toEqual([200, 401, 401]);
  });

  test('are not there for anybody without a token, this machine neither', async () => {
    app = await runApp({ metricsToken: null });
    expect((await app.ask('/api/metrics/')).status).toBe(404);
  });
});
