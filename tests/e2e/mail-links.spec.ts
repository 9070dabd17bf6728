import { expect, type BrowserContext, type Page } from '@playwright/test';
import { receiveEmail } from './emails.ts';
import { enterAsMember, test, type Member } from './member.ts';

const form = (page: Page) => page.getByRole('heading', { level: 1, name: 'Set a new password' });

/** Ends the session on the server alone, as a log-out on another device would: the cookies stay. */
async function endSession(context: BrowserContext, { accessToken, refreshToken }: Member): Promise<void> {
  const response = await context.request.post('/api/v1/auth/logout/', { data: { accessToken, refreshToken } });
  expect(response.status()).toBe(204);
}

async function expectPath(page: Page, path: string): Promise<void> {
  await expect(page).toHaveURL((url) => url.pathname === path);
}

test('the link that verifies an address works with cookies of a session that is over', async ({ page, context }) => {
  const member = await enterAsMember(context);
  await page.goto('/terms-of-service');
  const { href } = await receiveEmail(page, { to: member.email, link: '/verify-email/' });
  await endSession(context, member);
  await page.goto(href);
  await expect(page.getByRole('heading', { name: 'Your email is verified' })).toBeVisible();
  await expectPath(page, '/verify-email/-/-');
});

test('the link for a new password works with cookies of a session that is over', async ({ page, context }) => {
  const member = await enterAsMember(context);
  await page.goto('/terms-of-service');
  await context.request.post('/api/v1/auth/reset/start/', { data: { email: member.email } });
  const { href } = await receiveEmail(page, { to: member.email, link: '/reset-password/' });
  await endSession(context, member);
  await page.goto(href);
  await expect(form(page)).toBeVisible();
  await expectPath(page, '/reset-password/-/-');
});

test('a member who opens a link for a new password can sign out and open it', async ({ page, context }) => {
  await enterAsMember(context);
  await page.goto('/reset-password/a/b');
  await expectPath(page, '/cabinet/payment');
  await page.getByRole('button', { name: 'Sign out and open it' }).click();
  await expect(form(page)).toBeVisible();
  await expectPath(page, '/reset-password/-/-');
});
