import { afterEach, expect, test, vi } from 'vitest';
import { readAnswer, writeAnswer } from '../../../../web/analytics/consent.ts';
import { isSecretPlace, sharedAddress } from '../../../../web/analytics/services/addresses.ts';
import { emptyStorage } from './browser.ts';

emptyStorage();
afterEach(() => vi.useRealTimers());

test('an answer counts for 365 days, and then the visitor is asked again', () => {
  vi.stubGlobal('navigator', {});
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
  expect(readAnswer(true)).toBe('open');
  writeAnswer('no');
  expect(readAnswer(true)).toBe('no');
  writeAnswer('yes');
  vi.setSystemTime(Date.UTC(2026, 11, 31));
  expect(readAnswer(true)).toBe('yes');
  vi.setSystemTime(Date.UTC(2027, 0, 2));
  expect(readAnswer(true)).toBe('open');
});

test('an answer given while the clock was years ahead does not count for all these years', () => {
  vi.stubGlobal('navigator', {});
  vi.useFakeTimers({ now: Date.UTC(2036, 0, 1) });
  writeAnswer('yes');
  vi.setSystemTime(Date.UTC(2026, 0, 1));
  expect(readAnswer(true)).toBe('open');
});

test('a visitor who is not asked allows it, unless the browser says otherwise', () => {
  vi.stubGlobal('navigator', {});
  expect(readAnswer(false)).toBe('yes');
  vi.stubGlobal('navigator', { globalPrivacyControl: true });
  expect([readAnswer(false), readAnswer(true)]).toEqual(['no', 'no']);
  writeAnswer('yes'); // what a visitor says counts more than what their browser says for them
  expect(readAnswer(true)).toBe('yes');
});

test('no service learns more of an address than the page and the advert', () => {
  const search = '?utm_source=meta&email=ada@example.org&gclid=7&utm_content=a%20b&payment=1';
  const address = sharedAddress({ origin: 'https://example.com', pathname: '/sleep-issues', search });
  expect(address).toBe('https://example.com/sleep-issues?utm_source=meta&gclid=7&utm_content=a+b');
  const atRoot = { origin: 'https://example.com', pathname: '/' };
  expect(sharedAddress({ ...atRoot, search: '' })).toBe('https://example.com/');
  expect(sharedAddress({ ...atRoot, search: '?utm_source=a@b.example' })).toBe('https://example.com/?utm_source=');
});

test.each([
  ['/reset-password/7/token', true],
  ['/verify-email/-/-', true],
  ['/reset-password', true],
  ['/login', false],
  ['/cabinet/payment', false],
])('%s is a secret place: %s', (pathname, expected) => {
  expect(isSecretPlace(pathname)).toBe(expected);
});
