import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { chooseLocale } from '../../../web/app/choose-locale.ts';
import type { Locale } from '../../../engine/model.ts';

const server = vi.hoisted(() => ({ answers: [] as { locale: string; succeed: () => void; fail: () => void }[] }));
vi.mock('../../../web/app/prepare-page.ts', () => ({
  preparePage: async (_site: object, _i18n: object, { path, locale }: { path: string; locale: string }) => ({
    path,
    locale,
  }),
}));
vi.mock('../../../web/session/cookies.ts', () => ({ hasSession: () => true }));
vi.mock('../../../web/session/guard.ts', () => ({
  saveLanguage: (locale: string) =>
    new Promise<void>((resolve, reject) => {
      server.answers.push({ locale, succeed: resolve, fail: () => reject(new Error('refused')) });
    }),
}));

beforeEach(() => {
  server.answers = [];
  vi.stubGlobal('window', { location: { pathname: '/cabinet/profile', search: '' } });
});
afterEach(() => vi.unstubAllGlobals());

/** A screen in English at the profile; `shown` is what it was told to show. */
function openScreen() {
  const shown: object[] = [];
  const agreedLocale = { current: 'en' };
  const screen = {
    site: {} as never,
    i18n: {} as never,
    latestChoice: { current: null },
    agreedLocale,
    show: async (path: string, { prepared }: { prepared?: object }) => {
      shown.push({ path, locale: agreedLocale.current, prepared: prepared !== undefined });
    },
  };
  return { shown, choose: (locale: Locale) => chooseLocale(locale, screen) };
}

const sent = (count: number) => expect.poll(() => server.answers).toHaveLength(count);

it('the page changes its language when the server knows of it', async () => {
  const { shown, choose } = openScreen();
  const chosen = choose('es');
  await sent(1);
  expect(shown).toEqual([]);
  server.answers[0]!.succeed();
  await chosen;
  expect(shown).toEqual([{ path: '/cabinet/profile', locale: 'es', prepared: true }]);
});

it('a visitor who has gone on meanwhile gets the page they are at now', async () => {
  const { shown, choose } = openScreen();
  const chosen = choose('es');
  await sent(1);
  window.location.pathname = '/cabinet/dashboard';
  server.answers[0]!.succeed();
  await chosen;
  expect(shown).toEqual([{ path: '/cabinet/dashboard', locale: 'es', prepared: false }]);
});

it('of two choices the last one counts, also where it is the language on the screen', async () => {
  const { shown, choose } = openScreen();
  const first = choose('es');
  await sent(1);
  const second = choose('en');
  await sent(2);
  server.answers[0]!.succeed();
  server.answers[1]!.succeed();
  await Promise.all([first, second]);
  expect(server.answers.map(({ locale }) => locale)).toEqual(['es', 'en']);
  expect(shown).toEqual([{ path: '/cabinet/profile', locale: 'en', prepared: true }]);
});

it('the language on the screen is no choice', async () => {
  const { shown, choose } = openScreen();
  await choose('en');
  expect([server.answers, shown]).toEqual([[], []]);
});

it('section 4: where the server refuses, the language stays, and it can be chosen again', async () => {
  const { shown, choose } = openScreen();
  const refused = choose('es');
  await sent(1);
  server.answers[0]!.fail();
  await expect(refused).rejects.toThrow('refused');
  expect(shown).toEqual([]);
  const again = choose('es');
  await sent(2);
  server.answers[1]!.succeed();
  await again;
  expect(shown).toHaveLength(1);
});

it('a refusal of what is no longer wanted is ignored', async () => {
  const { choose } = openScreen();
  const first = choose('es');
  await sent(1);
  const second = choose('en');
  await sent(2);
  server.answers[0]!.fail();
  server.answers[1]!.succeed();
  await expect(first).resolves.toBeUndefined();
  await second;
});
