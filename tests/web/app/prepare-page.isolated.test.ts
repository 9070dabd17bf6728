import type { ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { preparePage } from '../../../web/app/prepare-page.ts';
import { findRoute } from '../../../web/app/routes.tsx';
import { createI18n } from '../../../web/i18n.ts';
import type { Site } from '../../../web/site.ts';
import { stubCookies, stubTabStorage, type CookieJar } from '../session/browser.ts';
import { buildFunnel, withWords } from '../../engine/run/build-funnel.ts';
import { json, problem, user } from '../session/fake-session.ts';

const shown = vi.hoisted(() => [] as string[]);
vi.mock('../../../web/ui/toast.ts', () => ({ showToast: async (message: string) => void shown.push(message) }));
vi.mock('../../../web/i18n.ts', async (original) => ({
  ...(await original<typeof import('../../../web/i18n.ts')>()),
  // Node can't read YAML
  addWords: async (i18n: ReturnType<typeof createI18n>, locale: string) => {
    i18n.addResourceBundle(locale, 'site', { errors: { wrong_response_from_server: 'Wrong response from server' } });
  },
}));

const site = {
  home: '/daily-emotional-reset',
  funnels: [],
  locales: ['en', 'es'],
  hosts: {},
  plans: [],
} as unknown as Site;
const open = (path: string, more: object = {}) =>
  preparePage(site, createI18n('en'), { path, search: '', locale: 'en', ...more });

let jar: CookieJar;
let me: object;
beforeEach(() => {
  vi.resetModules();
  jar = stubCookies();
  stubTabStorage();
  me = user();
  shown.length = 0;
  vi.stubGlobal('location', { protocol: 'http:', hostname: 'localhost' });
  vi.stubGlobal('window', { addEventListener: () => undefined });
  vi.stubGlobal('navigator', { userAgent: '', platform: '', maxTouchPoints: 0, connection: { saveData: true } });
  vi.stubGlobal('BroadcastChannel', undefined);
  vi.stubGlobal('fetch', async () => json(me));
  Object.assign(document, { getElementById: () => ({ textContent: JSON.stringify(site) }) });
});
afterEach(() => vi.unstubAllGlobals());
const logIn = () => {
  jar.values.set('authToken', 'a1');
  jar.values.set('refreshToken', 'r1');
};

describe('section 2: who may see which route', () => {
  it.each([
    ['/results', 'public'],
    ['/personalized-plan', 'public'],
    ['/wizard-register', 'public'],
    ['/login', 'public'],
    ['/register', 'public'],
    ['/forgot-password', 'public'],
    ['/reset-password/u/t', 'public'],
    ['/verify-email/u/t', 'open'],
    ['/terms-of-service', 'open'],
    ['/privacy-policy', 'open'],
    ['/nowhere', 'open'],
    ['/cabinet', 'paid'],
    ['/cabinet/payment', 'member'],
    ['/cabinet/payment-error', 'member'],
    ['/cabinet/email-unsubscribe', 'member'],
    ['/cabinet/sessions', 'paid'],
    ['/cabinet/profile', 'paid'],
    ['/cabinet/dashboard', 'paid'],
  ])('%s: %s', async (path, access) => {
    expect((await findRoute(site, path)).access).toBe(access);
  });
});

describe('section 6: where an address leads', () => {
  it.each(['/cabinet', '/cabinet/payment', '/cabinet/sessions'])(
    'an anonymous visitor of %s to LOGIN',
    async (path) => {
      expect(await open(path)).toMatchObject({ path: '/login', loggedIn: false, locale: 'en' });
    },
  );

  it.each(['/cabinet', '/login', '/results', '/'])('a logged-in user of %s to CABINET_SESSIONS', async (path) => {
    logIn();
    const page = await open(path);
    expect(page).toMatchObject({ path: '/cabinet/sessions', loggedIn: true });
    expect(page.page.layout?.name).toBe('CabinetLayout');
  });

  it('a logged-in user without access to CABINET_PAYMENT', async () => {
    logIn();
    me = user({ accessTo: null });
    expect((await open('/cabinet/profile')).path).toBe('/cabinet/payment');
  });

  it.each(['/terms-of-service', '/privacy-policy'])('everyone stays at %s', async (path) => {
    expect(await open(path)).toMatchObject({ path, loggedIn: false });
    logIn();
    expect(await open(path)).toMatchObject({ path, loggedIn: true });
  });
});

it('a page that another one was asked for does not match the HTML that is there', async () => {
  expect((await open('/login')).page.matchesMarkup).toBe(true);
  expect((await open('/cabinet/payment')).page.matchesMarkup).toBe(false);
});

it('the guard of /cabinet waits once, not again for the sessions', async () => {
  vi.useFakeTimers();
  logIn();
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const start = Date.now();
  const opened = open('/cabinet').then(({ path }) => [path, Math.round((Date.now() - start) / 1_000)]);
  await vi.advanceTimersByTimeAsync(21_000);
  expect(await opened).toEqual(['/login', 10]);
  vi.useRealTimers();
});

it('what goes wrong on the way in is said in words, also on the first page', async () => {
  logIn();
  me = {};
  expect((await open('/cabinet/profile')).path).toBe('/login');
  expect(shown).toEqual(['Wrong response from server']);
});

describe('section 4: the language', () => {
  it('of a logged-in user wins over the saved one, but not over one that is being chosen', async () => {
    logIn();
    expect((await open('/cabinet/sessions')).locale).toBe('es');
    expect((await open('/cabinet/sessions', { chosen: true })).locale).toBe('en');
  });

  it('of the result and the plan is one of the quiz, whatever is asked for', async () => {
    const quiz = withWords(buildFunnel({ steps: [{ id: 'mood', type: 'single_choice', options: ['low'] }] }));
    const entry = { id: quiz.funnel.id, path: '/mood', storageKey: 'wizardMood', data: { en: '/mood.en.json' } };
    const { addFunnelData } = await import('../../../web/quiz/load-funnel.ts');
    const { writeAnswers, writeLastQuiz } = await import('../../../web/storage.ts');
    addFunnelData(entry.data.en, quiz);
    writeAnswers(entry.storageKey, { mood: 'low' });
    writeLastQuiz({ funnel: entry.id, input: {} });
    const asked = { path: '/results', search: '', locale: 'es', chosen: true };
    const { locale, path, page } = await (
      await import('../../../web/app/prepare-page.ts')
    ).preparePage({ ...site, funnels: [entry] }, createI18n('es'), asked);
    expect({ locale, path, funnel: page.funnel }).toEqual({ locale: 'en', path: '/results', funnel: quiz.funnel.id });
  });
});

describe('a link of an email', () => {
  it.each(['/reset-password', '/verify-email'])('to %s leaves no token in the address', async (page) => {
    const first = await open(`${page}/7f0e/one-time`);
    expect(first.path).toBe(`${page}/-/-`);
    expect((first.page.content as ReactElement).props).toEqual({ userId: '7f0e', token: 'one-time' });
    const reloaded = await open(`${page}/-/-`);
    expect((reloaded.page.content as ReactElement).props).toEqual({ userId: '7f0e', token: 'one-time' });
  });

  it.each(['/reset-password', '/verify-email'])(
    'to %s is kept and shown although the session in the cookies is over',
    async (page) => {
      logIn();
      vi.stubGlobal('fetch', async () => problem(401, 'session_ended'));
      vi.stubGlobal('navigator', {});
      const opened = await open(`${page}/7f0e/one-time`);
      expect(opened).toMatchObject({ path: `${page}/-/-`, loggedIn: false, page: { matchesMarkup: true } });
      expect((opened.page.content as ReactElement).props).toEqual({ userId: '7f0e', token: 'one-time' });
      expect(jar.values.has('authToken')).toBe(false);
    },
  );

  it('for a new password is kept for later where somebody is logged in', async () => {
    logIn();
    expect((await open('/reset-password/7f0e/one-time')).path).toBe('/cabinet/sessions');
    jar.values.clear();
    const later = await open('/reset-password/-/-');
    expect((later.page.content as ReactElement).props).toEqual({ userId: '7f0e', token: 'one-time' });
  });

  it('says that it takes back a change of the email, and a reload knows it', async () => {
    vi.stubGlobal('location', { protocol: 'http:', hostname: 'localhost', search: '?locale=en&undo=email' });
    await open('/reset-password/7f0e/one-time');
    const reloaded = await open('/reset-password/-/-');
    expect((reloaded.page.content as ReactElement).props).toEqual({ userId: '7f0e', token: 'one-time', undoes: true });
  });

  it('is not part of the page that is built for everyone', async () => {
    const built = await open('/reset-password/:userId/:token', { prerender: {} });
    expect(built.path).toBe('/reset-password/:userId/:token');
    expect((built.page.content as ReactElement).props).toEqual({ userId: '-', token: '-' });
  });
});
