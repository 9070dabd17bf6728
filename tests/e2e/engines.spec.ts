import { expect } from '@playwright/test';
import { spawnSync } from 'node:child_process';
import { findFreePort } from '../../scripts/postgres/free-port.ts';
import { type EnginePage, until } from '../harness/webdriver.ts';
import {
  type EngineOptions,
  answerStep,
  goOn,
  inStep,
  leave,
  openReady,
  passStep,
  placeOf,
  test,
  untilReady,
} from './engine-page.ts';
import { run } from './processes.ts';
import { type Line, openLine } from './line.ts';
import { newEmail } from './member.ts';
import { cards, ownExpiry } from './payment-visitor.ts';
import { ReplaceableSite } from './served-sites.ts';

test('a quiz leads to its result and the plan, through Back, a reload and a change of language', async ({
  visitor,
  baseURL,
}) => {
  await openReady(visitor, `${baseURL}/sleep-issues`);
  const first = await placeOf(visitor);
  const second = await passStep(visitor);
  await passStep(visitor);
  await visitor.click('main button', { words: /^Back$/ });
  await until(
    visitor,
    (step) =>
      document.querySelector('main [data-step] [aria-checked="true"]') &&
      document.querySelector(`[data-step="${step}"]`) !== null,
    second,
  );
  await visitor.reload();
  await untilReady(visitor);
  expect(await placeOf(visitor)).toBe(second);
  await visitor.click('header a[lang="es"]');
  await until(
    visitor,
    () => document.documentElement.lang === 'es' && document.querySelector('main h1')!.textContent.includes('¿'),
  );
  await visitor.reload();
  await until(
    visitor,
    () => document.documentElement.lang === 'es' && document.documentElement.dataset['ready'] !== undefined,
  );
  expect([first, await placeOf(visitor)]).toEqual(['welcome', second]);
  for (let place = second; place !== '/results';) place = await passStep(visitor);
  expect(await until(visitor, () => document.querySelector<HTMLElement>('main h1')!.innerText)).toMatch(/noche/i);
  await visitor.click('main button', { words: /plan/i });
  await leave(visitor, '/results');
  expect(
    await until(visitor, () => document.querySelectorAll('main [role="radio"], main input[type="radio"]').length),
  ).toBe(3);
});

test('Back from another page leads to the step that was left, in the language chosen meanwhile', async ({
  visitor,
  baseURL,
}) => {
  await openReady(visitor, `${baseURL}/daily-emotional-reset`);
  const second = await passStep(visitor);
  await visitor.run(() => void setTimeout(() => location.assign('/privacy-policy')));
  await until(visitor, () => location.pathname === '/privacy-policy');
  await untilReady(visitor);
  await visitor.click('header a[lang="es"]');
  await until(visitor, () => document.documentElement.lang === 'es');
  await visitor.run(() => void setTimeout(() => history.back()));
  await until(
    visitor,
    (step) =>
      document.documentElement.lang === 'es' &&
      document.querySelector('main [data-step]')?.getAttribute('data-step') === step &&
      document.querySelector('main h1')!.textContent.includes('¿'),
    second,
  );
});

test('the step that follows comes in, and ends opaque and in its place', async ({ visitor, baseURL }) => {
  await openReady(visitor, `${baseURL}/sleep-issues`);
  await visitor.run(() =>
    addEventListener('animationend', ({ target }) => {
      // That of the first step may not be over yet.
      if ((target as Element).matches('main [data-step]:not([data-step="welcome"]) > section'))
        Object.assign(window, { hasComeIn: true });
    }),
  );
  expect(await placeOf(visitor)).toBe('welcome');
  await passStep(visitor);
  await until(visitor, () => (window as { hasComeIn?: true }).hasComeIn);
  const { opacity, transform } = await visitor.run(() => {
    const style = getComputedStyle(document.querySelector('main [data-step] > section')!);
    return { opacity: style.opacity, transform: style.transform };
  });
  expect({ opacity, transform }).toEqual({ opacity: '1', transform: 'none' });
});

