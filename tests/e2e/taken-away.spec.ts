import { expect, type Page } from '@playwright/test';
import { newEmail, test } from './member.ts';
import { speaker } from './speaker.ts';
import { failOnErrors, Visitor } from './visitor.ts';

/** What still works without what browsers take away: the table in docs/reference/browsers.md. */

const t = speaker('en');

/** As where a browser blocks all cookies: to read storage throws as well. */
function blockStorage(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'caches', 'indexedDB'])
      Object.defineProperty(window, name, {
        get(): never {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
    Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set() {} });
  });
}

test('where cookies and storage are blocked, the quiz leads to the plan, and signing up says why it can’t be', async ({
  page,
}) => {
  const errors = failOnErrors(page);
  await blockStorage(page);
  const visitor = new Visitor(page);
  await visitor.open('/sleep-issues?stepsLimit=2');
  await visitor.finish();
  await page.getByRole('button', { name: t('results:next.continue') }).click();
  await expect(page).toHaveURL(/\/personalized-plan$/);
  await page.getByRole('radio').first().check();
  await page
    .getByRole('button', { name: t('plan:continue.button') })
    .filter({ visible: true })
    .first()
    .click();
  await expect(page).toHaveURL(/\/wizard-register$/);
  await page.getByRole('textbox', { name: t('account:fields.email') }).fill(newEmail());
  await page.getByRole('textbox', { name: t('account:fields.password') }).fill('sleep5well');
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await page.getByRole('button', { name: t('account:register.submit') }).click();
  await expect(page.getByText(t('account:problems.cookies_off')).first()).toBeVisible();
  expect(errors).toEqual([]);
});

test('a quiz in a tab that was frozen for a day goes on where it was', async ({ page, context }) => {
  await page.clock.install();
  const visitor = new Visitor(page);
  await visitor.open('/sleep-issues?stepsLimit=3');
  await visitor.pass();
  const step = await visitor.pass().then(() => visitor.stepId());
  const devtools = await context.newCDPSession(page);
  await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
  await devtools.send('Page.setWebLifecycleState', { state: 'active' });
  await page.clock.fastForward('24:00:00');
  expect(await visitor.stepId()).toBe(step);
  await visitor.finish();
  await expect(page.locator('main h1:visible')).toBeVisible();
});

/** Fields of the page that iOS would zoom into: those with letters below 16 px. */
const zoomedInto = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('input, select, textarea')]
      .filter((field) => !field.matches('[type=radio], [type=checkbox], [type=range], [type=hidden]'))
      .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
      .map((field) => field.outerHTML),
  );

test('no field of an account is zoomed into', async ({ page }) => {
  for (const path of ['/login', '/forgot-password', '/reset-password/1/2', '/wizard-register']) {
    await page.goto(path);
    await expect(page.locator('html[data-ready]')).toHaveCount(1);
    await expect(page.locator('main input').first()).toBeVisible();
    expect(await zoomedInto(page)).toEqual([]);
  }
});

test('what is typed in a quiz is not zoomed into, and Enter sends it where the keyboard covers Continue', async ({
  page,
}) => {
  const visitor = new Visitor(page);
  await visitor.open('/self-confidence');
  while ((await visitor.stepId()) !== 'small_proof') await visitor.pass();
  expect(await zoomedInto(page)).toEqual([]);
  const field = visitor.step.getByRole('textbox');
  await field.fill('My first weeks');
  await field.press('Enter');
  await expect(visitor.step).toHaveAttribute('data-step', 'compliment');
});
