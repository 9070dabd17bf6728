import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Site } from '../../../web/site.ts';
import { buildFunnel, withWords } from '../../engine/run/build-funnel.ts';
import { stubCookies, stubLocalStorage, stubTabStorage, type CookieJar } from './browser.ts';
import { json, problem, user } from './fake-session.ts';

const options = ['calm', 'joy'];
const funnel = buildFunnel({
  steps: [
    { id: 'wish', type: 'single_choice', field: 'wish', options },
    { id: 'end', type: 'info' },
  ],
});
const site = {
  hosts: {},
  funnels: [
    {
      id: funnel.id,
      path: funnel.path,
      storageKey: funnel.storageKey,
      data: { en: '/quiz.json', es: '/quiz.json' },
      rare: true,
    },
  ],
} as unknown as Site;
const tokens = { accessToken: 'a1', refreshToken: 'r1' };
const quiz = { wizardTest: '{"wish":"joy"}', lastQuiz: '{"funnel":"test","input":{}}' };
const finishQuiz = () => Object.entries(quiz).forEach(([key, value]) => stored.set(key, value));
const agreements = { terms: true, privacy: true, cancelAnytime: true } as const;
const form = { email: 'ana@example.com', password: 'sleep5', agreements };

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly body: unknown;
}

let jar: CookieJar;
let tab: Map<string, string>;
let stored: Map<string, string>;
let sent: Sent[];
let answer: (request: Sent) => Response;
/** Hears `online`. */
let connected: EventTarget;

beforeEach(() => {
  vi.resetModules(); // the session of a page lives as long as its modules
  jar = stubCookies();
  tab = stubTabStorage();
  stored = stubLocalStorage();
  connected = new EventTarget();
  sent = [];
  answer = () => json(user());
  vi.stubGlobal('location', { protocol: 'http:', hostname: 'localhost' });
  vi.stubGlobal('window', { addEventListener: () => undefined });
  vi.stubGlobal('BroadcastChannel', undefined);
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('addEventListener', connected.addEventListener.bind(connected));
  Object.assign(document, { getElementById: () => ({ textContent: JSON.stringify(site) }) });
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    if (url === '/quiz.json') return json(withWords(funnel));
    const request = { method, url, body: typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined };
    sent.push(request);
    return answer(request);
  });
});
afterEach(() => vi.unstubAllGlobals());

const open = async () => (await import('../../../web/session/account.ts')).account;
const signUp = async () => (await import('../../../web/session/sign-up.ts')).signUp(form);
const signUpAs = async (id: string) => {
  const before = answer;
  answer = () => json({ ...tokens, user: user({ id }), visit: 'stored' }, 201);
  await signUp();
  answer = before;
};
const found = async (userId?: string) =>
  (await import('../../../web/quiz/finished-visit.ts')).loadFinishedVisit(site, 'en', userId);
const current = async () => (await import('../../../web/session/page-session.ts')).session();
const signUpBody = () => sent.find(({ url }) => url === '/api/v1/auth/signup/')?.body;
const logIn = () => {
  jar.values.set('authToken', 'a1');
  jar.values.set('refreshToken', 'r1');
};

