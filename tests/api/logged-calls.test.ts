import { describe, expect, test } from 'vitest';
import { metricsToken } from '../harness/app.ts';
import { startSampleCalls } from './sample-calls.ts';

const sample = startSampleCalls();

/** The id of the answer to a request that brings this one. */
async function idAfter(given: string) {
  return (await sample.call('/users/me/', { headers: { 'x-request-id': given } })).headers['x-request-id'];
}

describe('a request', () => {
  test('keeps the id that it brings, if that is a harmless one', async () => {
    expect(await idAfter('proxy-1234:5')).toBe('proxy-1234:5');
    expect(await idAfter('short')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await idAfter('"><script>alert(1)')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('is one line in the log, by its pattern: no token, no query', async () => {
    await sample.call('/auth/verify/7/one-time-token/?email=a@b.co', {
      method: 'POST',
      headers: { 'x-request-id': 'abcdefgh' },
    });
    await expect.poll(() => sample.app.requests.length).toBe(1);
    const { context } = sample.app.requests[0]!;
    expect(context).toEqual({
      method: 'POST',
      route: '/v1/auth/verify/{userId}/{token}/',
      status: 503,
      milliseconds: expect.any(Number),
      requestId: 'abcdefgh',
      userId: null,
    });
  });

  test('is counted in the metrics by route, method and status', async () => {
    await sample.call('/users/me/', { headers: { authorization: 'Bearer good' } });
    const line = 'http_request_duration_seconds_count{route="/v1/users/me/",method="GET",status="200"} 1';
    const headers = { authorization: `Bearer ${metricsToken}` };
    await expect.poll(async () => (await sample.app.ask('/api/metrics/', { headers })).text).toContain(line);
  });
});
