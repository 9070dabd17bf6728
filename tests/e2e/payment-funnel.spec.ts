import { expect } from '@playwright/test';
import { expectSpoken } from './speaker.ts';
import { receiveEmail } from './emails.ts';
import { Newcomer, openRow } from './member.ts';
import { PaymentVisitor, expectSpokenAtStripe, listBought } from './payment-visitor.ts';
import { failOnErrors, speak, Visitor } from './visitor.ts';
import { pageWords } from '../../scripts/stripe-stand-in/pages/words.ts';
import { withResolvers } from '../harness/with-resolvers.ts';
import { test } from './network.ts';

const locale = 'es';
test.use({ locale: 'es-ES' }); // an invoice speaks the browser's language

test('from the quiz to a paid plan and the sessions, all of it in Spanish', async ({ page }) => {
  const errors = failOnErrors(page);
  const newcomer = new Newcomer(page, locale);
  const visitor = new PaymentVisitor(page, locale);
  await speak(page, locale);
  await test.step('the plan that was picked in the funnel waits at the payment', () => signUp(newcomer));
  await test.step("Stripe's page speaks their language and takes the card", () => payAtStripe(visitor));
  await test.step('the payment is confirmed, and the sessions are open', () => begin(newcomer, visitor));
  await test.step('a receipt comes by email', () => expectReceipt(newcomer));
  await test.step('the profile has the plan, its renewal and the invoice', () => expectProfile(newcomer));
  expect(errors).toEqual([]);
});

async function signUp(newcomer: Newcomer): Promise<void> {
  const { page } = newcomer;
  const visitor = new Visitor(page);
  await visitor.open('/daily-emotional-reset?stepsLimit=3');
  await visitor.finish();
  await newcomer.button('results:next.continue').click();
  await newcomer.expectPage('/personalized-plan', 'plan:heading');
  await newcomer.plan('basic').check(); // not the one that is recommended
  await newcomer.planButton.click();
  await newcomer.expectPage('/wizard-register', 'account:wizard_register.title');
  await newcomer.field('account:fields.email').fill(newcomer.email);
  await newcomer.field('account:fields.password').fill('sleep5well');
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await newcomer.button('account:register.submit').click();
  await newcomer.expectPage('/cabinet/payment', 'cabinet:payment.order.heading');
  await expect(newcomer.order).toContainText(newcomer.t('plan:plans.basic.name'));
}

async function payAtStripe(visitor: PaymentVisitor): Promise<void> {
  const { page, atStripe } = visitor;
  await visitor.goOn.click();
  await visitor.expectStripe('basic');
  await expect(page.locator('.amount')).toHaveText(/^14,99\sUS\$$/);
  await expect(page.getByText(atStripe.rhythm(1), { exact: true })).toBeVisible();
  await expectSpokenAtStripe(page, locale);
}

async function begin(newcomer: Newcomer, visitor: PaymentVisitor): Promise<void> {
  const { page } = newcomer;
  const { promise: held, resolve: release } = withResolvers();
  await page.route('**/payments/status/**', async (route) => {
    await held;
    await route.continue();
  });
  await visitor.pay();
  await newcomer.expectPage('/cabinet/payment', 'cabinet:payment.waiting.title');
  release();
  await visitor.expectPaid();
  await expect(page.getByText(newcomer.email)).toBeVisible();
  await expectSpoken(page, locale);
  await visitor.toSessions.click();
  await newcomer.expectPage('/cabinet/sessions', 'cabinet:sessions.heading');
  const welcome = page.getByRole('dialog', { name: newcomer.t('cabinet:welcome.title') });
  await welcome.getByRole('button', { name: newcomer.t('cabinet:welcome.close'), exact: true }).click();
  await expect(welcome).toHaveCount(0);
}

async function expectReceipt({ page, email, t }: Newcomer): Promise<void> {
  const mail = await receiveEmail(page, { to: email, link: '/cabinet/sessions' });
  expect(mail.subject).toMatch(/^Recibo de tu pago de 14,99\sUS\$$/);
  expect(mail.text).toContain(t('plan:plans.basic.name'));
}

async function expectProfile(newcomer: Newcomer): Promise<void> {
  const { page, t } = newcomer;
  await page
    .getByRole('link', { name: t('cabinet:header.profile') })
    .first()
    .click();
  await newcomer.expectPage('/cabinet/profile', 'cabinet:profile.title');
  const plan = page.getByRole('region', { name: t('cabinet:profile.plan.title') });
  await expect(plan.getByRole('heading', { name: t('cabinet:profile.plan.names.basic') })).toBeVisible();
  const { subscriptions } = await listBought(page.context());
  const renewsAt = new Date(subscriptions[0]!.renewsAt!);
  const days = (renewsAt.getTime() - Date.now()) / 86_400_000;
  expect(days > 27 && days < 32, 'it renews in a month').toBe(true);
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(renewsAt);
  await expect(plan.getByText(t('cabinet:profile.plan.renews', { date }))).toBeVisible();
  await openRow(page, t('cabinet:profile.plan.billing'));
  await page.getByRole('button', { name: t('cabinet:profile.plan.portal') }).click();
  const invoice = page.getByRole('link', { name: pageWords[locale].document.invoice('').trim() });
  await expect(invoice).toBeVisible();
  await expectSpokenAtStripe(page, locale);
  await invoice.click();
  await expect(page.locator('.amount')).toHaveText(/^14,99\sUS\$$/);
  await expectSpokenAtStripe(page, locale);
}
