import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { content } from '../../../web/pages/cabinet/content.ts';
import { ApiProblem } from '../../../web/session/api-client.ts';
import type { ApiRequest } from '../../../web/session/transport.ts';

const send = vi.fn<(request: ApiRequest) => Promise<Response>>();
vi.mock('../../../web/session/page-session.ts', () => ({ session: () => ({ api: { send } }) }));
beforeEach(() => send.mockReset());

const asked = () => send.mock.calls.map(([{ path }]) => path);

const refusal = (...fields: readonly string[]) => {
  const errors = fields.map((field) => ({ field, code: 'invalid' as const, message: '' }));
  return new ApiProblem(400, { code: 'invalid_fields', errors });
};

beforeAll(() => vi.stubEnv('TZ', 'America/New_York'));
afterAll(() => vi.unstubAllEnvs());

test('the dashboard is asked for with the listener’s day and time zone', async () => {
  send.mockResolvedValueOnce(Response.json({ streakDays: 3 }));
  expect(await content.dashboard('2026-11-21')).toEqual({ streakDays: 3 });
  expect(asked()).toEqual(['/v1/dashboard/?day=2026-11-21&timeZone=America%2FNew_York']);
});

test.each([
  ['the clock is so wrong that the server refuses the day', ['day'], '?timeZone=America%2FNew_York'],
  ['the server doesn’t know the time zone', ['timeZone'], '?day=2031-01-01'],
  ['the server refuses both', ['day', 'timeZone'], ''],
])('where %s, the dashboard is asked for without', async (_, fields, query) => {
  send.mockRejectedValueOnce(refusal(...fields));
  send.mockResolvedValueOnce(Response.json({ streakDays: 3 }));
  expect(await content.dashboard('2031-01-01')).toEqual({ streakDays: 3 });
  expect(asked().at(-1)).toBe(`/v1/dashboard/${query}`);
});

test('no other refusal is asked about twice', async () => {
  for (const problem of [new ApiProblem(403, { code: 'no_access' }), refusal('play')]) {
    send.mockReset().mockRejectedValueOnce(problem);
    await expect(content.dashboard('2026-11-21')).rejects.toBe(problem);
    expect(asked()).toHaveLength(1);
  }
});
