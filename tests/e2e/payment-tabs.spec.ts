import { expect, test } from '@playwright/test';
import { enterAsMember } from './member.ts';
import { PaymentVisitor, findCustomer, listAtStripe, listCharges } from './payment-visitor.ts';

test('in two tabs there is one payment: the plan that was chosen last, paid once', async ({ context }) => {
  const { email } = await enterAsMember(context);
  const [first, second] = [new PaymentVisitor(await context.newPage()), new PaymentVisitor(await context.newPage())];
  await Promise.all([first, second].map(({ page }) => page.goto('/cabinet/payment')));
  await second.goToStripe('basic');
  await first.page.bringToFront(); // or else a browser takes its time
  await first.goToStripe('basic');
  expect(first.page.url()).toBe(second.page.url());

  await second.page.bringToFront();
  await second.page.goBack();
  await second.goToStripe('three_months');
  await first.page.bringToFront();
  await first.pay();
  await expect(first.page.getByRole('heading', { name: first.atStripe.expired.title })).toBeVisible();
  await first.page.getByRole('link', { name: first.atStripe.back }).click();
  await expect(first.goOn).toBeEnabled();
  await expect(first.page.getByText(first.t('cabinet:payment.came_back'))).toHaveCount(0);

  await second.page.bringToFront();
  await second.pay();
  await second.expectPaid();
  await first.page.bringToFront();
  await first.goOn.click(); // does not know of it yet: it isn't told that it is seen by a browser without a screen
  await expect(first.heading('cabinet:payment.access')).toBeVisible();
  const bought = await listAtStripe(first.page, await findCustomer(first.page, email));
  expect(bought.map(({ status }) => status)).toEqual(['active']);
});

test('a member who removes the account in another tab is not charged on the page that was open', async ({
  context,
}) => {
  const { email, password } = await enterAsMember(context);
  const [payer, remover] = [new PaymentVisitor(await context.newPage()), new PaymentVisitor(await context.newPage())];
  await Promise.all([payer, remover].map(({ page }) => page.goto('/cabinet/payment')));
  await payer.goToStripe('basic');
  await payer.fillCard();
  const customer = await findCustomer(payer.page, email);
  await remover.page.bringToFront();
  await remover.page.route('**/api/v1/auth/remove/', async (route) => {
    const response = await route.fetch();
    // At once, but not before this has an answer: the page that is sent has none.
    await payer.page
      .locator('form:has(#pay)')
      .evaluate((form: HTMLFormElement) => void setTimeout(() => form.requestSubmit()));
    await route.fulfill({ response });
  });
  await remover.removeAccount(password);
  await payer.page.bringToFront();
  await expect(payer.page.getByRole('heading', { name: payer.atStripe.expired.title })).toBeVisible();
  expect(await listCharges(payer.page, customer)).toEqual([]);
});
