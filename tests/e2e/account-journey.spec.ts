import { expect, type Page } from '@playwright/test';
import { expectSpoken } from './speaker.ts';
import { receiveEmail } from './emails.ts';
import { Newcomer, test } from './member.ts';
import { failOnErrors, speak, Visitor } from './visitor.ts';
import { withResolvers } from '../harness/with-resolvers.ts';

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
    await test.step('the email is unverified until the link was opened', () => verify(newcomer));
    await test.step('logging out shows a spinner, then LOGIN', () => logOut(newcomer));
    await test.step('a member who forgot the password sets a new one by email', () => resetPassword(newcomer));
    expect(errors).toEqual([]);
    await test.step('the old password is refused and the new one is right', () => logIn(newcomer));
  });
}

const quiz = '/daily-emotional-reset';

test('the next person at the same browser gets nothing of a member’s quiz, by F5, Back, another tab or a sign-up', async ({
  page,
  context,
}) => {
  const [first, second] = [new Newcomer(page, 'en'), new Newcomer(page, 'en')];
  const visitor = new Visitor(page);
  await visitor.open(`${quiz}?stepsLimit=3`);
  await visitor.finish();
  const results = await placeInHistory(page);
  const { id: firstVisit } = (await visitor.savedEntry(`visit:${quiz.slice(1)}`))!;
  const words = await page.locator('main h1:visible').innerText();

  await test.step('a visitor’s own quiz: Back and F5 lead into it, opening it again starts over, also after F5', async () => {
    await page.goBack();
    await expect(page.getByText('4/16')).toBeVisible();
    await page.reload();
    await expect(page.getByText('4/16')).toBeVisible();
    await page.goForward();
    await expect(page.locator('main h1:visible')).toHaveText(words);
    await beginsAnew(visitor);
  });
  const other = await context.newPage();
  await other.goto('/results');
  await expect(other.locator('main h1:visible')).toHaveText(words);

  await register(first);
  expect(await first.ask('/users/me/data/')).toMatchObject({ visits: [{ funnel: quiz.slice(1) }] });
  await logOut(first);
  await expect(other.locator('main h1:visible')).toHaveText('Welcome back');
  await expect.poll(() => leftovers(page)).toEqual([]);

  await beginsAnew(visitor);
  expect(await visitor.savedEntry(`newVisit:${quiz.slice(1)}`)).not.toBe(firstVisit);
  for (const entry of [results, results - 1, results - 2]) {
    await test.step(`Back to the entry ${entry} of the first person`, async () => {
      await page.evaluate((by) => history.go(by), entry - (await placeInHistory(page)));
      await expect(async () => expect(await placeInHistory(page)).toBe(entry)).toPass();
      await expect(page).toHaveURL((url) => url.pathname === quiz);
      await expect(page.getByText('1/16')).toBeVisible();
    });
  }
  await register(second);
  expect(await second.ask('/users/me/data/')).toMatchObject({ account: { email: second.email }, visits: [] });
});

test('what a member has claimed goes with a session that was never ended', async ({ page, context }) => {
  const visitor = new Visitor(page);
  await visitor.open(`${quiz}?stepsLimit=3`);
  await visitor.finish();
  await register(new Newcomer(page, 'en'));
  await context.clearCookies();
  await visitor.open('/sleep-issues');
  await expect.poll(() => leftovers(page)).toEqual([]);
});

async function beginsAnew(visitor: Visitor): Promise<void> {
  await visitor.open(quiz);
  await expect(visitor.progress).toHaveText('1/16');
  await visitor.page.locator('html[data-ready]').waitFor({ state: 'attached' });
  await visitor.page.reload();
  await visitor.page.locator('html[data-ready]').waitFor({ state: 'attached' });
  await expect(visitor.progress).toHaveText('1/16');
}

/** The index of the page among the tab's entries. */
function placeInHistory(page: Page): Promise<number> {
  return page.evaluate(
    () => (window as unknown as { navigation: { currentEntry: { index: number } } }).navigation.currentEntry.index,
  );
}

/** What this browser has of quizzes that somebody has begun or finished. */
function leftovers(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((key) =>
      /^(wizard|visit:|told:|early:|address:|timer:|lastQuiz|chosenPlan|promoData|goals)/.test(key),
    ),
  );
}

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
  await newcomer.planButton.click();
  await newcomer.expectPage('/wizard-register', 'account:wizard_register.title');
  const recall = page.getByRole('region', { name: t('account:recall.title') });
  await expect(recall).toContainText(t('plan:plans.basic.name'));
}

async function makeMistakes(newcomer: Newcomer): Promise<void> {
  const { page, t } = newcomer;
  await newcomer.button('account:register.submit').click();
  await expect(page.getByText(t('site:validation.fill'))).toHaveCount(2);
  await expect(page.getByText(t('site:validation.select_one'))).toHaveCount(3);
  await expect(newcomer.field('account:fields.email')).toBeFocused();
  await newcomer.field('account:fields.email').fill(newcomer.email);
  await newcomer.field('account:fields.password').fill('short');
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await newcomer.button('account:register.submit').click();
  await expect(page.getByText(t('account:password.problem'))).toBeVisible();
  await expect(page.getByText(t('site:validation.fill'))).toHaveCount(0);
  await expect(page.getByText(t('site:validation.select_one'))).toHaveCount(0);
  await newcomer.expectPage('/wizard-register', 'account:wizard_register.title');
}

async function signUp(newcomer: Newcomer): Promise<void> {
  await newcomer.field('account:fields.password').fill(password);
  await newcomer.button('account:register.submit').click();
  await newcomer.expectPage('/cabinet/payment', 'cabinet:payment.order.heading');
  await expect(newcomer.order).toContainText(newcomer.t('plan:plans.basic.name'));
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
  await expect(newcomer.banner).toContainText(t('cabinet:banner.where', { email }));
  const mail = await receiveEmail(page, { to: email, link: '/verify-email/' });
  expect(mail.subject).toBe(locale === 'en' ? 'Verify your email address' : 'Verifica tu correo');
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
  const mail = await receiveEmail(page, { to: email, link: '/reset-password/' });
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
