import { expect, test } from '@playwright/test';
import { developmentLinks } from './shared-with-server.ts';

test('The mailbox opens by the link that the server printed, and not without it', async ({ page }) => {
  await page.goto('/dev/mail');
  await expect(page.getByText('Open this page by the link that the server printed at its start.')).toBeVisible();
  const [mails, payments] = developmentLinks();
  await page.goto(mails!);
  await expect(page.getByRole('heading', { name: 'Development mailbox' })).toBeVisible();
  await expect(page).toHaveURL('/dev/mail');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Development mailbox' })).toBeVisible();
  await page.goto('/dev/stripe/');
  await expect(page.getByRole('heading', { name: 'Stripe stand-in' })).toBeVisible();
  await page.context().clearCookies();
  await page.reload();
  await expect(page.getByText('Open this page by the link')).toBeVisible();
  await page.goto(payments!);
  await expect(page.getByRole('heading', { name: 'Stripe stand-in' })).toBeVisible();
});