describe('signing up', () => {
  beforeEach(() => {
    answer = () => json({ ...tokens, user: user({ accessTo: null }), visit: 'stored' }, 201);
  });

  it('takes the finished quiz, the promo data and the language along, and logs in', async () => {
    stored.set('wizardTest', '{"wish":"joy"}');
    stored.set('lastQuiz', '{"funnel":"test","input":{"stepsLimit":2,"query":{"name":"Ana"}}}');
    stored.set('promoData', '{"utm_source":"spring"}');
    document.documentElement.lang = 'es';
    await signUp();
    expect(signUpBody()).toEqual({
      ...form,
      language: 'es',
      promo: { utm_source: 'spring' },
      visit: {
        funnel: 'test',
        version: funnel.version,
        answers: { wish: 'joy' },
        input: { stepsLimit: 2, query: { name: 'Ana' } },
      },
    });
    expect(jar.tokens).toEqual({ authToken: 'a1', refreshToken: 'r1' });
    expect((await current()).user()).toMatchObject({ id: '7f0e', accessTo: null });
  });

  it('needs none of them', async () => {
    await signUp();
    expect(signUpBody()).toEqual({ ...form, language: 'en' });
  });

  it.each([
    [
      'tells which visit it was',
      '019aa8ca-4c00-7abc-8def-0123456789ab',
      'test',
      { id: '019aa8ca-4c00-7abc-8def-0123456789ab' },
    ],
    ['tells no visit of another quiz', '019aa8ca-4c00-7abc-8def-0123456789ab', 'other', {}],
    ['tells no visit that cannot be', 'no-uuid', 'test', {}],
  ])('%s', async (_, visit, funnelId, expected) => {
    stored.set('wizardTest', '{"wish":"joy"}');
    stored.set('lastQuiz', JSON.stringify({ funnel: funnelId, input: {}, visit }));
    await signUp();
    const { id } = (signUpBody() as { visit: { id?: string } }).visit;
    expect({ ...(id !== undefined && { id }) }).toEqual(expected);
  });

  it('is not stopped by what somebody has put into the storage', async () => {
    stored.set('wizardTest', '{"wish":"joy"}');
    stored.set('lastQuiz', '{"funnel":"test","input":{"stepsLimit":"x","query":{"a":7,"b":"c"},"extra":1}}');
    stored.set('promoData', '{"a":{"b":1},"c":"d"}');
    await signUp();
    expect(signUpBody()).toMatchObject({ promo: { c: 'd' }, visit: { input: { query: { b: 'c' } } } });
    expect((signUpBody() as { visit: { input: object } }).visit.input).toEqual({ query: { b: 'c' } });
  });

  it('that the server refuses logs nobody in', async () => {
    answer = () => problem(409, 'email_taken', 'Taken.');
    await expect(signUp()).rejects.toMatchObject({
      status: 409,
      code: 'email_taken',
      detail: 'Taken.',
    });
    expect(jar.values.size).toBe(0);
  });

  it('is not sent where the browser keeps no cookies: nobody could log in', async () => {
    jar.refusesAll = true;
    await expect(signUp()).rejects.toMatchObject({ words: 'account:problems.cookies_off' });
    expect(sent).toEqual([]);
  });

  it('leaves nothing of a probe behind', async () => {
    await signUp();
    expect([...jar.values.keys()].toSorted()).toEqual(['authToken', 'latestLogin', 'refreshToken']);
  });

  it('does not lead back to where somebody wanted to go before', async () => {
    tab.set('wantedPlace', '/cabinet/profile');
    await signUp();
    expect(tab.size).toBe(0);
  });
});

