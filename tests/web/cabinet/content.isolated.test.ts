import { beforeEach, expect, test, vi } from 'vitest';
import { content } from '../../../web/pages/cabinet/content.ts';
import { ApiProblem } from '../../../web/session/api-client.ts';
import type { ApiRequest } from '../../../web/session/transport.ts';

const send = vi.fn<(request: ApiRequest) => Promise<Response>>();
vi.mock('../../../web/session/page-session.ts', () => ({ session: () => ({ api: { send } }) }));
beforeEach(() => send.mockReset());

const asked = () => send.mock.calls.map(([{ path }]) => path);

test('where the clock is so wrong that the server refuses the day, the dashboard is that of the server’s day', async () => {
  const errors = [{ field: 'day', code: 'invalid' as const, message: '' }];
  send.mockRejectedValueOnce(new ApiProblem(400, { code: 'invalid_fields', errors }));
  send.mockResolvedValueOnce(Response.json({ streakDays: 3 }));
  expect(await content.dashboard('2031-01-01')).toEqual({ streakDays: 3 });
  expect(asked()).toEqual(['/v1/dashboard/?day=2031-01-01', '/v1/dashboard/']);
});

test('no other refusal is asked about twice', async () => {
  send.mockRejectedValueOnce(new ApiProblem(403, { code: 'no_access' }));
  await expect(content.dashboard('2026-11-21')).rejects.toMatchObject({ code: 'no_access' });
  expect(asked()).toHaveLength(1);
});
