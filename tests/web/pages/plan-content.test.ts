import { afterEach, describe, expect, test, vi } from 'vitest';
import { loadPlanContent } from '../../../web/pages/plan/plan-content.ts';

const content = { sessions: { 'deep-sleep': [{ title: 'Sinking slowly', minutes: 22, voice: 'Waves' }] } };

function stubFetch(answer: () => Promise<Response>) {
  const fetched = vi.fn(answer);
  vi.stubGlobal('fetch', fetched);
  return fetched;
}
afterEach(() => vi.unstubAllGlobals());

describe('the content of the plan', () => {
  test('comes from the file of their language', async () => {
    const fetched = stubFetch(async () => Response.json(content));
    expect(await loadPlanContent('es')).toEqual(content);
    expect(fetched).toHaveBeenCalledWith('/plan-sessions.es.json', expect.anything());
  });

  test.each([
    ['the server has none', async () => new Response('Not found', { status: 404 })],
    ['the network is down', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['the answer is not JSON', async () => new Response('<html>')],
  ])('is empty where %s, and the plan does without', async (_case, answer) => {
    stubFetch(answer);
    expect(await loadPlanContent('en')).toEqual({ sessions: {} });
  });

  test('is empty in a language that the site does not speak, without a request', async () => {
    const fetched = stubFetch(async () => Response.json(content));
    expect(await loadPlanContent('fr')).toEqual({ sessions: {} });
    expect(fetched).not.toHaveBeenCalled();
  });
});