describe('a quiz that somebody has signed up or in with', () => {
  beforeEach(() => {
    answer = ({ url }) => (url.endsWith('/logout/') ? new Response(null, { status: 204 }) : json(user()));
    finishQuiz();
    stored.set('promoData', '{"utm_source":"spring"}');
  });

  it('is not sent for the next one, nor is where the first came from', async () => {
    await signUpAs('ana');
    await (await open()).logOut();
    sent.length = 0;
    await signUpAs('bea');
    expect(signUpBody()).toEqual({ ...form, language: 'en' });
  });

  it('is shown to them alone', async () => {
    expect(await found()).not.toBeNull();
    await signUpAs('ana');
    expect([await found(), await found('bea')]).toEqual([null, null]);
    expect((await found('ana'))?.answers).toEqual({ wish: 'joy' });
  });

  it('takes along where their visits stand, so that none of another person goes on with them', async () => {
    stored.set('visit:test', '{"finished":true,"id":"v1"}');
    stored.set('newVisit:test', '"v2"');
    stored.set('visitorSeed', '"7"');
    tab.set('early:test', '{"events":[]}');
    await signUpAs('ana');
    expect([...stored.keys()].toSorted()).toEqual(['lastQuiz', 'wizardTest']);
    expect(tab.size).toBe(0);
  });

  it.each(['a log-out', 'the end of the session on the server', 'the log-in of another person'])(
    'leaves nothing of it in the browser after %s',
    async (end) => {
      await signUpAs('ana');
      for (const key of ['chosenPlan', 'goals', 'goals:metaPixel', 'address:test', 'timer:test:pause'])
        stored.set(key, '[]');
      if (end === 'a log-out') await (await open()).logOut();
      else if (end === 'the log-in of another person') await signUpAs('bea');
      else {
        answer = () => problem(401, 'session_ended');
        Object.assign(location, { replace: () => undefined });
        await (await open()).unsubscribe().catch(() => undefined);
      }
      const left = end === 'the log-in of another person' ? [['lastQuiz', '{"userId":"bea"}']] : [];
      expect([...stored]).toEqual(left);
    },
  );

  it('of a visitor stays when nobody’s session ends', async () => {
    logIn();
    answer = () => problem(401, 'session_ended');
    Object.assign(location, { replace: () => undefined });
    await (await current()).load().catch(() => undefined);
    expect((await current()).state()).toBe('cleared');
    expect((await found())?.answers).toEqual({ wish: 'joy' });
  });

  it('is theirs after a login too', async () => {
    answer = ({ method }) => json(method === 'POST' ? tokens : user({ id: 'ana' }));
    await (await open()).logIn({ email: 'ana@example.com', password: 'x' });
    expect([await found('bea'), (await found('ana'))?.answers]).toEqual([null, { wish: 'joy' }]);
  });

  it('makes way for the next quiz, which is sent again', async () => {
    await signUpAs('ana');
    await (await open()).logOut();
    finishQuiz();
    sent.length = 0;
    await signUpAs('bea');
    expect(signUpBody()).toMatchObject({ visit: { answers: { wish: 'joy' } } });
  });
});

const readEmail = async () => (await import('../../../web/session/sign-up.ts')).readQuizEmail();

describe('the address that a sign-up form begins with', () => {
  it('is the one that the finished quiz asked for, and no other answer', async () => {
    finishQuiz();
    expect(await readEmail()).toBeUndefined();
    const asking = buildFunnel({
      steps: [
        { id: 'wish', type: 'single_choice', field: 'wish', options },
        { id: 'mail', type: 'email', field: 'mail' },
        { id: 'end', type: 'info' },
      ],
    });
    stored.set('wizardTest', '{"wish":"joy","mail":"ana@example.com"}');
    vi.stubGlobal('fetch', async () => json(withWords(asking)));
    vi.resetModules();
    expect(await readEmail()).toBe('ana@example.com');
  });
});

describe('logging in', () => {
  it('loads the user with the new tokens', async () => {
    answer = ({ method }) => json(method === 'POST' ? tokens : user());
    await (await open()).logIn({ email: 'ana@example.com', password: 'x' });
    expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /api/v1/auth/login/',
      'GET /api/v1/users/me/',
    ]);
    expect((await current()).user()?.email).toBe('ana@example.com');
  });

  it('with a wrong password rejects with the answer and tries no refresh', async () => {
    logIn();
    answer = () => problem(401, 'wrong_credentials', 'Wrong.');
    await expect((await open()).logIn({ email: 'a@b.c', password: 'x' })).rejects.toMatchObject({
      code: 'wrong_credentials',
    });
    expect(sent).toHaveLength(1);
  });

  it('is not tried where the browser keeps no cookies', async () => {
    jar.refusesAll = true;
    await expect((await open()).logIn({ email: 'a@b.c', password: 'x' })).rejects.toMatchObject({
      words: 'account:problems.cookies_off',
    });
    expect(sent).toEqual([]);
  });

  it.each([{}, { accessToken: 'a1' }, { accessToken: 7, refreshToken: 'r1' }, null])(
    'the answer %j holds no tokens and logs nobody in',
    async (reply) => {
      answer = () => json(reply);
      await expect((await open()).logIn({ email: 'a@b.c', password: 'x' })).rejects.toMatchObject({
        words: 'errors.wrong_response_from_server',
      });
      expect(jar.values.size).toBe(0);
    },
  );
});

