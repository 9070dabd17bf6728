import { expect, type Page, type Route } from '@playwright/test';
import { expectAccessible } from './expect-accessible.ts';
import { holdScripts, openHeld, test } from './network.ts';
import { speaker } from './speaker.ts';
import { speak, Visitor } from './visitor.ts';
import { withResolvers } from '../harness/with-resolvers.ts';

const quiz = '/daily-emotional-reset';
const mainScript = /\/assets\/index-[^/]*\.js$/;

/** Resets the requests for these files until `isBack` says otherwise; returns how many there were. */
async function reset(page: Page, files: RegExp, isBack: (request: number, route: Route) => boolean | Promise<boolean>) {
  const seen = { requests: 0 };
  await page.route(files, async (route) => {
    seen.requests += 1;
    await ((await isBack(seen.requests, route)) ? route.continue() : route.abort('connectionreset'));
  });
  return seen;
}

/** Through the screens that the page holds, to a choice that waits for the page's own script. */
async function tapAhead(page: Page): Promise<Visitor> {
  const visitor = new Visitor(page);
  await openHeld(page, quiz);
  await page.locator('[data-tap=next]').click();
  for (const step of ['morning_feel', 'inner_voice', 'love_to_feel']) {
    await expect(visitor.step).toHaveAttribute('data-step', step);
    await page.getByRole('radio').nth(2).click();
  }
  return visitor;
}

const answers = { morningFeel: 'heavy_with_dread', innerVoice: 'passive_or_disconnected', loveToFeel: 'confidence' };

test('a quiz whose script was reset goes on by itself when the connection is back', async ({ page }) => {
  await reset(page, mainScript, (request) => request > 4);
  const visitor = await tapAhead(page);
  await expect(visitor.step).toHaveAttribute('data-step', 'voice_can_change');
  expect(await visitor.savedEntry('visit:daily-emotional-reset')).toMatchObject({ answers, counter: 3 });
  await expect(page.locator('#waiting')).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('tries'))).toBeNull();
});

test('a browser that remembers the script as failed reloads the page, and no answer is lost', async ({ page }) => {
  let documents = 0;
  await page.route(`**${quiz}`, (route) => {
    documents += route.request().isNavigationRequest() ? 1 : 0;
    return route.continue();
  });
  // Not before the last tap: one that comes while the page is being loaded again is no one's.
  const { promise: tapped, resolve: fail } = withResolvers();
  await reset(page, mainScript, async (_, route) => {
    if (documents === 1) await tapped;
    return documents > 1 || route.request().method() === 'HEAD';
  });
  const visitor = await tapAhead(page);
  fail();
  await expect(visitor.step).toHaveAttribute('data-step', 'voice_can_change');
  expect(documents).toBe(2);
  expect(await visitor.savedEntry('visit:daily-emotional-reset')).toMatchObject({ answers, counter: 3 });
});

for (const [path, locale] of [
  [quiz, 'es'],
  ['/results', 'en'],
  ['/wizard-register', 'es'],
  ['/cabinet/sessions', 'en'],
] as const)
  test(`a visitor who waits for the script of ${path} in ${locale} reads so, and after a while what to do`, async ({
    page,
  }) => {
    const t = speaker(locale);
    await speak(page, locale);
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000); // however long the page takes to come
    const release = await holdScripts(page);
    await openHeld(page, path);
    const hint = page.locator('#waiting').getByRole('status');
    const button = page.getByRole('button', { name: t('site:errors.reload') });
    await expect(hint).toHaveText('');
    await page.clock.fastForward(4_000);
    await expect(hint).toHaveText(t('account:waiting.soon'));
    await expect(button).toBeHidden();
    await page.clock.fastForward(8_000);
    await expect(hint).toHaveText(t('account:waiting.late'));
    await expect(hint).toBeInViewport({ ratio: 1 });
    await page.clock.resume();
    if (path === '/wizard-register') await expectAccessible(page, `${path} while it waits`);
    await button.click();
    release();
    await expect(page.locator('html[data-ready]')).toHaveCount(1);
    await expect(page.locator('#waiting')).toHaveCount(0);
  });

test('the button says that it does nothing while the server cannot be reached', async ({ page }) => {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await reset(page, mainScript, () => false);
  await openHeld(page, '/login');
  const hint = page.locator('#waiting').getByRole('status');
  await expect(hint).toHaveText('');
  await page.clock.fastForward(12_000);
  const words = speaker('en')('account:waiting.late');
  await expect(hint).toHaveText(words);
  await page.evaluate(() => {
    const said: string[] = [];
    new MutationObserver(([first]) => said.push(first!.target.textContent!)).observe(
      document.querySelector('#waiting p')!,
      { childList: true },
    );
    Object.assign(window, { said });
  });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { said: string[] }).said.length))
    .toBeGreaterThan(1);
  await expect(hint).toHaveText(words);
});

test('code, words and data of a page that were reset are fetched again', async ({ page }) => {
  const code = await reset(page, /\/assets\/LoginPage-[^/]*\.js$/, (request) => request > 2);
  await page.goto('/login');
  await expect(page.locator('html[data-ready]')).toHaveCount(1);
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible();
  expect(code.requests).toBeGreaterThan(2);

  const data = await reset(page, /\/assets\/daily-emotional-reset\.en-[^/]*\.json$/, (request) => request > 2);
  await page.goto(quiz);
  await expect(page.locator('html[data-ready]')).toHaveCount(1);
  await expect(new Visitor(page).step).toBeVisible();
  await expect.poll(() => data.requests).toBeGreaterThan(2);
});

test('a visitor who goes offline before the results reads that the answers are saved, and sees the results once online', async ({
  page,
  context,
}) => {
  const visitor = new Visitor(page);
  await page.route(/\/assets\/ResultsPage-/, (route) => route.abort('internetdisconnected')); // nor is it fetched ahead
  await visitor.open(`${quiz}?stepsLimit=1`);
  await expect(page.locator('html[data-ready]')).toHaveCount(1);
  await visitor.pass();
  await page.route(/\/assets\//, (route) => route.abort('internetdisconnected'));
  await context.setOffline(true);
  await page.getByRole('radio').first().click();
  await expect(page).toHaveURL('/results');
  await expect(page.getByText(/Your answers are saved on this device/)).toBeVisible();
  await expect(page.locator('body')).not.toContainText(/Failed to fetch|TypeError|\/assets\//);
  await page.unrouteAll();
  await context.setOffline(false);
  // Once the browser is online again, the page does so by itself.
  await page
    .getByRole('button', { name: 'Try again' })
    .click({ timeout: 5_000 })
    .catch(() => undefined);
  await expect(page.getByRole('button', { name: 'See my plan' })).toBeVisible();
});
