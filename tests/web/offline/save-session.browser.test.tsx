import { beforeEach, expect, test, vi } from 'vitest';
import { cacheNames } from '../../../web/session/offline-caches.ts';
import { withResolvers } from '../../harness/with-resolvers.ts';

let locale: 'en' | 'es' = 'en';
let userId = 'ada';
vi.mock('../../../web/session/cookies.ts', () => ({ pageLocale: () => locale }));
vi.mock('../../../web/session/page-session.ts', () => ({
  session: () => ({ user: () => ({ id: userId }), onChange: () => undefined }),
}));
vi.mock('../../../web/pages/cabinet/offline/connect-worker.ts', () => ({
  overview: [],
  cacheAnswers: () => undefined,
}));
vi.mock('../../../web/pages/cabinet/content.ts', () => ({
  content: { one: async (id: string) => ({ id, audioUrl: `/audio/${id}/${locale}` }) },
  addressOf: (path: string) => path,
}));

/** The page in two tabs. */
const here = await import('../../../web/pages/cabinet/offline/save-session.ts');
// @ts-expect-error -- the same file, loaded once more
const there = (await import('../../../web/pages/cabinet/offline/save-session.ts?there')) as typeof here;
const { savedFiles } = await import('../../../web/pages/cabinet/offline/saved.ts');
const { chooseSession, removeSession, resumeChosen, saveSession } = here;

const files = () => savedFiles(userId, locale);
const kept = async () => (await files().read()).sessions.map(({ id }) => id).toSorted();

/** The server, which answers when the test says so, unless nobody waits any more. */
let asked: string[];
let answer: () => void;
let respond: (url: string) => Response;
beforeEach(async () => {
  [locale, userId] = ['en', 'ada'];
  for (const each of ['ada', 'eva']) await caches.delete(cacheNames.audio(each));
  asked = [];
  respond = () => new Response('sound');
  const ready = withResolvers();
  answer = ready.resolve;
  vi.spyOn(window, 'fetch').mockImplementation(async (request, init) => {
    const url = request as string;
    asked.push(url);
    await Promise.race([ready.promise, new Promise((_, reject) => init!.signal!.addEventListener('abort', reject))]);
    return respond(url);
  });
});

const noRoom = () => {
  throw new DOMException('no room', 'QuotaExceededError');
};

for (const [tab, { removeSession: takeBack }] of Object.entries({ 'the same tab': here, 'another tab': there })) {
  test(`what is taken back on its way, in ${tab}, is not fetched to its end, and not kept`, async () => {
    const choosing = chooseSession('calm');
    await expect.poll(() => asked).toEqual(['/audio/calm/en']);
    await takeBack('calm');
    await choosing; // the server hasn't answered
    expect(await files().read()).toEqual({ sessions: [], chosen: [] });
  });
}

test('what is taken back while it arrives is not kept', async () => {
  const choosing = chooseSession('calm');
  await expect.poll(() => asked).toHaveLength(1);
  await files().remove('calm');
  answer();
  await choosing;
  expect(await files().read()).toEqual({ sessions: [], chosen: [] });
});

test('what is chosen while it is being saved, since it was played, is chosen once it is here', async () => {
  const played = saveSession('calm');
  const choosing = chooseSession('calm');
  answer();
  await Promise.all([played, choosing]);
  expect(asked).toHaveLength(1);
  expect(await files().read()).toMatchObject({ sessions: [{ id: 'calm' }], chosen: ['calm'] });
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
  await expect.poll(() => asked).toEqual(['/audio/calm/en']);
  locale = 'es';
  answer();
  await choosing;
  expect(asked).toEqual(['/audio/calm/en', '/audio/calm/es']);
  expect(await files().read()).toMatchObject({ sessions: [{ id: 'calm' }], chosen: ['calm'] });
});

test('what there is no room for is chosen no more, and that is said', async () => {
  respond = noRoom;
  answer();
  await expect(chooseSession('calm')).rejects.toThrow('no_room');
  expect(await files().read()).toEqual({ sessions: [], chosen: [] });
});

test('a save is not held up by a browser that asks its user whether data may stay', async () => {
  vi.spyOn(navigator.storage, 'persisted').mockResolvedValue(false);
  vi.spyOn(navigator.storage, 'persist').mockReturnValue(new Promise(() => undefined));
  answer();
  await chooseSession('calm');
  expect(await kept()).toEqual(['calm']);
});

test('what waits to be resumed and is taken back meanwhile does not come', async () => {
  for (const id of ['a', 'b']) await files().choose(id);
  const resuming = resumeChosen();
  await expect.poll(() => asked).toHaveLength(1);
  await removeSession('b');
  answer();
  await resuming;
  expect(asked).toEqual(['/audio/a/en']);
  expect(await files().read()).toMatchObject({ sessions: [{ id: 'a' }], chosen: ['a'] });
});

test('what one user has chosen does not come for the next one', async () => {
  for (const id of ['a', 'b']) await files().choose(id);
  const resuming = resumeChosen();
  await expect.poll(() => asked).toHaveLength(1);
  userId = 'eva';
  answer();
  await resuming;
  expect(asked).toEqual(['/audio/a/en']);
  expect(await files().read()).toEqual({ sessions: [], chosen: [] });
});

test('two tabs that resume at once fetch each session once', async () => {
  for (const id of ['a', 'b']) await files().choose(id);
  const resuming = [here.resumeChosen(), there.resumeChosen()];
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  answer();
  await Promise.all(resuming);
  expect(asked.toSorted()).toEqual(['/audio/a/en', '/audio/b/en']);
  expect(await kept()).toEqual(['a', 'b']);
});

test('what resumes leaves those that were played', async () => {
  answer();
  for (const id of ['p1', 'p2', 'p3']) await saveSession(id);
  for (const id of ['c1', 'c2', 'c3']) await files().choose(id);
  await resumeChosen();
  expect(await kept()).toEqual(['c1', 'c2', 'c3', 'p1', 'p2', 'p3']);
});

test('what cannot be resumed stays chosen, with its audio in another language, and holds up none of the others', async () => {
  answer();
  for (const id of ['a', 'b']) await chooseSession(id);
  locale = 'es';
  respond = (url) => (url.includes('/a/') ? noRoom() : new Response('', { status: 404 }));
  await resumeChosen();
  expect(asked.slice(2)).toEqual(['/audio/a/es', '/audio/b/es']);
  expect(await files().read()).toEqual({ sessions: [], chosen: ['a', 'b'] });
  locale = 'en';
  expect(await kept()).toEqual(['a', 'b']);
});