describe('section 4: logging out', () => {
  it('sends both tokens, removes them and clears the user', async () => {
    logIn();
    const account = await open();
    await (await current()).load();
    answer = () => new Response(null, { status: 204 });
    await account.logOut();
    expect(sent.at(-1)).toEqual({ method: 'POST', url: '/api/v1/auth/logout/', body: tokens });
    expect([jar.tokens, (await current()).user()]).toEqual([{}, null]);
  });

  it('forgets where the user wanted to go', async () => {
    logIn();
    tab.set('wantedPlace', '/cabinet/profile');
    answer = () => new Response(null, { status: 204 });
    await (await open()).logOut();
    expect(tab.size).toBe(0);
  });

  it('that fails leaves the user logged in', async () => {
    logIn();
    const account = await open();
    await (await current()).load();
    answer = () => problem(503, 'unavailable');
    await expect(account.logOut()).rejects.toMatchObject({ status: 503 });
    expect([jar.values.size, (await current()).user()?.id]).toEqual([2, '7f0e']);
  });
});

const noContent = () => new Response(null, { status: 204 });
const offline = () => {
  throw new TypeError('Failed to fetch');
};
const waiting = () => [...stored.keys()].filter((key) => key.startsWith('logout:'));
const logouts = () => sent.filter(({ url }) => url === '/api/v1/auth/logout/').map(({ body }) => body);
/** A page without a log-in that is opened later. */
const openLater = async () => {
  vi.resetModules();
  sent.length = 0;
  await (await import('../../../web/session/logout.ts')).sendLogouts();
};

const logOutOffline = async () => {
  logIn();
  finishQuiz();
  const account = await open();
  await (await current()).load();
  answer = offline;
  expect(await account.logOut()).toBe(false);
  expect([jar.tokens, (await current()).user(), (await current()).state()]).toEqual([{}, null, 'loggedOut']);
  expect([...stored.keys()]).toEqual(waiting());
  expect(waiting()).toHaveLength(1);
};

describe('logging out offline', () => {
  it('ends the log-in here, and the server is told once the connection is back', async () => {
    await logOutOffline();
    answer = noContent;
    sent.length = 0;
    connected.dispatchEvent(new Event('online'));
    await expect.poll(logouts).toEqual([tokens]);
    await expect.poll(waiting).toEqual([]);
  });

  it('is sent by a later page, once', async () => {
    await logOutOffline();
    answer = noContent;
    await openLater();
    expect([logouts(), waiting()]).toEqual([[tokens], []]);
    await openLater();
    expect(sent).toEqual([]);
  });

  it('waits as long as there is no connection, and as long as the server is in trouble', async () => {
    await logOutOffline();
    await openLater();
    expect(waiting()).toHaveLength(1);
    answer = () => problem(503, 'unavailable');
    await openLater();
    expect(waiting()).toHaveLength(1);
    answer = noContent;
    connected.dispatchEvent(new Event('online'));
    await expect.poll(waiting).toEqual([]);
  });

  it('waits no longer where the server refuses it', async () => {
    await logOutOffline();
    answer = () => problem(400, 'invalid_request');
    await openLater();
    expect([logouts(), waiting()]).toEqual([[tokens], []]);
  });

  it('is forgotten after 30 days, when the log-in has ended by itself', async () => {
    await logOutOffline();
    const key = waiting()[0]!;
    const { at } = JSON.parse(stored.get(key)!) as { at: number };
    stored.set(key, JSON.stringify({ ...tokens, at: at - 30 * 86_400_000 }));
    await openLater();
    expect([sent, waiting()]).toEqual([[], []]);
  });

  it.each(['7', '{}', '{"at":9e15}', 'no JSON'])('is not stopped by %s in its place', async (entry) => {
    stored.set('logout:', entry);
    await openLater();
    expect([sent, waiting()]).toEqual([[], []]);
  });

  it('takes a connection that brings no answer for none', async () => {
    logIn();
    const account = await open();
    await (await current()).load();
    vi.useFakeTimers();
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    const ended = account.logOut();
    await vi.advanceTimersByTimeAsync(6_000);
    expect(await ended).toBe(false);
    expect([jar.tokens, waiting().length]).toEqual([{}, 1]);
    vi.useRealTimers();
  });
});

