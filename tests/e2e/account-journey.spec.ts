import { expect } from '@playwright/test';
import { expectSpoken } from './expect-spoken.ts';
import { receiveMail } from './mails.ts';
import { test } from './member.ts';
import { Newcomer } from './newcomer.ts';
import { failOnErrors, speak, Visitor } from './visitor.ts';
import { withResolvers } from './with-resolvers.ts';

const password = 'sleep5well';
const newPassword = 'wake7rested!';

for (const locale of ['en', 'es'] as const) {
  test(`from the quiz to an account, its mails, a new password and back in, in ${locale}`, async ({ page }) => {
    const errors = failOnErrors(page);
    const newcomer = new Newcomer(page, locale);
    await speak(page, locale);
    await test.step('the quiz leads to the plan and the sign-up', () => pickPlan(newcomer));
    await test.step('the sign-up says at each field what is wrong', () => makeMistakes(newcomer));
    await test.step('signed up, the visitor is at the payment with that plan', () => signUp(newcomer));
    await test.step('the server knows the quiz and where they came from', () => expectVisit(newcomer));
    await test.step('the e-mail is unverified until the link was opened', () => verify(newcomer));
    await test.step('logging out shows a spinner, then LOGIN', () => logOut(newcomer));
    await test.step('who forgot the password sets a new one by mail', () => resetPassword(newcomer));
    expect(errors).toEqual([]);
    await test.step('the old password is refused and the new one is right', () => logIn(newcomer));
  });
}

test('who signs up after somebody else in the same browser does not get the quiz of the other', async ({ page }) => {
  const first = new Newcomer(page, 'en');
  await new Visitor(page).open('/daily-emotional-reset?stepsLimit=3');
  await new Visitor(page).finish();
  await register(first);
  expect(await first.ask('/users/me/data/')).toMatchObject({ visits: [{ funnel: 'daily-emotional-reset' }] });
  await logOut(first);
  const second = new Newcomer(page, 'en');
  await register(second);
  expect(await second.ask('/users/me/data/')).toMatchObject({ account: { email: second.email }, visits: [] });
});

async function register(newcomer: Newcomer): Promise<void> {
  const { page } = newcomer;
  await page.goto('/register');
  await newcomer.field('account:fields.email').fill(newcomer.email);
  await newcomer.field('account:fields.password').fill(password);
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await newcomer.button('account:register.submit').click();
  await newcomer.expectPage('/cabinet/payment', 'cabinet:payment.heading');
}

async function pickPlan(newcomer: Newcomer): Promise<void> {
  const { page, locale, t } = newcomer;
  const visitor = new Visitor(page);
  await visitor.open(`/daily-emotional-reset?utm_source=spring${locale === 'en' ? '' : '&stepsLimit=3'}`);
  await visitor.finish((step) => step);
  await expectSpoken(page, locale);
  await newcomer.button('results:next.continue').click();
  await newcomer.expectPage('/personalized-plan', 'plan:heading');
  await newcomer.plan('basic').check();
  await newcomer.button('plan:continue.button').click();
  await newcomer.expectPage('/wizard-register', 'account:wizard_register.title');
  const recall = page.getByRole('region', { name: t('account:recall.title') });
  await expect(recall).toContainText(t('plan:plans.basic.name'));
}

async function makeMistakes(newcomer: Newcomer): Promise<void> {
  const { page, t } = newcomer;
  await newcomer.button('account:register.submit').click();
  await expect(page.getByText(t('site:validation.fill'))).toHaveCount(5);
  await expect(newcomer.field('account:fields.email')).toBeFocused();
  await newcomer.field('account:fields.email').fill(newcomer.email);
  await newcomer.field('account:fields.password').fill('short');
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await newcomer.button('account:register.submit').click();
  await expect(page.getByText(t('account:password.problem'))).toBeVisible();
  await expect(page.getByText(t('site:validation.fill'))).toHaveCount(0);
  await newcomer.expectPage('/wizard-register', 'account:wizard_register.title');
}