test('a step of every type takes an answer', async ({ visitor }) => {
  // The first engine builds it: the builds of the others wait for that, and find nothing left to do.
  const siteDir = 'dist/every-field';
  const built = run('scripts/build.ts', { FUNNELS_DIR: 'tests/e2e/every-field', SITE_DIR: siteDir });
  expect(await built.exited, built.errors).toBe(0);
  const port = await findFreePort();
  const site = new ReplaceableSite(port);
  await site.publish(siteDir);
  await openReady(visitor, `http://127.0.0.1:${port}/every-field`);
  for (let place = await placeOf(visitor); place !== '/results'; place = await leave(visitor, place)) {
    await (fills[place] ?? answerStep)(visitor);
  }
  expect(await visitor.run(() => JSON.parse(localStorage.getItem('wizardEveryField')!) as unknown)).toEqual({
    mood: 'calm',
    habits: ['tea'],
    country: 'chile',
    hours: 8,
    easy: 0,
    age: 42,
    week: ['rested.often', 'rushed.often'],
    cares: ['work', 'sleep', 'family'],
    since: '2020-05-04',
    bedtime: '23:30',
    wish: 'A word',
    contact: 'ada@example.org',
    number: '+34612345678',
    tips: 'yes',
  });
  site.stop();
});

test('a member signs up, pays, finds a session, listens to it, also offline, and signs out', async ({
  visitor,
  engine,
  baseURL,
}) => {
  const line = await openLine(Number(new URL(baseURL!).port));
  await signUp(visitor, baseURL!);
  await pay(visitor);
  await openReady(visitor, `${line.url}/cabinet/sessions`);
  await visitor.click('[role="dialog"] button', { words: /^Close$/ }); // the welcome
  await visitor.type('main [type="search"]', 'rain');
  await until(visitor, () => {
    const found = document.querySelectorAll('main article').length;
    return found > 0 && found < 10;
  });
  await listenEverywhere(visitor, line, engine);
  await visitor.click('button', { words: /^Sign out$/ });
  await until(visitor, () => location.pathname === '/login');
  const tokens = async () => (await visitor.cookies()).filter(({ name }) => /^(?:authToken|refreshToken)$/.test(name));
  await expect.poll(tokens).toEqual([]);
  await visitor.goto(`${line.url}/cabinet/sessions`);
  await until(visitor, () => location.pathname === '/login' && document.querySelector('main h1'));
  line.close();
});

test('Firefox still refuses the command that allow-firefox.mjs is for', ({ engine }) => {
  test.skip(engine !== 'firefox', 'it is about Firefox');
  const script = `import { firefox } from 'playwright';
    const browser = await firefox.launch({ channel: 'moz-firefox', executablePath: process.env.FIREFOX });
    await browser.newPage().finally(() => browser.close());`;
  const env = { ...process.env, NODE_OPTIONS: '' };
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { env, encoding: 'utf8' });
  expect(stderr).toContain('emulation.setMediaFeaturesOverride');
});

async function signUp(page: EnginePage, site: string): Promise<void> {
  await openReady(page, `${site}/register`);
  await page.type('main [type="email"]', newEmail());
  await page.type('main [autocomplete="new-password"]', 'sleep5well');
  for (let box = 0; box < 3; box++) await page.click('main [type="checkbox"]:not(:checked)');
  await page.click('main button[type="submit"]');
  await until(page, () => location.pathname === '/cabinet/payment' && document.querySelector('main [type="radio"]'));
  for (const name of ['authToken', 'refreshToken']) {
    const cookie = (await page.cookies()).find((each) => each.name === name)!;
    expect(cookie).toMatchObject({ path: '/', sameSite: 'Strict' });
    expect(Math.round((cookie.expiry! - Date.now() / 1_000) / 86_400)).toBe(30);
  }
}

async function pay(page: EnginePage): Promise<void> {
  await page.click('main label', { words: /Basic/ });
  await page.click('main button', { words: /^Continue to payment/ });
  await until(page, () => location.pathname.startsWith('/dev/stripe/checkout/') && document.readyState === 'complete');
  const card = { number: cards.pays, expiry: ownExpiry(), cvc: '123', name: 'Ada' };
  for (const [name, text] of Object.entries(card)) await page.type(`[name="${name}"]`, text);
  await page.click('button', { words: /^Pay/ });
  await until(
    page,
    () => location.pathname === '/cabinet/payment' && document.body.innerText.includes('Go to my sessions'),
  );
}

