import { expect } from '@playwright/test';
import { holdScripts } from './hold-scripts.ts';
import { test } from './quiet-end.ts';
import { failOnErrors } from './visitor.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const formAnswers = { '/login': 'You must fill this field.', '/reset-password/1/2': "This link doesn't work" };

for (const [path, answer] of Object.entries(formAnswers)) {
  test(`what is typed into the form of ${path} before the script has arrived stays`, async ({ page }) => {
    const release = await holdScripts(page);
    await page.goto(path, { waitUntil: 'commit' });
    const password = page.getByRole('textbox', { name: /password/i });
    await password.fill('sleep5well');
    release();
    await expect(page.locator('html[data-ready]')).toHaveCount(1);
    await expect(password).toHaveValue('sleep5well');
    await page.locator('form button[type="submit"]').click();
    await expect(page.getByText(answer)).toHaveCount(1);
  });
}

test('without JavaScript the first screen is there, and what to do', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/sleep-issues?locale=es');
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await expect(page.locator('main h1')).toBeVisible();
  await expect(page.locator('.no-script')).toContainText('Este sitio necesita JavaScript.');
  await expect(page.locator('.no-script')).toBeVisible();
  await context.close();
});

test('the prerendered HTML is taken over without hydration errors and without a shift', async ({ page }) => {
  const errors = failOnErrors(page);
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number }[]) {
        (window as unknown as { shift: number }).shift =
          ((window as unknown as { shift?: number }).shift ?? 0) + entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const path of ['/daily-emotional-reset', '/self-confidence', '/terms-of-service', '/no-such-page']) {
    await page.goto(path);
    const heading = await page.locator('main h1').elementHandle();
    await expect(page.locator('html[data-ready]')).toHaveCount(1);
    expect(await heading.evaluate((node) => node.isConnected), `${path} kept its HTML`).toBe(true);
    expect(await page.evaluate(() => (window as unknown as { shift?: number }).shift ?? 0)).toBeLessThan(0.01);
  }
  expect(errors.filter((text) => !text.includes('404'))).toEqual([]);
});

test('promo data and the length of a quiz outlive taps on links before the script has arrived', async ({ page }) => {
  const promo = { utm_source: 'spring', utm_campaign: 'a b' };
  const readPromo = () => page.evaluate(() => JSON.parse(localStorage.getItem('promoData') ?? 'null') as unknown);
  const query = () => Object.fromEntries(new URL(page.url()).searchParams);
  const header = page.getByRole('banner');
  await holdScripts(page);
  await page.goto('/?utm_source=spring&utm_campaign=a%20b&stepsLimit=3', { waitUntil: 'commit' });
  await header.getByRole('link', { name: 'Español' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  expect(query()).toEqual({ ...promo, stepsLimit: '3', locale: 'es' });
  await header.getByRole('link', { name: 'English' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  expect(query()).toEqual({ ...promo, stepsLimit: '3', locale: 'en' });
  await header.getByRole('link').first().click();
  await expect(page).toHaveURL(/stepsLimit=3/);

  await page.evaluate(() => localStorage.clear());
  await page.goto('/sleep-issues?utm_source=spring&utm_campaign=a%20b', { waitUntil: 'commit' });
  await header.getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect(await readPromo()).toEqual(promo);
  await page.goto('/login?from=mail', { waitUntil: 'commit' });
  await expect(page.locator('main h1')).toBeVisible();
  expect(await readPromo(), 'where somebody logs in is no landing').toEqual(promo);
});
