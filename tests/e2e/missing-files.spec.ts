import { expect, type Page } from '@playwright/test';
import { enterAsMember, test } from './member.ts';
import { buyPlan } from './payment-visitor.ts';

/** The page says that it did not load, and hides nothing behind a spinner. */
async function expectPageError(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'The page didn’t load' })).toBeVisible();
  await expect(page.locator('html')).not.toHaveAttribute('data-resuming');
}

test('a page of the cabinet whose code is missing says so', async ({ page, context }) => {
  await enterAsMember(context);
  await buyPlan(context, 'basic');
  await context.route('**/assets/SessionsPage-*', (route) => route.abort());
  await page.goto('/cabinet/sessions');
  await expectPageError(page);
});

test('a public page says so to a member when the code of the session is missing', async ({ page, context }) => {
  await enterAsMember(context);
  await context.route('**/assets/session-*', (route) => route.abort());
  await page.goto('/login');
  await expectPageError(page);
});

test('a prerendered page whose code is missing says so to a visitor', async ({ page, context }) => {
  await context.route('**/assets/LoginPage-*', (route) => route.abort());
  await page.goto('/login');
  await expectPageError(page);
});
