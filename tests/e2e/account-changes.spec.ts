import { expect, type Page } from '@playwright/test';
import type { Locale } from '../../engine/model.ts';
import { receiveEmail } from './emails.ts';
import { expectAccessible } from './expect-accessible.ts';
import { enterAsMember, logInto, newEmail, openRow, openRows, test, type Member } from './member.ts';
import { buyPlan } from './payment-visitor.ts';
import { speaker } from './speaker.ts';

/** The profile of somebody with a verified address and a plan. */
async function openProfile(page: Page, locale: Locale): Promise<Member> {
  const member = await enterAsMember(page.context(), locale);
  await buyPlan(page.context(), 'basic');
  await page.goto('/cabinet/profile');
  await followLink(page, { to: member.email, link: '/verify-email/' });
  await expect(page.locator('h1')).toHaveText(speaker(locale)('account:verify_email.done.title'));
  await page.goto('/cabinet/profile');
  return member;
}

async function followLink(page: Page, wanted: { to: string; link: string }): Promise<void> {
  const { pathname, search } = new URL((await receiveEmail(page, wanted)).href);
  await page.goto(`${pathname}${search}`);
}

async function logIn(page: Page, { email, password }: Pick<Member, 'email' | 'password'>): Promise<number> {
  const response = await page.request.post('/api/v1/auth/login/', { data: { email, password } });
  if (response.ok()) await logInto(page.context(), (await response.json()) as Partial<Member>);
  return response.status();
}

for (const locale of ['en', 'es'] as const) {
  const t = speaker(locale);

  test(`a member changes their email, and undoes it from the old address in ${locale}`, async ({ page, browser }) => {
    const { email, password } = await openProfile(page, locale);
    const wanted = newEmail();
    await openRow(page, t('cabinet:profile.email.title'));
    await page.getByRole('button', { name: t('cabinet:profile.email.change') }).click();
    const dialog = page.getByRole('dialog', { name: t('cabinet:profile.email.change_title') });
    await expectAccessible(page, 'the change of email');
    const fill = async (to: string, current: string) => {
      await dialog.getByRole('textbox', { name: t('cabinet:profile.email.new') }).fill(to);
      await dialog.getByRole('textbox', { name: t('account:fields.current_password') }).fill(current);
      await dialog.getByRole('button', { name: t('cabinet:profile.email.change_send') }).click();
    };
    await fill(email, password);
    await expect(dialog.getByText(t('cabinet:profile.email.same'))).toBeVisible();
    await fill(wanted, 'wrong1password');
    await expect(dialog.getByText(t('account:password.wrong'))).toBeVisible();
    await fill(wanted, password);
    await expect(dialog).toBeHidden();
    await expect(page.getByText(t('cabinet:profile.email.change_sent', { email: wanted }))).toBeVisible();

    const { pathname, search } = new URL((await receiveEmail(page, { to: wanted, link: '/verify-email/' })).href);
    const elsewhere = await browser.newContext({ extraHTTPHeaders: { 'X-Forwarded-For': '10.9.8.7' } });
    const phone = await elsewhere.newPage();
    await phone.goto(new URL(`${pathname}${search}`, page.url()).href);
    await expect(phone.locator('h1')).toHaveText(t('account:verify_email.sign_in.title'));
    await expectAccessible(phone, 'a new address without a log-in');
    await phone
      .getByRole('main')
      .getByRole('button', { name: t('account:verify_email.log_in') })
      .click();
    await phone.getByRole('textbox', { name: t('account:fields.email') }).fill(email);
    await phone.getByRole('textbox', { name: t('account:fields.password') }).fill(password);
    await phone.getByRole('button', { name: t('account:login.submit') }).click();
    await expect(phone.locator('h1')).toHaveText(t('account:verify_email.done.title'));
    await expect(phone.getByText(t('account:verify_email.done.own', { email: wanted }))).toBeVisible();
    await phone.goto(new URL('/cabinet/profile', page.url()).href);
    await expect(phone.getByText(wanted).first()).toBeVisible();
    await elsewhere.close();
    expect(await logIn(page, { email, password })).toBe(401);
    expect(await logIn(page, { email: wanted, password })).toBe(200);

    await followLink(page, { to: email, link: '/reset-password/' });
    const open = page.getByRole('button', { name: t('cabinet:notices.link.open') });
    await expect(open).toBeVisible();
    await expectAccessible(page, 'the link for logged-in members');
    await open.press('Enter');
    await expect(page.locator('h1')).toHaveText(t('account:reset_password.undo.title'));
    await expectAccessible(page, 'undoing the change');
    await page.getByRole('textbox', { name: t('account:fields.new_password') }).fill('sleep6better');
    await page.getByRole('button', { name: t('account:reset_password.submit') }).click();
    await expect(page.getByText(t('account:reset_password.undo.done'))).toBeVisible();
    await followLink(page, { to: email, link: '/reset-password/' });
    await page.getByRole('textbox', { name: t('account:fields.new_password') }).fill('sleep7better');
    await page.getByRole('button', { name: t('account:reset_password.submit') }).click();
    await expect(page.locator('h1')).toHaveText(t('account:reset_password.over.title'));
    expect(await logIn(page, { email: wanted, password })).toBe(401);
    expect(await logIn(page, { email, password: 'sleep6better' })).toBe(200);
  });

  test(`a member changes their password and logs out elsewhere in ${locale}`, async ({ page }) => {
    const { email, password } = await openProfile(page, locale);
    const elsewhere = async () => {
      const response = await page.request.post('/api/v1/auth/login/', {
        data: { email, password },
        headers: { 'User-Agent': 'Mozilla/5.0 (Windows NT 10.0; rv:145.0) Gecko/20100101 Firefox/145.0' },
      });
      expect(response.ok()).toBe(true);
    };
    for (const _ of ['a tablet', 'a phone']) await elsewhere();
    await page.reload();
    const logins = page.getByRole('region', { name: t('cabinet:profile.logins.title') }).getByRole('listitem');
    await expect(page.getByText(t('cabinet:profile.logins.count', { count: 3 }))).toBeVisible();
    await openRows(page);
    await expect(logins).toHaveCount(3);
    await expectAccessible(page, 'the profile');
    const name = t('cabinet:profile.logins.end_of', { name: 'Firefox, Windows' });
    await page.getByRole('button', { name }).first().click();
    await expect(logins).toHaveCount(2);
    await page.getByRole('button', { name: t('cabinet:profile.logins.end_others') }).click();
    await expect(logins).toHaveCount(1);
    await elsewhere();

    await page.getByRole('button', { name: t('cabinet:profile.password.change') }).click();
    const dialog = page.getByRole('dialog', { name: t('cabinet:profile.password.change_title') });
    await expectAccessible(page, 'the change of password');
    await dialog.getByRole('textbox', { name: t('account:fields.current_password') }).fill(password);
    await dialog.getByRole('textbox', { name: t('account:fields.new_password') }).fill('sleep6better');
    await dialog.getByRole('button', { name: t('account:reset_password.submit') }).click();
    await expect(page.getByText(t('cabinet:profile.password.changed'))).toBeVisible();
    await page.reload();
    await openRow(page, t('cabinet:profile.logins.title'));
    await expect(logins).toHaveCount(1);
    expect(await logIn(page, { email, password })).toBe(401);
    expect(await logIn(page, { email, password: 'sleep6better' })).toBe(200);
  });
}
