import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '../../schemas/api/index.ts';
import type { Call } from '../../schemas/api/call.ts';
import { runApp, type RunningApp } from '../harness/app.ts';
import { as, authenticate, endpoints, good, user, withJson } from './sample-calls.ts';

const agreements = { terms: true, privacy: true, cancelAnytime: true };
const tokens = { accessToken: 'head.body.sign-_', refreshToken: 'id.4.mac' };
/** Each call whose answer has tokens, with what it takes. */
const bodies = {
  '/auth/signup/': { email: 'ana@example.com', password: 'sleep5well', agreements },
  '/auth/login/': good,
  '/auth/refresh-token/': { refreshToken: 'id.3.mac' },
} as const;
const paths = Object.keys(bodies) as (keyof typeof bodies)[];

let app: RunningApp;
beforeEach(async () => {
  app = await runApp({
    authenticate,
    corsOrigins: ['https://www.example.com'],
    endpoints: {
      ...endpoints,
      signup: async () => ({ ...tokens, user, visit: 'none' }),
      login: async () => tokens,
      refreshToken: async () => ({ newAccessToken: tokens.accessToken, newRefreshToken: tokens.refreshToken }),
      logout: async () => undefined,
    },
  });
});
afterEach(() => app.close());

async function cookiesOf(path: string, body: unknown, headers: Record<string, string>): Promise<readonly string[]> {
  const answer = await app.ask(`/api/v1${path}`, withJson(body, headers));
  expect(answer.status).toBeLessThan(300);
  return answer.headers['set-cookie'] ?? [];
}

/** What a page of https://app.example.com sends along. */
const ownPage = { host: 'app.example.com', origin: 'https://app.example.com', 'x-forwarded-proto': 'https' };

describe('section 9: an answer with tokens, to a page of our own', () => {
  test.each(paths)(
    'of %s sets both cookies: path /, 30 days, same-site strict, secure, for scripts too',
    async (path) => {
      const cookies = await cookiesOf(path, bodies[path], ownPage);
      const expires = /Expires=([^;]+)/.exec(cookies[0]!)![1]!;
      expect((Date.parse(expires) - Date.now()) / 86_400_000).toBeCloseTo(30, 2);
      expect(cookies.map((cookie) => cookie.replace(`; Expires=${expires}`, ''))).toEqual([
        'refreshToken=id.4.mac; Max-Age=2592000; Path=/; Secure; SameSite=Strict',
        'authToken=head.body.sign-_; Max-Age=2592000; Path=/; Secure; SameSite=Strict',
      ]);
    },
  );

  test('without https, as on the own machine, sets them without Secure: browsers would not keep them', async () => {
    const headers = { host: 'localhost:3000', origin: 'http://localhost:3000' };
    const cookies = await cookiesOf('/auth/login/', good, headers);
    expect(cookies).toHaveLength(2);
    expect(cookies.join()).not.toContain('Secure');
  });

  test('sets them also where a proxy has given the server another name', async () => {
    const headers = { ...ownPage, host: 'site:3000', 'sec-fetch-site': 'same-origin' };
    expect(await cookiesOf('/auth/login/', good, headers)).toHaveLength(2);
  });

  test('names those calls in the contract, and no other', () => {
    const withCookies = calls.filter((call: Call) => call.reply.cookies).map((call) => call.path.replace('/v1', ''));
    expect(withCookies.toSorted()).toEqual(paths.toSorted());
  });
});

describe('no cookie is set', () => {
  test.each([
    ['a page of another host', { origin: 'https://www.example.com', 'sec-fetch-site': 'same-site' }],
    ['a page of another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['a page of another host that says no more', { origin: 'https://www.example.com' }],
    ['a program', { origin: '' }],
  ])('for %s', async (_, headers) => {
    for (const path of paths) expect(await cookiesOf(path, bodies[path], { ...ownPage, ...headers })).toEqual([]);
  });

  test('by any other answer: a log-out may arrive when somebody else has logged in', async () => {
    expect(await cookiesOf('/auth/logout/', tokens, ownPage)).toEqual([]);
    const { headers } = await app.ask('/api/v1/users/me/', { headers: { ...ownPage, ...as('good').headers } });
    expect(headers['set-cookie']).toBeUndefined();
  });

  test('by an answer that refuses', async () => {
    const { status, headers } = await app.ask('/api/v1/auth/login/', withJson({}, ownPage));
    expect([status, headers['set-cookie']]).toEqual([400, undefined]);
  });
});
