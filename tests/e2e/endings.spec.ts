import { expect, test, type Page } from '@playwright/test';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFreePort } from '../../scripts/postgres/free-port.ts';
import { expectAccessible } from './expect-accessible.ts';
import { endingsFunnel } from './funnels-of-tests.ts';
import { run } from './processes.ts';
import { ReplaceableSite } from './served-sites.ts';
import { failOnErrors } from './visitor.ts';

test.describe.configure({ mode: 'serial' });

const port = await findFreePort();
const url = `http://127.0.0.1:${port}`;
const siteDir = path.join(mkdtempSync(path.join(tmpdir(), 'site-')), 'site');
const site = new ReplaceableSite(port);

test.beforeAll(async () => {
  const built = run('scripts/build.ts', { FUNNELS_DIR: endingsFunnel(), SITE_DIR: siteDir });
  expect(await built.exited, built.errors).toBe(0);
  await site.publish(siteDir);
});
test.afterAll(() => site.stop());

/** Takes the quiz with this answer, up to the results. */
async function answer(page: Page, option: string, start: RegExp = /Continue/) {
  await page.goto(`${url}/mood-check`);
  await page.getByRole('button', { name: start }).click();
  await page.getByRole('radio', { name: option, exact: true }).click();
  await expect(page).toHaveURL(/results/);
}

test('a result that is only a message has a help line that can be tapped, and leads to no plan', async ({ page }) => {
  failOnErrors(page);
  await page.goto(`${url}/mood-check`);
  await expect(page.getByRole('link', { name: 'call 988' })).toHaveAttribute('href', 'tel:988');
  await expect(page.getByText('98% satisfaction')).toHaveCount(0);
  await answer(page, 'Always');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Please talk to someone today');
  await expect(main.getByRole('link')).toHaveText(['call 988', '988', 'someone there', 'privacy policy']);
  await expect(main.getByText('carry this alone')).toHaveJSProperty('tagName', 'STRONG');
  await expect(main.getByText('Your answers')).toBeVisible();
  await expect(main.getByRole('button')).toHaveCount(0);
  await expectAccessible(page, 'a message');
  await page.goto(`${url}/personalized-plan`);
  await expect(page).toHaveURL(/results/);
  await page.goto(`${url}/wizard-register`);
  await expect(page.getByText('your result will be saved')).toBeVisible();
  await expect(page.getByText('four-week plan')).toHaveCount(0);
});

test('a result leads where its outcome ends: to a number, to the sign-up, to the plan', async ({ page }) => {
  failOnErrors(page);
  await answer(page, 'On most days');
  await expect(page.getByRole('link', { name: 'Call 988' })).toHaveAttribute('href', 'tel:988');
  await expect(page.getByRole('heading', { name: 'Someone to talk to' })).toBeVisible();
  await expectAccessible(page, 'a number');
  await answer(page, 'On some days');
  await page.getByRole('button', { name: 'Create my account' }).click();
  await expect(page).toHaveURL(/wizard-register/);
  await answer(page, 'Never');
  await page.getByRole('button', { name: 'See my plan' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Four quiet weeks');
  await expect(page.getByText('98% satisfaction')).toHaveCount(0);
  await expect(page.getByText('Questions before you start')).toHaveCount(0);
  await expect(page.getByText('diagnosis')).toBeVisible();
});

test('an outcome has its own help line in each language', async ({ page, context }) => {
  await context.addCookies([{ name: 'locale', value: 'es', url }]);
  await answer(page, 'Siempre', /Continuar/);
  await expect(page.getByRole('link', { name: 'llama al 024' })).toHaveAttribute('href', 'tel:024');
});