/** Saves a session, plays it, and finds and plays it again while the server can't be reached. */
async function listenEverywhere(page: EnginePage, line: Line, engine: EngineOptions['engine']): Promise<void> {
  const isHeard = engine !== 'wpe'; // no sound of ours begins in it: its clock stays at 0:00
  if (!isHeard)
    for (const description of ['player', 'the player offline'])
      test.info().annotations.push({ type: 'leaves out', description });
  await openReady(page, `${line.url}/cabinet/sessions?category=breathing`);
  await page.click('button[aria-label^="Save on this device, Before you go in"]');
  // The server makes the sound first, which takes a busy machine minutes.
  await expect(async () => {
    await page.run(() =>
      document.querySelector<HTMLElement>('button[aria-label^="Not on this device yet, Before you go in"]')?.click(),
    );
    await until(page, () => document.querySelector('button[aria-label^="Remove from this device, Before you go in"]'));
  }).toPass({ timeout: 600_000 });
  if (isHeard) {
    await play(page);
    await tryPlayer(page);
  }
  await openReady(page, `${line.url}/cabinet/dashboard`);
  await until(page, isDashboardKept);
  line.cut();
  await page.reload();
  await until(page, () => document.querySelector('li button[aria-label*="Before you go in"]'));
  if (isHeard) await play(page);
  line.mend();
  await page.reload();
  await untilReady(page);
}

/** Plays the session, and hears some of it: the clock goes on by itself, and knows how long the session is. */
async function play(page: EnginePage): Promise<void> {
  // Before the player is made, which has it nowhere in the page.
  await page.run(() => {
    window.Audio = class extends Audio {
      constructor() {
        super();
        Object.assign(window, { sound: this });
      }
    };
  });
  await page.click(':is(article, li) button', { words: /^(?:Play|Continue), Before you go in/ });
  await goesOn(page);
}

async function goesOn(page: EnginePage): Promise<void> {
  const laterThan = (before: string) =>
    until(page, (clock) => /\d+:\d\d \/ 15:00/.exec(document.body.innerText)?.[0].replace(clock, ''), before);
  for (let [seconds, clock] = [0, 'none']; seconds < 3; seconds++) clock = await laterThan(clock);
}

/** 15 seconds on, a minute on by the slider, a sleep timer, and a pause. */
async function tryPlayer(page: EnginePage): Promise<void> {
  const slider = '[data-full-player] [type="range"]';
  const comesTo = (second: number) =>
    until(
      page,
      (selector, least) => Number(document.querySelector<HTMLInputElement>(selector)?.value) >= least,
      slider,
      second,
    );
  await page.click('[data-full-player] button', { words: /^Forward 15 seconds$/ });
  await comesTo(15);
  await page.press(slider, 'PageUp');
  await comesTo(75);
  await page.click('[data-full-player] label', { words: /^10 min$/ });
  await until(page, () => /Fades out in 9:\d\d/.test(document.body.innerText));
  await page.click('[data-full-player] button', { words: /^Pause$/ });
  await until(page, () => (window as { sound?: HTMLAudioElement }).sound!.paused);
}

/** In the page: whether the dashboard can be shown while offline. */
async function isDashboardKept(): Promise<boolean> {
  const name = (await caches.keys()).find((each) => each.startsWith('answers-'));
  if (name === undefined) return false;
  const kept = await (await caches.open(name)).match('/api/v1/dashboard/', { ignoreVary: true, ignoreSearch: true });
  return kept !== undefined;
}

/** How the steps are answered whose field is no option, tick or line of text. */
const fills: Readonly<Record<string, (page: EnginePage) => Promise<void>>> = {
  country: (page) => page.click(inStep('[role="option"]'), { words: /Chile/ }),
  age: (page) => write(page, '42'),
  week: async (page) => {
    for (const row of ['rested', 'rushed']) await page.click(inStep(`label:has([data-cell="${row}.often"])`));
    await goOn(page);
  },
  cares: async (page) => {
    for (const words of [/Work/, /Sleep/]) await page.click(inStep('label'), { words });
    await goOn(page);
  },
  since: (page) => write(page, '2020-05-04'),
  bedtime: (page) => write(page, '23:30'),
  contact: (page) => write(page, 'ada@example.org'),
  number: (page) => write(page, '612 345 678'),
};

async function write(page: EnginePage, text: string): Promise<void> {
  await page.type(inStep('input'), text);
  await goOn(page);
}
