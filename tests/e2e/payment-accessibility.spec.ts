import { expect, type Page } from '@playwright/test';
import { problem, test } from './network.ts';
import { expectAccessible } from './expect-accessible.ts';
import { enterAsMember } from './member.ts';
import { PaymentVisitor, buyPlan, cards, showBought } from './payment-visitor.ts';

test('the way to a paid plan is accessible', async ({ page, context }) => {
  await enterAsMember(context, 'es');
  const visitor = new PaymentVisitor(page, 'es');
  const { atStripe, t } = visitor;
  await page.goto('/cabinet/payment');
  await visitor.goToStripe('basic');
  await visitor.pay(cards.declined);
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page, "Stripe's page after a refusal");
  await page.getByRole('link', { name: atStripe.back }).click();
  await expect(page.getByText(t('cabinet:payment.came_back'))).toBeVisible();
  await expectAccessible(page, 'the plans, after coming back');

  await page.clock.install();
  await visitor.goToStripe('lifetime');
  await page.route('**/payments/status/**', (route) => route.fulfill(problem(503, 'Later.')));
  await visitor.pay();
  await expect(visitor.heading('cabinet:payment.waiting.title')).toBeVisible();
  await page.clock.runFor(21_000);
  await expect(page.getByText(/@example.com/)).toBeVisible();
  await expectAccessible(page, 'waiting for long', ['light']);
  await page.unroute('**/payments/status/**');
  await page.clock.runFor(31_000);
  await visitor.expectPaid();
  await expectAccessible(page, 'paid', ['light']);
});

test('what a member has bought is accessible, however it stands', async ({ page, context }) => {
  await enterAsMember(context);
  await buyPlan(context, 'three_months');
  const visitor = new PaymentVisitor(page);
  await page.goto('/cabinet/payment');
  await page.getByRole('button', { name: 'Switch to Lifetime' }).click();
  await expect(visitor.goOn).toBeVisible();
  await expectAccessible(page, 'access, with Lifetime', ['light']);

  await openProfile(page);
  await page.getByRole('button', { name: 'Ask for a refund' }).click();
  await expect(page.getByRole('dialog', { name: 'Get $29.99 back?' })).toBeVisible();
  await expectAccessible(page, 'a refund');

  await showBought(context, ({ subscriptions, ...rest }) => ({
    ...rest,
    subscriptions: subscriptions.map((each) => ({ ...each, status: 'past_due', payUrl: 'https://example.com' })),
  }));
  await openProfile(page);
  await expectAccessible(page, 'profile, past due');
  await page.goto('/cabinet/payment');
  await expect(visitor.heading('cabinet:payment.past_due.title')).toBeVisible();
  await expectAccessible(page, 'past due', ['light']);
});

async function openProfile(page: Page): Promise<void> {
  await page.goto('/cabinet/profile');
  await expect(page.getByRole('region', { name: 'Your plan' }).getByRole('button').first()).toBeVisible();
}