async function signUp(newcomer: Newcomer): Promise<void> {
  await newcomer.field('account:fields.password').fill(password);
  await newcomer.button('account:register.submit').click();
  await newcomer.expectPage('/cabinet/payment', 'cabinet:payment.heading');
  await expect(newcomer.plan('basic')).toBeChecked();
  await expect(newcomer.banner).toHaveCount(0);
}

async function expectVisit(newcomer: Newcomer): Promise<void> {
  const { email, locale } = newcomer;
  expect(await newcomer.ask('/users/me/')).toMatchObject({ email, language: locale, topic: expect.any(String) });
  expect(await newcomer.ask('/users/me/data/')).toMatchObject({
    account: { promo: { utm_source: 'spring' } },
    visits: [{ funnel: 'daily-emotional-reset', outcome: expect.any(String) }],
  });
}

async function verify(newcomer: Newcomer): Promise<void> {
  const { page, email, locale, t } = newcomer;
  await page.goto('/cabinet/payment-error');
  await newcomer.expectPage('/cabinet/payment-error', 'cabinet:payment_error.heading');
  await expect(newcomer.banner).toContainText(t('cabinet:banner.text', { email }));
  const mail = await receiveMail(page, { to: email, link: '/verify-email/' });
  expect(mail.subject).toBe(locale === 'en' ? 'Verify your e-mail address' : 'Verifica tu correo');
  await page.goto(mail.href);
  await newcomer.expectPage('/verify-email/-/-', 'account:verify_email.done.title');
  expect(await newcomer.ask('/users/me/')).toMatchObject({ emailVerified: true });
  await page.goto('/cabinet/payment-error');
  await newcomer.expectPage('/cabinet/payment-error', 'cabinet:payment_error.heading');
  await expect(newcomer.banner).toHaveCount(0);
}

async function logOut(newcomer: Newcomer): Promise<void> {
  const { page, t } = newcomer;
  const { promise: answered, resolve: answer } = withResolvers();
  await page.route('**/auth/logout/', async (route) => {
    await answered;
    await route.continue();
  });
  const button = page.getByRole('button', { name: t('cabinet:header.log_out') });
  await button.click();
  await expect(button).toHaveAttribute('aria-busy', 'true');
  answer();
  await newcomer.expectPage('/login', 'account:login.title');
}

async function resetPassword(newcomer: Newcomer): Promise<void> {
  const { page, email, locale } = newcomer;
  await newcomer.link('account:login.forgot').click();
  await newcomer.expectPage('/forgot-password', 'account:forgot_password.title');
  await newcomer.field('account:fields.email').fill(email);
  await newcomer.button('account:forgot_password.submit').click();
  await newcomer.expectPage('/forgot-password', 'account:forgot_password.sent.title');
  const mail = await receiveMail(page, { to: email, link: '/reset-password/' });
  expect(mail.subject).toBe(locale === 'en' ? 'Choose a new password' : 'Elige una contraseña nueva');
  await page.goto(mail.href);
  await newcomer.expectPage('/reset-password/-/-', 'account:reset_password.title');
  await newcomer.field('account:fields.new_password').fill(newPassword);
  await newcomer.button('account:reset_password.submit').click();
  await newcomer.expectPage('/reset-password/-/-', 'account:reset_password.done.title');
}

async function logIn(newcomer: Newcomer): Promise<void> {
  await newcomer.link('account:reset_password.done.way').click();
  await newcomer.expectPage('/login', 'account:login.title');
  await newcomer.field('account:fields.email').fill(newcomer.email);
  await newcomer.field('account:fields.password').fill(password);
  await newcomer.button('account:login.submit').click();
  await expect(newcomer.page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(1);
  await newcomer.expectPage('/login', 'account:login.title');
  await newcomer.field('account:fields.password').fill(newPassword);
  await newcomer.button('account:login.submit').click();
  await newcomer.expectPage('/cabinet/payment', 'cabinet:payment.heading');
}
