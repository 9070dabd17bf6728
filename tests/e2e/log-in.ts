import type { Page } from '@playwright/test';
import type { Member } from './member.ts';

/** Logs in by the English form, which is on the screen. */
export async function logInByForm(page: Page, { email, password }: Pick<Member, 'email' | 'password'>): Promise<void> {
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
