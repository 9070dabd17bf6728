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

test('Lifetime costs less by what is left of a plan, and an account that is removed has nothing left at Stripe', async ({
  page,
}) => {
  const member = await openProfile(page);
  const visitor = new PaymentVisitor(page);
  const customer = await findCustomer(page, member.email);
  await planOf(page).getByRole('link', { name: "less what's left of your plan" }).click();
  const offer = page.locator('#lifetime');
  await expect(offer).toContainText("Lifetime$89.99What's left of your plan−$14.99You pay$75.00");
  await page.getByRole('link', { name: 'Español' }).click();
  await expect(offer).toContainText(/De por vida89,99.*Lo que queda de tu plan−14,99.*Pagas75,00/);
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
    await expect(planOf(page).getByRole('heading', { name: 'Lifetime' })).toBeVisible();
    await expect(planOf(page).getByText(/Ends on .* Nothing more is charged/)).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await page.getByRole('button', { name: 'Remove my account' }).click();
  const dialog = dialogOf(page, 'Remove your account?');
  await expect(dialog.getByText('Your Lifetime plan ends now')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(member.password);
  await dialog.getByRole('button', { name: 'Remove for good' }).click();
  await expect(page).toHaveURL(/\/daily-emotional-reset$/);
  await expect.poll(() => listAtStripe(page, customer), { timeout: 15_000 }).toMatchObject([{ status: 'canceled' }]);
});
