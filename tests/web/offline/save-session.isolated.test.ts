import { beforeEach, expect, test, vi } from 'vitest';
import { withResolvers } from '../../harness/with-resolvers.ts';
import { fakeCaches } from './fake-caches.ts';

let locale = 'en';
vi.mock('../../../web/session/cookies.ts', () => ({ pageLocale: () => locale }));
vi.mock('../../../web/session/page-session.ts', () => ({
  session: () => ({ user: () => ({ id: 'ada' }), onChange: () => undefined }),
}));
vi.mock('../../../web/pages/cabinet/offline/connect-worker.ts', () => ({
  overview: [],
  cacheAnswers: () => undefined,
}));
vi.mock('../../../web/pages/cabinet/content.ts', () => ({
  content: { one: async (id: string) => ({ id, audioUrl: `/audio/${id}/${locale}` }) },
  addressOf: (path: string) => path,
}));
vi.stubGlobal('window', new EventTarget());
vi.stubGlobal('navigator', { storage: { persisted: async () => true } });

const { chooseSession, removeSession, resumeChosen, saveSession } =
  await import('../../../web/pages/cabinet/offline/save-session.ts');
const { savedFiles } = await import('../../../web/pages/cabinet/offline/saved.ts');

const read = () => savedFiles('ada', locale).read();
const kept = async () => (await read()).sessions.map(({ id }) => id);

/** The server, which answers when the test says so, unless nobody waits any more. */
let asked: string[];
let answer: () => void;
beforeEach(() => {
  locale = 'en';
  asked = [];
  vi.stubGlobal('caches', fakeCaches());
  const ready = withResolvers();
  answer = ready.resolve;
  vi.stubGlobal('fetch', async (url: string, { signal }: { signal: AbortSignal }) => {
    asked.push(url);
    await Promise.race([ready.promise, new Promise((_, reject) => signal.addEventListener('abort', reject))]);
    return new Response('sound');
  });
});

test('what is taken back on its way is not fetched to its end, and not kept', async () => {
  const choosing = chooseSession('calm');
  await vi.waitFor(() => expect(asked).toEqual(['/audio/calm/en']));
  await removeSession('calm');
  await choosing;
  answer();
  await new Promise((resolve) => setTimeout(resolve));
  expect(await read()).toEqual({ sessions: [], chosen: [] });
});

test('what is chosen while it is being saved, since it was played, is chosen once it is here', async () => {
  const played = saveSession('calm');
  const choosing = chooseSession('calm');
  answer();
  await Promise.all([played, choosing]);
  expect(asked).toHaveLength(1);
  expect(await read()).toMatchObject({ sessions: [{ id: 'calm' }], chosen: ['calm'] });
});

test('in another language, what is chosen comes in that one', async () => {
  answer();
  await chooseSession('calm');
  locale = 'es';
  expect(await kept()).toEqual([]);
  await resumeChosen();
  expect(await kept()).toEqual(['calm']);
});

test('where the language changes meanwhile, it comes in the language that is spoken then', async () => {
  const choosing = chooseSession('calm');
  await vi.waitFor(() => expect(asked).toEqual(['/audio/calm/en']));
  locale = 'es';
  answer();
  await choosing;
  expect(asked).toEqual(['/audio/calm/en', '/audio/calm/es']);
  expect(await kept()).toEqual(['calm']);
});

test('what there is no room for any more is chosen no more', async () => {
  await savedFiles('ada', 'en').choose('calm');
  vi.stubGlobal('fetch', () => Promise.reject(Object.assign(new Error('no room'), { name: 'QuotaExceededError' })));
  await resumeChosen();
  expect((await read()).chosen).toEqual([]);
});
