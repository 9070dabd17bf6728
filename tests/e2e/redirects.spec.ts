import { expect, type Page } from '@playwright/test';
import { expectSpoken } from './speaker.ts';
import { enterAsMember, grantAccess, logInByForm, test } from './member.ts';
import { buyPlan } from './payment-visitor.ts';

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
  await expect(page.locator('main h1:visible')).toBeVisible();
  await expect(page).toHaveURL((url) => url.pathname === path);
}

test('section 6: every page of the cabinet sends an anonymous visitor to LOGIN', async ({ page }) => {
  for (const path of ['/cabinet', ...paidPaths, ...memberPaths]) {
    await page.goto(path);
    await expectToEndAt(page, '/login');
  }
});

test('section 6: without access, what is paid and public leads to the payment, and the rest is open', async ({
  page,
  context,
}) => {
  await enterAsMember(context);
  for (const path of ['/cabinet', ...paidPaths, '/sleep-issues']) {
    await page.goto(path);
    await expectToEndAt(page, '/cabinet/payment');
  }
  for (const path of memberPaths) {
    await page.goto(path);
    await expectToEndAt(page, path);
  }
  for (const path of ['/terms-of-service', '/privacy-policy']) {
    await page.goto(path);
    await expectToEndAt(page, path);
    await expect(page.getByRole('banner').getByRole('link', { name: 'My sessions' })).toBeVisible();
  }
  await page.goto('/verify-email/1/2');
  await expectToEndAt(page, '/verify-email/-/-');

  // Nor does access count that is over.
  await grantAccess(context, '2020-01-01T00:00:00.000Z');
  for (const path of paidPaths) {
    await page.goto(path);
    await expectToEndAt(page, '/cabinet/payment');
  }
});

test('sections 2 and 6: with access, all of the cabinet is open, and / and public pages lead to the sessions', async ({
  page,
  context,
}) => {
  await enterAsMember(context);
  await buyPlan(context, 'basic');
  for (const path of ['/cabinet', '/', ...publicPaths]) {
    await page.goto(path);
    await expectToEndAt(page, '/cabinet/sessions');
  }
  for (const path of [...paidPaths, ...memberPaths]) {
    await page.goto(path);
    await expectToEndAt(page, path);
  }
});

test('section 6: when no user data comes for about 10 s, LOGIN is shown', async ({ page, context }) => {
  await enterAsMember(context);
  await page.clock.install();
  await page.route('**/api/v1/users/me/', () => {});
  const asked = page.waitForRequest('**/api/v1/users/me/');
  await page.goto('/cabinet/sessions');
  await asked;
  // The clock goes on by itself too, so how long exactly is for the guard's own test.
  await page.clock.runFor(11_000);
  await expectToEndAt(page, '/login');
});

test('after the log-in, the page is shown that was asked for before', async ({ page, context }) => {
  const member = await enterAsMember(context);
  await context.clearCookies();
  await page.goto('/cabinet/email-unsubscribe?from=mail');
  await expectToEndAt(page, '/login');
  expect(new URL(page.url()).search).toBe('');
  await logInByForm(page, member);
  await expectToEndAt(page, '/cabinet/email-unsubscribe');
});

test('an empty log-in puts the focus on the email', async ({ page }) => {
  await page.goto('/login');
  await expect(page.locator('html[data-ready]')).toHaveCount(1);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused();
});

test('the plans have their names after a log-in, a reload and a way back', async ({ page, context }) => {
  const member = await enterAsMember(context);
  await context.clearCookies();
  await page.goto('/login');
  await logInByForm(page, member);
  await expectPlans(page);
  await page.reload();
  await expectPlans(page);
  await page.getByRole('link', { name: 'Terms of service' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Terms of service' })).toBeVisible();
  await expectToEndAt(page, '/terms-of-service');
  await page.goBack();
  await expectPlans(page);
});

async function expectPlans(page: Page): Promise<void> {
  await expectToEndAt(page, '/cabinet/payment');
  await expect(page.getByRole('heading', { name: 'Choose your plan and begin' })).toBeVisible();
  await expect(page.getByRole('radio')).toHaveCount(3);
  await expectSpoken(page, 'en');
}

test('a page that is come to from far down another one begins at its top', async ({ page }) => {
  await page.goto('/terms-of-service');
  await expect(page.locator('html[data-ready]')).toHaveCount(1);
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Privacy policy' });
  await link.scrollIntoViewIfNeeded();
  expect(await page.evaluate(() => scrollY), 'the link is far down').toBeGreaterThan(0);
  await link.click();
  await expectToEndAt(page, '/privacy-policy');
  await expect(page.locator('main h1:visible')).toContainText('Privacy');
  await expect(page.getByRole('banner')).toBeInViewport();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});
