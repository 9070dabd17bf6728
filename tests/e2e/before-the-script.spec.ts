import { expect, type Page } from '@playwright/test';
import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { holdScripts, openHeld, test, untilListening } from './network.ts';
import { speaker } from './speaker.ts';
import { failOnErrors } from './visitor.ts';
import { withResolvers } from '../harness/with-resolvers.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const formAnswers = { '/login': 'You must fill this field.', '/reset-password/1/2': 'This link doesn’t work' };

for (const [path, answer] of Object.entries(formAnswers)) {
  test(`what is typed into the form of ${path} before the script has arrived stays`, async ({ page }) => {
    const release = await holdScripts(page);
    await openHeld(page, path);
    const password = page.getByRole('textbox', { name: /password/i });
    await password.fill('sleep5well');
    release();
    await expect(page.locator('html[data-ready]')).toHaveCount(1);
    await expect(password).toHaveValue('sleep5well');
    await page.locator('form button[type="submit"]').click();
    await expect(page.getByText(answer)).toHaveCount(1);
  });
}

/** Serves the site whose pages come only up to the end of their own script: the connection stalls then. */
async function serveStalled(site: string) {
  const server = createServer(({ url }, response) => {
    // A connection of its own: one that is kept may be closed by the site just as it is used again.
    get(site + url, { agent: false }, async (answer) => {
      const { 'content-type': type = '', 'content-security-policy': policy = '' } = answer.headers;
      response.writeHead(answer.statusCode!, { 'content-type': type, 'content-security-policy': String(policy) });
      if (!type.startsWith('text/html')) return answer.pipe(response);
      return response.write(/^.*<script id="starter">.*?<\/script>/s.exec(await text(answer))![0]);
    }).on('error', () => response.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close().closeAllConnections(),
  };
}

test('a script that the browser has already starts with what has arrived of the page', async ({ page, baseURL }) => {
  const errors = failOnErrors(page);
  const { url, close } = await serveStalled(baseURL!);
  await page.goto(`${url}/results`, { waitUntil: 'commit' });
  await expect(page.locator('html[data-ready]')).toHaveCount(1);
  expect(errors).toEqual([]);
  close();
});

test('without JavaScript the first screen is there, and what to do', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/sleep-issues?locale=es');
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await expect(page.locator('main h1:visible')).toBeVisible();
  await expect(page.locator('.no-script')).toContainText('Este sitio necesita JavaScript.');
  await expect(page.locator('.no-script')).toBeVisible();
  await context.close();
});

test('the results have the accent of their quiz before the script has arrived', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('lastQuiz', '{"funnel":"self-confidence","input":{}}'));
  await holdScripts(page);
  await page.goto('/results', { waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-accent', 'plum');
});

/** Adds up what shifts in this page's documents, each for itself. */
async function addUpShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts = { sum: 0 };
    Object.assign(window, { shifts });
    const add = (list: PerformanceObserverEntryList) => {
      for (const entry of list.getEntries() as unknown as { value: number }[]) shifts.sum += entry.value;
    };
    new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true });
  });
  return () =>
    page.evaluate(async () => {
      // What shifts is reported after the paint that shows it.
      await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted, 20)));
      return (window as unknown as { shifts: { sum: number } }).shifts.sum;
    });
}

/** In the page: the typefaces that its styles name. */
function facesOfStyles(): string[] {
  const rules = [...document.styleSheets].flatMap((sheet) => (sheet.disabled ? [] : [...sheet.cssRules]));
  return rules.flatMap((rule) => (rule instanceof CSSFontFaceRule ? rule.cssText : []));
}

/** In the page: the files of its inline style that were fetched all the same. */
function fetchedTwice(): string[] {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet][disabled]')];
  const inline = new Set(links.map(({ href }) => href));
  return performance.getEntriesByType('resource').flatMap(({ name }) => (inline.has(name) ? [name] : []));
}

