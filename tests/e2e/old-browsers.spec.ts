import { expect, type Page } from '@playwright/test';
import { test } from './network.ts';
import { speaker } from './speaker.ts';
import { speak } from './visitor.ts';

/** A browser that is older than the table of docs/reference/browsers.md reads the page and a sentence, never a blank. */

const quiz = '/daily-emotional-reset';
const mainScript = /\/assets\/index-[^/]*\.js$/;
const hintOf = (page: Page) => page.locator('#waiting').getByRole('status', { includeHidden: true });

for (const [path, locale] of [
  [quiz, 'en'],
  ['/cabinet/sessions', 'es'],
] as const)
  test(`where not even the inline scripts of ${path} run, a sentence in ${locale} shows by itself`, async ({
    page,
  }) => {
    await speak(page, locale);
    // The policy refuses a script that isn't the site's, as an old browser refuses one that it can't read.
    await page.route(`**${path}`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replaceAll(/(<script id="[^"]+">)/g, '$1;') });
    });
    await page.goto(path, { waitUntil: 'commit' });
    const hint = hintOf(page);
    await expect(hint).toHaveText(speaker(locale)('account:waiting.old'));
    await expect(hint).toBeHidden();
    await page.evaluate(() => document.querySelector('#waiting')!.getAnimations()[0]!.finish());
    await expect(hint).toBeVisible();
    await expect(hint).toBeInViewport({ ratio: 1 });
    if (path === quiz) await expect(page.locator('main h1:visible')).toBeVisible();
  });

test('where the page’s own script comes and can’t be read, a sentence says so after some reloads', async ({ page }) => {
  await page.route(mainScript, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: 'a newer syntax' });
  });
  await page.goto(quiz, { waitUntil: 'commit' });
  await expect(hintOf(page)).toHaveText(speaker('en')('account:waiting.old'));
  await expect(page.locator('main h1:visible')).toBeVisible();
});

test('where the script breaks at its start, the page stays, and the hint says what to do', async ({ page }) => {
  await page.clock.install();
  await page.route('**/login', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace('id="site"', 'id="gone"') });
  });
  await page.goto('/login');
  await page.clock.fastForward(12_000);
  await expect(page.locator('main h1:visible')).toBeVisible();
  await expect(hintOf(page)).toHaveText(speaker('en')('account:waiting.late'));
});
