import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { audioKey, cacheNames, storedAtHeader, languageHeader } from '../../../web/session/offline-caches.ts';
import { answer, contentKey, updateProgress, listKey } from '../../../web/worker/answers.ts';
import { fakeCaches } from './fake-caches.ts';

const tokenOf = (sub: string) => `Bearer e30.${btoa(JSON.stringify({ sub })).replaceAll('=', '')}.x`;
let caches: ReturnType<typeof fakeCaches>;
let kept: Promise<unknown>[];

beforeEach(() => {
  kept = [];
  caches = fakeCaches();
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('assets', '/assets/');
});
afterEach(() => vi.unstubAllGlobals());

async function ask(path: string, { by = 'ana', language = 'en' } = {}): Promise<Response> {
  const headers = { Authorization: tokenOf(by), 'Accept-Language': language };
  const response = await answer(new Request(`https://example.com${path}`, { headers }), (work) => void kept.push(work));
  await Promise.all(kept);
  return response;
}

/** What the server answers from now on; null where there is no line. */
function serve(reply: object | null, status = 200): void {
  vi.stubGlobal('fetch', async () => {
    if (reply === null) throw new TypeError('Failed to fetch');
    return Response.json(reply, { status });
  });
}

async function keepAudio(id: string, language = 'en'): Promise<void> {
  const cache = await caches.open(cacheNames.audio('ana'));
  await cache.put(audioKey(id), new Response('sound', { headers: { [languageHeader]: language } }));
}

async function keepEach(answers: Readonly<Record<string, object>>): Promise<void> {
  for (const [path, reply] of Object.entries(answers)) {
    serve(reply);
    await ask(path);
  }
  serve(null);
}

describe('while offline', () => {
  test('the list begins with the sessions that can be played, as far as the listener is in them', async () => {
    const bells = { id: 'bells', positionSeconds: 30 };
    await keepEach({ [listKey]: { items: [{ id: 'tide' }] }, [contentKey('bells')]: bells });
    await keepAudio('bells');
    await keepAudio('agua', 'es');
    const progress = { status: 'in_progress', startedAt: 'now', finishedAt: null } as const;
    await updateProgress('ana', { id: 'bells', positionSeconds: 73, ...progress });
    const response = await ask(listKey);
    expect(response.headers.has(storedAtHeader)).toBe(true);
    expect(await response.json()).toEqual({
      items: [{ id: 'bells', positionSeconds: 73, ...progress }, { id: 'tide' }],
    });
    expect(await (await ask(listKey, { language: 'es' })).json()).toEqual({ items: [{ id: 'tide' }] });
  });

  test('a session is there only where its sound is', async () => {
    await keepEach({ [contentKey('tide')]: { id: 'tide' } });
    await expect(ask(contentKey('tide'))).rejects.toThrow('Failed to fetch');
    await keepAudio('tide');
    expect(await (await ask(contentKey('tide'))).json()).toEqual({ id: 'tide' });
  });

  test('no user gets what was answered to another one', async () => {
    await keepEach({ [listKey]: { items: [{ id: 'tide' }] } });
    await expect(ask(listKey, { by: 'ben' })).rejects.toThrow('Failed to fetch');
  });
});

test('what the server refuses is neither hidden nor kept', async () => {
  await keepEach({ [listKey]: { items: [] } });
  serve({ code: 'no_access' }, 403);
  expect((await ask(listKey)).status).toBe(403);
  serve(null);
  expect(await (await ask(listKey)).json()).toEqual({ items: [] });
});

test('a browser whose storage is damaged gets what the server says', async () => {
  vi.stubGlobal('caches', { keys: broken, has: broken, open: broken, match: broken });
  vi.useFakeTimers();
  let arrive!: (response: Response) => void;
  const late = new Promise<Response>((resolve) => {
    arrive = resolve;
  });
  vi.stubGlobal('fetch', () => late);
  const asked = ask(listKey);
  await vi.advanceTimersByTimeAsync(5_000);
  arrive(Response.json({ items: [] }));
  expect(await (await asked).json()).toEqual({ items: [] });
  vi.useRealTimers();
});

const broken = async () => {
  throw new DOMException('Unexpected internal error.', 'UnknownError');
};
