import { expect, test } from '@playwright/test';
import { enterAsMember, openRow } from './member.ts';
import { expectAccessible } from './expect-accessible.ts';
import { PaymentVisitor, buyPlan, findCustomer, listAtStripe } from './payment-visitor.ts';

test('Lifetime costs less by the rest of a plan, and an account that is removed has nothing left at Stripe', async ({
  page,
}) => {
  const member = await enterAsMember(page.context());
  await buyPlan(page.context(), 'basic');
  await page.goto('/cabinet/profile');
  const plan = page.getByRole('region', { name: 'Your plan' });
  const visitor = new PaymentVisitor(page);
  const customer = await findCustomer(page, member.email);
  await plan.getByRole('link', { name: 'minus what’s left of your plan' }).click();
  const offer = page.locator('#lifetime');
  await expect(offer).toContainText('Lifetime$89.99What’s left of your plan−$14.99You pay$75.00');
  await page.getByRole('link', { name: 'Español' }).click();
  await expect(offer).toContainText(/De por vida89,99.*Lo que queda de tu plan−14,99.*Total75,00/);
  await expectAccessible(page, 'Lifetime for a member');
  await page.getByRole('link', { name: 'English' }).click();
  await visitor.goOn.click();
  await visitor.expectStripe('lifetime');
  await expect(page.getByText('What was left of your plan')).toBeVisible();
  await expect(page.getByRole('button', { name: visitor.atStripe.card.pay('$75.00') })).toBeVisible();
  await expectAccessible(page, "Stripe's page with credit");
  await visitor.pay();
  await visitor.expectPaid();
  await expect
    .poll(() => listAtStripe(page, customer))
    .toMatchObject([{ status: 'active', cancel_at_period_end: true }]);

  // Stripe knows a moment before our server does.
  await expect(async () => {
    await page.goto('/cabinet/profile');
    await expect(plan.getByRole('heading', { name: 'Lifetime' })).toBeVisible();
    await expect(plan.getByText(/Ends on .* Nothing more is charged/)).toBeVisible();
  }).toPass();
  await openRow(page, 'Remove your account');
  await page.getByRole('button', { name: 'Remove my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove your account?' });
  await expect(dialog.getByText('Your Lifetime plan ends now')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(member.password);
  await dialog.getByRole('button', { name: 'Remove for good' }).click();
  await expect(page).toHaveURL(/\/daily-emotional-reset$/);
  await expect.poll(() => listAtStripe(page, customer)).toMatchObject([{ status: 'canceled' }]);
});