describe('the links of emails', () => {
  it('a new password forgets what was in the link', async () => {
    tab.set('link:/reset-password', '{"userId":"7f0e","token":"t"}');
    answer = () => new Response(null, { status: 204 });
    await (await open()).finishReset({ userId: '7f0e', token: 't', password: 'sleep5' });
    expect(sent).toEqual([{ method: 'POST', url: '/api/v1/auth/reset/finish/7f0e/t/', body: { password: 'sleep5' } }]);
    expect(tab.size).toBe(0);
  });

  it('a member who logs in needs no link for a new password any more', async () => {
    tab.set('link:/reset-password', '{"userId":"7f0e","token":"t"}');
    answer = () => json({ ...tokens, user: user() });
    await (await open()).logIn({ email: 'ana@example.com', password: 'sleep5' });
    expect(tab.has('link:/reset-password')).toBe(false);
  });

  it('a verified address shows at once where its user is logged in, and nowhere else', async () => {
    logIn();
    let known = { emailVerified: false, email: 'ana@example.com' };
    answer = ({ method }) => (method === 'GET' ? json(user(known)) : new Response(null, { status: 204 }));
    const account = await open();
    await (await current()).load();
    const verify = (userId: string) => account.verifyEmail({ userId, token: 't' });
    expect(await verify('somebody')).toBe(true);
    expect((await current()).user()?.emailVerified).toBe(false);
    known = { ...known, emailVerified: true };
    expect(await verify('7f0e')).toBe(true);
    expect((await current()).user()?.emailVerified).toBe(true);
    expect(await verify('7f0e')).toBe(false);
    known = { ...known, email: 'new@example.com' };
    expect(await verify('7f0e')).toBe(true);
    expect((await current()).user()?.email).toBe('new@example.com');
  });
});

describe('the email that verifies the address', () => {
  it('is asked for once more', async () => {
    logIn();
    answer = ({ method }) =>
      method === 'GET' ? json(user({ emailVerified: false })) : new Response(null, { status: 204 });
    await (await open()).sendVerification();
    expect(sent.at(-1)).toMatchObject({ method: 'POST', url: '/api/v1/auth/verify/send/' });
  });

  it('is not asked for where another device has verified the address: the page learns that', async () => {
    logIn();
    const account = await open();
    answer = () => json(user({ emailVerified: false }));
    await (await current()).load();
    answer = () => json(user({ emailVerified: true }));
    await account.sendVerification();
    expect(sent.map(({ method }) => method)).toEqual(['GET', 'GET']);
    expect((await current()).user()?.emailVerified).toBe(true);
  });
});

it('unsubscribing undoes nothing that was changed meanwhile', async () => {
  logIn();
  const account = await open();
  const session = await current();
  await session.load();
  answer = () => {
    session.change({ ...session.user()!, language: 'en' });
    return new Response(null, { status: 204 });
  };
  await account.unsubscribe();
  expect(session.user()).toMatchObject({ language: 'en', emailSubscribed: false });
});

it('unsubscribing uses the id of the user, who is loaded first where that is not done yet', async () => {
  logIn();
  answer = ({ method }) => (method === 'GET' ? json(user()) : new Response(null, { status: 204 }));
  await (await open()).unsubscribe();
  expect(sent.at(-1)).toMatchObject({ method: 'POST', url: '/api/v1/emails/unsubscribe/u1/' });
  expect((await current()).user()?.emailSubscribed).toBe(false);
});

it('removing the account ends the session, and clears what quizzes have left in the browser', async () => {
  logIn();
  finishQuiz();
  for (const key of ['visit:test', 'promoData', 'chosenPlan']) stored.set(key, '{}');
  stored.set('visitorSeed', '"7"');
  answer = () => new Response(null, { status: 204 });
  await (await open()).removeAccount('sleep5');
  expect(sent).toEqual([{ method: 'DELETE', url: '/api/v1/auth/remove/', body: { password: 'sleep5' } }]);
  expect(jar.tokens).toEqual({});
  expect([...stored.keys()]).toEqual([]);
});
