import { expect } from '@playwright/test';
import { spawnSync } from 'node:child_process';
import { findFreePort } from '../../scripts/postgres/free-port.ts';
import { type EnginePage, until } from '../harness/webdriver.ts';
import { answerStep, goOn, inStep, leave, openReady, passStep, placeOf, test, untilReady } from './engine-page.ts';
import { run } from './processes.ts';
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
    wish: 'A word',
    contact: 'ada@example.org',
    number: '+34612345678',
    tips: 'yes',
  });
  site.stop();
});

test('a member signs up, pays, finds a session and signs out', async ({ visitor, baseURL }) => {
  await signUp(visitor, baseURL!);
  await pay(visitor);
  await visitor.click('main a', { words: /^Go to my sessions$/ });
  await visitor.click('[role="dialog"] button', { words: /^Close$/ }); // the welcome
  await visitor.type('main [type="search"]', 'rain');
  await until(visitor, () => {
    const found = document.querySelectorAll('main article').length;
    return found > 0 && found < 10;
  });
  await visitor.click('button', { words: /^Sign out$/ });
  await until(visitor, () => location.pathname === '/login');
  const names = (await visitor.cookies()).map(({ name }) => name);
  expect(names.filter((name) => /^(?:authToken|refreshToken)$/.test(name))).toEqual([]);
  await visitor.goto(`${baseURL}/cabinet/sessions`);
  await until(visitor, () => location.pathname === '/login' && document.querySelector('main h1'));
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

/** How the steps are answered whose field is no option, tick or line of text. */
const fills: Readonly<Record<string, (page: EnginePage) => Promise<void>>> = {
  country: (page) => page.click(inStep('[role="option"]'), { words: /Chile/ }),
  hours: async (page) => {
    await page.press(inStep('[type="range"]'), 'ArrowRight');
    await goOn(page);
  },
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
  contact: (page) => write(page, 'ada@example.org'),
  number: (page) => write(page, '612 345 678'),
};

async function write(page: EnginePage, text: string): Promise<void> {
  await page.type(inStep('input'), text);
  await goOn(page);
}
