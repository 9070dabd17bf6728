import { expect, type Page } from '@playwright/test';
import { languageTag, type Locale } from '../../engine/model.ts';
import { problem } from './network.ts';
import { everything, expectAccessible } from './expect-accessible.ts';
import { enterAsMember, openRows, test } from './member.ts';
import { buyPlan } from './payment-visitor.ts';
import { speaker } from './speaker.ts';
import { speak } from './visitor.ts';

/** A toast is gone after it: the library hides toasts from axe in a way that axe minds. Milliseconds. */
const toastTime = 6_000;

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

for (const locale of everything ? (['en', 'es'] as const) : (['en'] as const)) {
  const t = speaker(locale);
  // The colours are the same in both languages: one of them in the dark is enough.
  const check = (page: Page, where: string) =>
    expectAccessible(page, where, locale === 'en' ? ['light', 'dark'] : ['light']);

  test(`the forms of an account are accessible with errors and after a success in ${locale}`, async ({ page }) => {
    await speak(page, locale);
    for (const path of ['/register', '/login', '/forgot-password', '/reset-password/-/-']) {
      await page.goto(path);
      await page.locator('form button[type="submit"]').click();
      await expect(page.getByText(t('site:validation.fill')).first()).toBeVisible();
      await check(page, `${path} with errors`);
    }
    await page.goto('/login');
    await page.locator('[type="email"]').fill('nobody@example.com');
    await page.locator('[autocomplete="current-password"]').fill('sleep5well');
    await page.locator('form button[type="submit"]').click();
    await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(1);
    await check(page, 'a log-in that was refused');
    await page.getByRole('link', { name: t('account:login.forgot') }).click();
    await page.getByRole('button', { name: t('account:forgot_password.submit') }).click();
    await expect(heading(page, t('account:forgot_password.sent.title'))).toBeVisible();
    await check(page, 'the mail for a new password was sent');
  });

  test(`what becomes of a link in a mail is accessible in ${locale}`, async ({ page }) => {
    await speak(page, locale);
    for (const [state, answer] of Object.entries(linkAnswers)) {
      await page.route('**/auth/{verify,reset/finish}/**', (route) => route.fulfill(answer));
      await page.goto('/verify-email/1/2');
      await expect(heading(page, t(`account:verify_email.${state}.title`))).toBeVisible();
      await check(page, `verification: ${state}`);
      await page.goto('/reset-password/1/2');
      await page.locator('[autocomplete="new-password"]').fill('sleep5well');
      await page.locator('form button[type="submit"]').click();
      await expect(heading(page, t(`account:reset_password.${state}.title`))).toBeVisible();
      await check(page, `reset: ${state}`);
      await page.unroute('**/auth/{verify,reset/finish}/**');
    }
  });

  test(`a verification that fails, or that a member makes, is accessible in ${locale}`, async ({ page, context }) => {
    const { email } = await enterAsMember(context, locale);
    await page.clock.install();
    await page.route('**/auth/verify/**', (route) => route.abort());
    await page.goto('/verify-email/-/-'); // only their own address is one to send a link to
    await expect(heading(page, t('account:verify_email.failed.title'))).toBeVisible();
    await page.clock.runFor(toastTime);
    await check(page, 'verification: failed');
    await page.unroute('**/auth/verify/**');
    await page.getByRole('button', { name: t('account:verify_email.failed.retry') }).click();
    await expect(heading(page, t('account:verify_email.invalid.title'))).toBeVisible();
    await page.getByRole('button', { name: t('account:verify_email.resend') }).click();
    await expect(page.getByText(t('account:verify_email.sent', { email }))).toBeVisible();
    await check(page, 'verification: invalid, and sent again');
  });

  test(`the cabinet is accessible without access in ${locale}`, async ({ page, context }) => {
    await enterAsMember(context, locale);
    await open(page, '/cabinet/payment', locale);
    await page.getByText(t('cabinet:payment.account')).click();
    await check(page, 'payment');
    await openRemoval(page, locale);
    await check(page, 'removal');
    await page.getByRole('button', { name: t('cabinet:profile.remove.confirm') }).click();
    await expect(page.getByText(t('site:validation.fill'))).toBeVisible();
    await check(page, 'removal with an error');

    await open(page, '/cabinet/email-unsubscribe', locale);
    await check(page, 'no tips or offers, with the banner');
    await page.getByRole('button', { name: t('cabinet:unsubscribe.unsubscribed.button') }).click();
    await expect(heading(page, t('cabinet:unsubscribe.subscribed.heading'))).toBeVisible();
    await check(page, 'unsubscribe');
    await open(page, '/cabinet/payment-error', locale);
    await check(page, 'payment error');
  });

  test(`the cabinet is accessible with access in ${locale}`, async ({ page, context }) => {
    await enterAsMember(context, locale);
    await buyPlan(context, 'basic');
    for (const path of ['/cabinet/payment', '/cabinet/sessions', '/cabinet/dashboard', '/cabinet/profile']) {
      await open(page, path, locale);
      await check(page, path);
    }
    await openRows(page);
    await check(page, 'profile with its rows open');
    await page.getByRole('checkbox').click();
    await expect(page.getByText(t('cabinet:profile.emails.saved'))).toBeVisible();
    await check(page, 'profile after a change');
  });
}

/** What the server may say to a link, by the state that the page is in then. */
const linkAnswers = {
  done: { status: 204 },
  expired: problem(410, 'Too old.', 'link_expired'),
  invalid: problem(400, 'Not ours.', 'link_invalid'),
};

async function open(page: Page, path: string, locale: Locale): Promise<void> {
  await page.goto(path);
  await expect(page.locator('main h1:visible')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', languageTag(locale));
}

async function openRemoval(page: Page, locale: Locale): Promise<void> {
  await page.getByRole('button', { name: speaker(locale)('cabinet:profile.remove.open') }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}
