import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Site } from '../../../web/site.ts';
import { buildFunnel, withWords } from '../../engine/run/build-funnel.ts';
import { stubCookies, stubTabStorage, type CookieJar } from './browser.ts';
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
    { id: funnel.id, path: funnel.path, storageKey: funnel.storageKey, data: { en: '/quiz.json', es: '/quiz.json' } },
  ],
} as unknown as Site;
const tokens = { accessToken: 'a1', refreshToken: 'r1' };
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

beforeEach(() => {
  vi.resetModules(); // the session of a page lives as long as its modules
  jar = stubCookies();
  tab = stubTabStorage();
  stored = new Map();
  sent = [];
  answer = () => json(user());
  vi.stubGlobal('location', { protocol: 'http:', hostname: 'localhost' });
  vi.stubGlobal('window', { addEventListener: () => undefined });
  vi.stubGlobal('BroadcastChannel', undefined);
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null });
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
    await (await open()).signUp(form);
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
    expect(Object.fromEntries(jar.values)).toEqual({ authToken: 'a1', refreshToken: 'r1' });
    expect((await current()).user()).toMatchObject({ id: '7f0e', accessTo: null });
  });

  it('needs none of them', async () => {
    await (await open()).signUp(form);
    expect(signUpBody()).toEqual({ ...form, language: 'en' });
  });

  it('is not stopped by what somebody has put into the storage', async () => {
    stored.set('wizardTest', '{"wish":"joy"}');
    stored.set('lastQuiz', '{"funnel":"test","input":{"stepsLimit":"x","query":{"a":7,"b":"c"},"extra":1}}');
    stored.set('promoData', '{"a":{"b":1},"c":"d"}');
    await (await open()).signUp(form);
    expect(signUpBody()).toMatchObject({ promo: { c: 'd' }, visit: { input: { query: { b: 'c' } } } });
    expect((signUpBody() as { visit: { input: object } }).visit.input).toEqual({ query: { b: 'c' } });
  });

  it('that the server refuses logs nobody in', async () => {
    answer = () => problem(409, 'email_taken', 'Taken.');
    await expect((await open()).signUp(form)).rejects.toMatchObject({
      status: 409,
      code: 'email_taken',
      detail: 'Taken.',
    });
    expect(jar.values.size).toBe(0);
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
});

describe('section 4: logging out', () => {
  it('sends both tokens, removes them and forgets the user', async () => {
    logIn();
    const account = await open();
    await (await current()).load();
    answer = () => new Response(null, { status: 204 });
    await account.logOut();
    expect(sent.at(-1)).toEqual({ method: 'POST', url: '/api/v1/auth/logout/', body: tokens });
    expect([jar.values.size, (await current()).user()]).toEqual([0, null]);
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

describe('the links of mails', () => {
  it('a new password forgets what was in the link', async () => {
    tab.set('link:/reset-password', '{"userId":"7f0e","token":"t"}');
    answer = () => new Response(null, { status: 204 });
    await (await open()).finishReset({ userId: '7f0e', token: 't', password: 'sleep5' });
    expect(sent).toEqual([{ method: 'POST', url: '/api/v1/auth/reset/finish/7f0e/t/', body: { password: 'sleep5' } }]);
    expect(tab.size).toBe(0);
  });

  it('a verified address shows at once where its user is logged in, and nowhere else', async () => {
    logIn();
    answer = ({ method }) =>
      method === 'GET' ? json(user({ emailVerified: false })) : new Response(null, { status: 204 });
    const account = await open();
    await (await current()).load();
    await account.verifyEmail({ userId: 'somebody', token: 't' });
    expect((await current()).user()?.emailVerified).toBe(false);
    await account.verifyEmail({ userId: '7f0e', token: 't' });
    expect((await current()).user()?.emailVerified).toBe(true);
  });
});

it('unsubscribing uses the id of the user, who is loaded first where that is not done yet', async () => {
  logIn();
  answer = ({ method }) => (method === 'GET' ? json(user()) : new Response(null, { status: 204 }));
  await (await open()).unsubscribe();
  expect(sent.at(-1)).toMatchObject({ method: 'POST', url: '/api/v1/emails/unsubscribe/u1/' });
  expect((await current()).user()?.emailSubscribed).toBe(false);
});

it('removing the account ends the session', async () => {
  logIn();
  answer = () => new Response(null, { status: 204 });
  await (await open()).removeAccount('sleep5');
  expect(sent).toEqual([{ method: 'DELETE', url: '/api/v1/auth/remove/', body: { password: 'sleep5' } }]);
  expect(jar.values.size).toBe(0);
});
