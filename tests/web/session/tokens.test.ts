import { afterEach, expect, it, vi } from 'vitest';
import { hasSession } from '../../../web/session/has-session.ts';
import { cookieTokens } from '../../../web/session/tokens.ts';
import { stubCookies } from './browser.ts';

afterEach(() => vi.unstubAllGlobals());
const tokens = { accessToken: 'head.body.sign-_', refreshToken: 'id.4.mac' };

it('section 9: the tokens are in cookies: path /, 30 days, same-site strict, and secure on https', () => {
  const jar = stubCookies('https:');
  cookieTokens.write(tokens);
  expect(jar.written.toSorted()).toEqual([
    'authToken=head.body.sign-_; Path=/; Max-Age=2592000; SameSite=Strict; Secure',
    'refreshToken=id.4.mac; Path=/; Max-Age=2592000; SameSite=Strict; Secure',
  ]);
  expect(cookieTokens.read()).toEqual(tokens);
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
  expect([...jar.values]).toEqual([]);
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
