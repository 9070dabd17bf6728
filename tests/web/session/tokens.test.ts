import { afterEach, expect, it, vi } from 'vitest';
import { login, refreshToken, signup } from '../../../schemas/api/auth.ts';
import { hasSession, tokenCookies } from '../../../web/session/cookies.ts';
import { cookieTokens, requireCookies, sessionIdOf, toTokens } from '../../../web/session/tokens.ts';
import { stubCookies } from './browser.ts';

afterEach(() => vi.unstubAllGlobals());
const tokens = { accessToken: 'head.body.sign-_', refreshToken: 'id.4.mac' };

it('section 9: the tokens are in cookies: path /, 30 days, same-site strict, and secure on https', () => {
  const jar = stubCookies('https:');
  cookieTokens.write(tokens);
  expect(jar.written.filter((cookie) => !cookie.startsWith('latestLogin=')).toSorted()).toEqual([
    'authToken=head.body.sign-_; Path=/; Max-Age=2592000; SameSite=Strict; Secure',
    'refreshToken=id.4.mac; Path=/; Max-Age=2592000; SameSite=Strict; Secure',
  ]);
  expect(cookieTokens.read()).toEqual(tokens);
});

it('they are the cookies that the server sets', () => {
  for (const { reply } of [signup, login, refreshToken])
    expect(Object.keys(reply.cookies).toSorted()).toEqual(Object.values(tokenCookies).toSorted());
});

it('without https, as on the own machine, they are not secure: browsers would not keep them', () => {
  const jar = stubCookies('http:');
  cookieTokens.write(tokens);
  expect(jar.written.join()).not.toContain('Secure');
});

it('section 4: removing takes both away', () => {
  const jar = stubCookies();
  cookieTokens.write(tokens);
  cookieTokens.remove();
  expect(jar.tokens).toEqual({});
  expect(cookieTokens.read()).toBeNull();
});

it('one token alone is no session', () => {
  const jar = stubCookies();
  jar.values.set('authToken', 'a1');
  expect(cookieTokens.read()).toBeNull();
});

it('hasSession sees the token among other cookies, and nothing in look-alikes', () => {
  const jar = stubCookies();
  jar.values.set('locale', 'es');
  jar.values.set('xauthToken', 'a');
  expect(hasSession()).toBe(false);
  cookieTokens.write(tokens);
  expect(hasSession()).toBe(true);
});

it('cookies that are blocked are noticed, those that are kept stay as they are', () => {
  const jar = stubCookies();
  cookieTokens.write(tokens);
  const before = [...jar.values];
  requireCookies();
  expect([...jar.values]).toEqual(before);
  jar.refusesAll = true;
  expect(() => requireCookies()).toThrow(expect.objectContaining({ words: 'account:problems.cookies_off' }));
});

it('an answer without both tokens is refused: no cookie says "undefined"', () => {
  expect(toTokens('a', 'r')).toEqual({ accessToken: 'a', refreshToken: 'r' });
  for (const [access, refresh] of [['a'], [undefined, 'r'], ['', 'r'], [7, 'r']]) {
    expect(() => toTokens(access, refresh)).toThrow(
      expect.objectContaining({ words: 'errors.wrong_response_from_server' }),
    );
  }
});

it('the session of tokens stays the same through their replacement', () => {
  expect(sessionIdOf({ accessToken: 'x', refreshToken: '7f0e.4.mac' })).toBe('7f0e');
  expect(sessionIdOf({ accessToken: 'y', refreshToken: '7f0e.5.cam' })).toBe('7f0e');
  expect(sessionIdOf({ accessToken: 'y', refreshToken: 'opaque' })).toBeNull();
  expect(sessionIdOf(null)).toBeNull();
});
