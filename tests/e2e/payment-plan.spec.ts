import { expect, test, type Locator, type Page } from '@playwright/test';
import { listEmails, receiveEmail } from './emails.ts';
import { enterAsMember, type Member } from './member.ts';
import { expectAccessible } from './expect-accessible.ts';
import { PaymentVisitor, buyPlan, expectSpokenAtStripe, findCustomer, listAtStripe } from './payment-visitor.ts';

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

for (const locale of ['en', 'es'] as const) {
  test(`a plan is changed, and a card, on the pages of Stripe (${locale})`, async ({ page }) => {
    await enterAsMember(page.context(), locale);
    await buyPlan(page.context(), 'basic');
    const visitor = new PaymentVisitor(page, locale);
    const { t, atStripe } = visitor;
    await page.goto('/cabinet/profile');
    const plan = page.getByRole('region', { name: t('cabinet:profile.plan.title'), exact: true });
    await visitor.inPortal(
      plan.getByRole('button', { name: t('cabinet:profile.plan.change') }),
      new RegExp(`^${atStripe.portal.change(locale === 'es' ? '3 meses' : '3 months', '|').split('|')[0]}`),
    );
    const name = t('cabinet:profile.plan.names.three_months');
    await expect(plan.getByRole('heading', { level: 3, name })).toBeVisible();
    await expectAccessible(page, 'the profile');

    await page.getByRole('button', { name: t('cabinet:profile.plan.portal') }).click();
    await expect(page.getByRole('link', { name: atStripe.document.invoice('') })).toHaveCount(2);
    await page.getByRole('link', { name: atStripe.portal.newCard }).click();
    await visitor.fillCard('5555 5555 5555 4444');
    await page.getByRole('button', { name: atStripe.portal.saveCard }).click();
    await expect(page.getByText('mastercard •••• 4444')).toBeVisible();
    await expectSpokenAtStripe(page, locale);
    await expectAccessible(page, 'the portal');
  });
}
