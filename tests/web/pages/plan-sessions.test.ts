import { afterEach, describe, expect, test, vi } from 'vitest';
import { loadPlanSessions } from '../../../web/pages/plan/plan-sessions.ts';

const sessions = { 'deep-sleep': [{ title: 'Sinking slowly', minutes: 22, voice: 'Waves' }] };

function stubFetch(answer: () => Promise<Response>) {
  const fetched = vi.fn(answer);
  vi.stubGlobal('fetch', fetched);
  return fetched;
}
afterEach(() => vi.unstubAllGlobals());

describe('the sessions of the plan', () => {
  test('come from the file of their language', async () => {
    const fetched = stubFetch(async () => Response.json(sessions));
    expect(await loadPlanSessions('es')).toEqual(sessions);
    expect(fetched).toHaveBeenCalledWith('/plan-sessions.es.json', expect.anything());
  });

  test.each([
    ['the server has none', async () => new Response('Not found', { status: 404 })],
    ['the network is down', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['the answer is not JSON', async () => new Response('<html>')],
  ])('are none where %s, and the plan does without', async (_case, answer) => {
    stubFetch(answer);
    expect(await loadPlanSessions('en')).toEqual({});
  });

  test('are none in a language that the site does not speak, without a request', async () => {
    const fetched = stubFetch(async () => Response.json(sessions));
    expect(await loadPlanSessions('fr')).toEqual({});
    expect(fetched).not.toHaveBeenCalled();
  });
});
