import { expect, type Page } from '@playwright/test';
import { enterAsMember, grantAccess, inAYear, test } from './member.ts';

const publicPaths = [
  '/daily-emotional-reset',
  '/nervous-system-overload',
  '/self-confidence',
  '/sleep-issues',
  '/results',
  '/personalized-plan',
  '/wizard-register',
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password/1/2',
];
const paidPaths = ['/cabinet/sessions', '/cabinet/profile', '/cabinet/dashboard'];
const memberPaths = ['/cabinet/payment', '/cabinet/payment-error', '/cabinet/email-unsubscribe'];

async function expectToEndAt(page: Page, path: string): Promise<void> {
  await expect(page.locator('main h1')).toBeVisible();
  await expect(page).toHaveURL((url) => url.pathname === path);
}

test('section 2: / leads to the daily emotional reset quiz', async ({ page }) => {
  await page.goto('/');
  await expectToEndAt(page, '/daily-emotional-reset');
});

test('section 6: every page of the cabinet sends an anonymous visitor to LOGIN', async ({ page }) => {
  for (const path of ['/cabinet', ...paidPaths, ...memberPaths]) {
    await page.goto(path);
    await expectToEndAt(page, '/login');
  }
});

test('section 6: without access, sessions, profile and dashboard lead to the payment', async ({ page, context }) => {
  await enterAsMember(context);
  for (const path of ['/cabinet', ...paidPaths]) {
    await page.goto(path);
    await expectToEndAt(page, '/cabinet/payment');
  }
});

test('section 6: payment, payment error and unsubscribe need a log-in only', async ({ page, context }) => {
  await enterAsMember(context);
  for (const path of memberPaths) {
    await page.goto(path);
    await expectToEndAt(page, path);
  }
});

test('sections 2 and 6: with access, /cabinet leads to the sessions, and all of the cabinet is open', async ({
  page,
  context,
}) => {
  await enterAsMember(context);
  await grantAccess(context, inAYear());
  await page.goto('/cabinet');
  await expectToEndAt(page, '/cabinet/sessions');
  for (const path of [...paidPaths, ...memberPaths]) {
    await page.goto(path);
    await expectToEndAt(page, path);
  }
});

test('section 6: access that is over leads to the payment', async ({ page, context }) => {
  await enterAsMember(context);
  await grantAccess(context, '2020-01-01T00:00:00.000Z');
  for (const path of paidPaths) {
    await page.goto(path);
    await expectToEndAt(page, '/cabinet/payment');
  }
});

test('section 6: every public page sends a member to the sessions', async ({ page, context }) => {
  await enterAsMember(context);
  await grantAccess(context, inAYear());
  for (const path of ['/', ...publicPaths]) {
    await page.goto(path);
    await expectToEndAt(page, '/cabinet/sessions');
  }
});

test('section 6: a member without access ends at the payment from a public page', async ({ page, context }) => {
  await enterAsMember(context);
  await page.goto('/sleep-issues');
  await expectToEndAt(page, '/cabinet/payment');
});

test('section 6: verify-email, terms and privacy stay open to members', async ({ page, context }) => {
  await enterAsMember(context);
  for (const path of ['/terms-of-service', '/privacy-policy']) {
    await page.goto(path);
    await expectToEndAt(page, path);
    await expect(page.getByRole('banner').getByRole('link', { name: 'My sessions' })).toBeVisible();
  }
  await page.goto('/verify-email/1/2');
  await expectToEndAt(page, '/verify-email/-/-');
});

test('section 6: when no user data comes for about 10 s, LOGIN is shown', async ({ page, context }) => {
  await enterAsMember(context);
  await page.clock.install();
  await page.route('**/api/v1/users/me/', () => {});
  const asked = page.waitForRequest('**/api/v1/users/me/');
  await page.goto('/cabinet/sessions');
  await asked;
  await page.clock.runFor(9_000);
  await expect(page).toHaveURL(/\/cabinet\/sessions$/);
  await page.clock.runFor(2_000);
  await expectToEndAt(page, '/login');
});

test('after the log-in, the page is shown that was asked for before', async ({ page, context }) => {
  const member = await enterAsMember(context);
  await context.clearCookies();
  await page.goto('/cabinet/email-unsubscribe?from=mail');
  await expectToEndAt(page, '/login');
  expect(new URL(page.url()).search).toBe('');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(member.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(member.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expectToEndAt(page, '/cabinet/email-unsubscribe');
});