test('the prerendered HTML is taken over without hydration errors and without a shift', async ({ page }) => {
  const errors = failOnErrors(page);
  const shifted = await addUpShifts(page);
  for (const path of ['/daily-emotional-reset', '/self-confidence', '/terms-of-service', '/login', '/no-such-page']) {
    await page.goto(path);
    const heading = await page.locator('main h1:visible').elementHandle();
    await expect(page.locator('html[data-ready]')).toHaveCount(1);
    expect(await heading.evaluate((node) => node.isConnected), `${path} kept its HTML`).toBe(true);
    const faces = await page.evaluate(facesOfStyles);
    // A second one would replace the typeface of what has been painted.
    expect(faces, `${path} has each typeface once`).toEqual([...new Set(faces)]);
    expect(faces.length).toBeGreaterThan(0);
    expect(await page.evaluate(fetchedTwice), `${path} fetches no style that is inline`).toEqual([]);
    expect(await shifted()).toBeLessThan(0.001);
  }
  expect(errors.filter((text) => !text.includes('404'))).toEqual([]);
});

test('promo data and the length of a quiz outlive taps on links before the script has arrived', async ({ page }) => {
  const promo = { utm_source: 'spring', utm_campaign: 'a b' };
  const readPromo = () => page.evaluate(() => JSON.parse(localStorage.getItem('promoData') ?? 'null') as unknown);
  const query = () => Object.fromEntries(new URL(page.url()).searchParams);
  const header = page.getByRole('banner');
  await holdScripts(page);
  await openHeld(page, '/?utm_source=spring&utm_campaign=a%20b&stepsLimit=3');
  await header.getByRole('link', { name: 'Español' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  expect(query()).toEqual({ ...promo, stepsLimit: '3', locale: 'es' });
  await untilListening(page); // the links know of the query from then on
  await header.getByRole('link', { name: 'English' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US');
  expect(query()).toEqual({ ...promo, stepsLimit: '3', locale: 'en' });
  await untilListening(page);
  const opened = page.waitForEvent('framenavigated'); // at the same address
  await header.getByRole('link').first().click();
  await opened;
  await expect(page).toHaveURL(/stepsLimit=3/);
  await untilListening(page);

  await page.evaluate(() => localStorage.clear());
  await openHeld(page, '/sleep-issues?utm_source=spring&utm_campaign=a%20b');
  await header.getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect(await readPromo()).toEqual(promo);
  await openHeld(page, '/login?from=mail');
  expect(await readPromo(), 'where somebody logs in is no landing').toEqual(promo);
});

test('Back and Forward shift nothing, from step to step and from page to page', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  const shifted = await addUpShifts(page);
  await page.goto('/daily-emotional-reset');
  await expect(page.locator('html[data-ready]')).toHaveCount(1);
  const step = (id: string) => page.locator(`[data-step="${id}"]`).waitFor();
  const login = () => page.getByRole('heading', { level: 1, name: 'Welcome back' }).waitFor();
  await page.locator('[data-tap=next]').click();
  await step('morning_feel');
  await expect(page.locator('footer')).toBeHidden(); // inside a quiz
  await page.locator('header').getByRole('link', { name: 'Sign in' }).click();
  await login();
  const before = await shifted();
  for (const [go, isThere] of [
    [-1, () => step('morning_feel')],
    [-1, () => step('welcome')],
    [1, () => step('morning_feel')],
    [1, login],
  ] as const) {
    await page.evaluate((by) => history.go(by), go);
    await isThere();
    await shifted();
  }
  expect((await shifted()) - before).toBeLessThan(0.001);
});

test('a page that is late shifts nothing: the one that was left holds its room', async ({ page }) => {
  const { promise: held, resolve: release } = withResolvers();
  await page.route(/assets\/ForgotPasswordPage-.*\.js/, (route) => held.then(() => route.continue()));
  const shifted = await addUpShifts(page);
  await page.goto('/login');
  await expect(page.locator('html[data-ready]')).toHaveCount(1);
  await expect(page.locator('footer')).toBeInViewport(); // it could be seen to move
  const before = await shifted();
  await page.getByRole('link', { name: 'Forgot' }).click();
  await expect(page.getByText(speaker('en')('site:layout.loading'))).toBeAttached();
  expect((await shifted()) - before).toBeLessThan(0.001);
  release();
  await expect(page.locator('main h1:visible')).toHaveText(speaker('en')('account:forgot_password.title'));
  expect((await shifted()) - before).toBeLessThan(0.001);
});
