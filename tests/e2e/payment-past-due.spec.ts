import { expect, type BrowserContext } from '@playwright/test';
import { enterAsMember, grantAccess } from './member.ts';
import { PaymentVisitor, buyPlan, findInvoice, showBought, type Bought } from './payment-visitor.ts';
import { test } from './network.ts';

/** As it is when the bank has refused the renewal of what was bought; its invoice is the one to be paid. */
const pastDue =
  (payUrl: string) =>
  ({ subscriptions, ...rest }: Bought): Bought => ({
    ...rest,
    subscriptions: subscriptions.map((each) => ({
      ...each,
      status: 'past_due',
      renewsAt: null,
      payUrl,
    })),
  });

test('a member whose renewal failed reads so, with and without access, and where to pay', async ({ page, context }) => {
  const { email } = await enterAsMember(context);
  await buyPlan(context, 'basic');
  await page.goto('/cabinet/sessions');
  await showBought(context, pastDue(await findInvoice(page, email)));
  const visitor = new PaymentVisitor(page);
  await page.goto('/cabinet/profile');
  const plan = page.getByRole('region', { name: 'Your plan' });
  await expect(plan.getByText('Your last payment didn’t go through')).toBeVisible();
  await expectToLeadToStripe(context, () => plan.getByRole('link', { name: 'Pay $14.99' }).click());

  await page.goto('/cabinet/payment');
  await expect(visitor.heading('cabinet:payment.past_due.title')).toBeVisible();
  await expect(page.getByText('Your sessions stay open until')).toBeVisible();
  await expect(visitor.toSessions).toBeVisible();

  await grantAccess(context, '2020-01-01T00:00:00.000Z');
  await page.goto('/cabinet/sessions');
  await visitor.expectPath('/cabinet/payment');
  await expect(page.getByText('so your sessions are closed for now')).toBeVisible();
  await expect(visitor.goOn).toHaveCount(0);
  await expectToLeadToStripe(context, () => page.getByRole('link', { name: 'Pay $14.99' }).click());
  await page.getByRole('button', { name: 'Cancel my plan' }).click();
  await expect(page).toHaveURL(/\/dev\/stripe\/portal\//);
});

async function expectToLeadToStripe(context: BrowserContext, act: () => Promise<void>): Promise<void> {
  const [tab] = await Promise.all([context.waitForEvent('page'), act()]);
  await expect(tab).toHaveURL(/\/dev\/stripe\/invoice\//);
  await expect(tab.getByRole('heading', { level: 1, name: 'Invoice' })).toBeVisible();
  await tab.close();
}
