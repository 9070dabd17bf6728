import type { i18n } from 'i18next';
import { afterEach, expect, it, vi } from 'vitest';
import { savedLocale, switchLocale } from '../../../web/session/cookies.ts';
import { stubCookies } from './browser.ts';

const words = { changeLanguage: async () => undefined } as unknown as i18n;

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['https:', '; Secure'],
  ['http:', ''],
])('the language of a page by %s is remembered for a year, for links from elsewhere too', async (protocol, secure) => {
  const jar = stubCookies(protocol);
  await switchLocale(words, 'es');
  expect(jar.written).toEqual([`locale=es; Path=/; Max-Age=31536000; SameSite=Lax${secure}`]);
  expect(savedLocale()).toBe('es');
});
