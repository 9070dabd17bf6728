import { expect, test, type Locator, type Page } from '@playwright/test';
import { listEmails, receiveEmail } from './emails.ts';
import { enterAsMember, type Member } from './member.ts';
import { PaymentVisitor, buyPlan, findCustomer, listAtStripe } from './payment-visitor.ts';

const planOf = (page: Page) => page.getByRole('region', { name: 'Your plan' });
const dialogOf = (page: Page, name: string): Locator => page.getByRole('dialog', { name });

async function openProfile(page: Page): Promise<Member> {
  const member = await enterAsMember(page.context());
  await buyPlan(page.context(), 'basic');
  await page.goto('/cabinet/profile');
  await expect(planOf(page).getByText('Renews on')).toBeVisible();
  return member;
}

test('a plan can be canceled, renewed after all, and given back, which ends the access', async ({ page }) => {
  const { email } = await openProfile(page);
  const visitor = new PaymentVisitor(page);
  const plan = planOf(page);
  const { portal } = visitor.atStripe;
  await visitor.inPortal(plan.getByRole('button', { name: 'Cancel the plan' }), portal.cancel);
  await expect(plan.getByText(/Ends on .* Nothing more is charged/)).toBeVisible();
  await expect(page).toHaveURL(/\/cabinet\/profile$/);
  const ends = await receiveEmail(page, { to: email, link: '/cabinet/profile' });
  expect(ends.subject).toMatch(/^Your plan ends on /);
  await visitor.inPortal(plan.getByRole('button', { name: 'Turn renewal back on' }), portal.resume);
  await page.getByRole('link', { name: visitor.atStripe.back }).click();
  await expect(plan.getByText('Renews on')).toBeVisible();

  await plan.getByRole('button', { name: 'Ask for a refund' }).click();
  await dialogOf(page, 'Get $14.99 back?').getByRole('button', { name: 'Yes, refund me' }).click();
  await expect(page.getByText('$14.99 is on its way back to your card.').first()).toBeVisible();
  await expect(visitor.heading('cabinet:payment.former.heading')).toBeVisible();
  await expect(page.getByText(visitor.t('plan:guarantee.title'))).toHaveCount(0);
  await page.goto('/cabinet/sessions');
  await visitor.expectPath('/cabinet/payment');
  const mails = expect.poll(async () => (await listEmails(page, email)).map(({ subject }) => subject));
  await mails.toContain('We refunded $14.99');
  expect((await listAtStripe(page, await findCustomer(page, email))).map(({ status }) => status)).toEqual(['canceled']);
});
