import { expect, type Page } from '@playwright/test';
import { failOnErrors, Visitor } from './visitor.ts';
import { fetched, test } from './network.ts';

const tampered = [
  '{',
  'null',
  '[]',
  '42',
  '"x"',
  '{"at":"no_such_step"}',
  '{"at":"inner_voice","answers":{"morningFeel":"__proto__"},"counter":-5,"goals":7}',
  '{"__proto__":{"at":1},"at":"kind_of_life","version":{},"answers":[[]],"counter":1e99}',
];

test('a tampered visit never leaves a blank page', async ({ page }) => {
  const errors = failOnErrors(page);
  const visitor = new Visitor(page);
  for (const entry of tampered) {
    await test.step(entry, async () => {
      await leaveInStorage(page, { 'visit:daily-emotional-reset': entry });
      await visitor.open('/daily-emotional-reset');
      await expect(visitor.heading).toBeVisible();
      await visitor.pass();
      expect(errors, entry).toEqual([]);
    });
  }
});

test('tampered answers are ignored by the results', async ({ page }) => {
  for (const entry of tampered) {
    await test.step(entry, async () => {
      await leaveInStorage(page, { wizardEmotionalReset: entry, lastQuiz: entry });
      await page.goto('/results');
      await expect(page, entry).toHaveURL(/\/daily-emotional-reset$/);
      await expect(page.locator('main [data-step]')).toBeVisible();
    });
  }
});

/** Has the browser remember this and nothing else. */
async function leaveInStorage(page: Page, entries: Record<string, string>): Promise<void> {
  await page.goto('/robots.txt');
  await page.evaluate((given) => {
    sessionStorage.clear();
    localStorage.clear();
    for (const [key, value] of Object.entries(given)) localStorage.setItem(key, value);
  }, entries);
}

test('without a finished quiz, results and plan lead to the root route', async ({ page }) => {
  const errors = failOnErrors(page);
  for (const path of ['/results', '/personalized-plan']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/daily-emotional-reset$/);
    await expect(page.locator('main [data-step]')).toBeVisible();
  }
  expect(errors).toEqual([]);
});

test('an unknown locale and broken query parameters are ignored', async ({ page }) => {
  for (const query of [
    '?locale=xx',
    '?locale=es&locale=en',
    '?locale[]=es',
    '?stepsLimit=%E0%A4%A',
    '?%',
    '?utm_source=%FF&a=b=c&&',
  ]) {
    await page.goto(`/daily-emotional-reset${query}`);
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-US');
    await expect(page.locator('main [data-step]')).toBeVisible();
  }
});

test('the query parameters of the landing URL are kept as promo data', async ({ page }) => {
  const visitor = new Visitor(page);
  await visitor.open('/sleep-issues?utm_source=spring&utm_campaign=a%20b');
  await visitor.pass();
  const promo = { utm_source: 'spring', utm_campaign: 'a b' };
  await expect.poll(() => visitor.savedEntry('promoData')).toEqual(promo);
  await page.goto('/sleep-issues');
  await expect(visitor.step).toBeVisible();
  expect(await visitor.savedEntry('promoData')).toEqual(promo);
});

test('a translation that is missing on the server gives an error toast, and the language stays', async ({ page }) => {
  await page.route(/assets\/site-.*\.js/, async (route) => {
    const response = await route.fetch();
    const isSpanish = (await response.text()).includes('Continuar');
    await (isSpanish ? route.fulfill({ status: 404, body: '' }) : route.fulfill({ response }));
  });
  const visitor = new Visitor(page);
  await visitor.open('/daily-emotional-reset');
  await expect(page.locator('html[data-ready]')).toHaveCount(1);
  await page.getByRole('link', { name: /Español|ES/ }).click();
  await expect(page.getByText(/This couldn’t be loaded/).first()).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US');
});

test('a page whose files cannot be fetched says so, and Try again leads on once they can', async ({ page }) => {
  const visitor = new Visitor(page);
  await visitor.open('/daily-emotional-reset');
  await expect(page.locator('html[data-ready]')).toHaveCount(1);
  await page.route(/assets\/LegalPages-.*\.js/, (route) => route.abort());
  await page.getByRole('link', { name: 'Terms of service' }).click();
  await expect(page.getByRole('heading', { name: 'The page didn’t load' })).toBeVisible();
  await page.unroute(/assets\/LegalPages-.*\.js/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('main h1:visible')).toContainText('Terms of service');
});

test('section 2: the root leads to the daily emotional reset quiz, with the query of the landing', async ({ page }) => {
  await page.goto('/?utm_source=spring');
  await expect(page).toHaveURL(/\/daily-emotional-reset\?utm_source=spring$/);
});

test('a browser that refuses storage shows the result all the same', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('refused', 'QuotaExceededError');
    };
  });
  const visitor = new Visitor(page);
  await visitor.open('/sleep-issues?stepsLimit=2');
  await visitor.finish();
  await expect(page).toHaveURL(/\/results$/);
  await expect(page.locator('main h1:visible')).toBeVisible();
});

test('a lost connection is said in a toast', async ({ page, context }) => {
  await fetched(page, 'ToastHost', () => page.goto('/daily-emotional-reset'));
  await context.setOffline(true);
  await page.getByRole('link', { name: /Español|ES/ }).click();
  await expect(page.getByText(/This couldn’t be loaded/).first()).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US');
});

test('the link to the content leaves the way back as it was', async ({ page }) => {
  const visitor = new Visitor(page);
  await visitor.open('/daily-emotional-reset');
  await visitor.pass();
  await visitor.pass();
  await page.keyboard.press('Shift+Tab');
  await page.locator('a[href="#main"]').focus();
  await page.keyboard.press('Enter');
  await visitor.back.click();
  await expect(page.getByText('2/16')).toBeVisible();
});
