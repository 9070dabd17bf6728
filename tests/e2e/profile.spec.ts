import { brand } from '../../content/brand.ts';
import { expect, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { enterAsMember, logInByForm, openRow, test, type Member } from './member.ts';
import { receiveEmail } from './emails.ts';
import { buyPlan } from './payment-visitor.ts';

/** The profile of somebody new who has access. */
async function openProfile(page: Page): Promise<Member> {
  const member = await enterAsMember(page.context());
  await buyPlan(page.context(), 'basic');
  await page.goto('/cabinet/profile');
  await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible();
  return member;
}

test('name, emails, password, data and language of the profile are the member’s to change', async ({ page }) => {
  const { email } = await openProfile(page);
  const emails = page.getByRole('region', { name: 'Emails from us' });
  const box = page.getByRole('checkbox', { name: 'Tips and offers by email' });
  await openRow(page, 'Emails from us');
  await expect(box).not.toBeChecked();
  for (const wanted of [true, false]) {
    await box.click();
    await expect(emails.getByText('Saved')).toBeVisible();
    await page.reload();
    await openRow(page, 'Emails from us');
    await expect(box).toBeChecked({ checked: wanted });
  }

  await openRow(page, 'Password');
  await page.getByRole('button', { name: 'Email me a link' }).click();
  await expect(page.getByText(`The link is on its way to ${email}.`)).toBeVisible();
  await receiveEmail(page, { to: email, link: '/reset-password/' });

  await openRow(page, 'Your data');
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const download = await started;
  expect(download.suggestedFilename()).toBe(`${brand.name.toLowerCase().replaceAll(' ', '-')}-data.json`);
  const data: unknown = JSON.parse(readFileSync(await download.path(), 'utf8'));
  expect(data).toMatchObject({ exportedAt: expect.any(String), account: { email } });

  await openRow(page, 'About you');
  const name = page.getByRole('textbox', { name: 'First name' });
  await name.fill('Ada');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('region', { name: 'About you' }).getByText('Saved')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Ada · English')).toBeVisible();
  await openRow(page, 'About you');
  await expect(name).toHaveValue('Ada');
  await page.getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name: 'Español' }).click();
  await expect(page.getByRole('heading', { name: 'Perfil', level: 1 })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await page.getByRole('combobox', { name: 'Idioma' }).click();
  await page.getByRole('option', { name: 'English' }).click();
  await page.getByRole('link', { name: 'Back to the sessions' }).click();
  await expect(page.getByRole('heading', { name: 'Take a moment, Ada' })).toBeVisible();
});

test('an account is removed for its password only, and for good', async ({ page }) => {
  const member = await openProfile(page);
  await openRow(page, 'Remove your account');
  await page.getByRole('button', { name: 'Remove my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove your account?' });
  await dialog.getByRole('textbox', { name: 'Your password' }).fill('wrong1password');
  await dialog.getByRole('button', { name: 'Remove for good' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Your password' })).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(member.password);
  await dialog.getByRole('button', { name: 'Remove for good' }).click();
  await expect(page.getByText('Your account has been removed.').first()).toBeVisible();
  await expect(page).toHaveURL(/\/daily-emotional-reset$/);
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('authToken');

  await page.goto('/login');
  await logInByForm(page, member);
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(1);
  await expect(page).toHaveURL(/\/login$/);
});

test('a member without access can download their data and remove the account at the payment', async ({ page }) => {
  await enterAsMember(page.context());
  await page.goto('/cabinet/payment');
  await page.getByText('Your data and your account').click();
  await expect(page.getByRole('button', { name: 'Download my data' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove my account' }).click();
  await expect(page.getByRole('dialog', { name: 'Remove your account?' })).toBeVisible();
});
