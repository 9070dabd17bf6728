import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { removeLink, storeLink, readLink } from '../../../web/session/link-secrets.ts';
import { stubTabStorage } from './browser.ts';

const secrets = { userId: '7f0e', token: 'one-time' };
const none = { userId: '-', token: '-' };

let tab: Map<string, string>;
beforeEach(() => {
  tab = stubTabStorage();
});
afterEach(() => vi.unstubAllGlobals());

it('what was in a link is there for its page alone, also after a reload, until it is used', () => {
  storeLink('/reset-password', secrets);
  expect(readLink('/reset-password')).toEqual(secrets);
  expect(readLink('/reset-password')).toEqual(secrets);
  expect(readLink('/verify-email')).toEqual(none);
  removeLink('/reset-password');
  expect(readLink('/reset-password')).toEqual(none);
});

it.each(['', '{', 'null', '7', '{"userId":7,"token":"t"}'])('the damaged entry %j counts as no link', (entry) => {
  tab.set('link:/reset-password', entry);
  expect(readLink('/reset-password')).toEqual(none);
});

it('a browser that refuses storage keeps it until the page is left', () => {
  vi.stubGlobal('sessionStorage', undefined);
  storeLink('/verify-email', secrets);
  expect(readLink('/verify-email')).toEqual(secrets);
  removeLink('/verify-email');
  expect(readLink('/verify-email')).toEqual(none);
});
