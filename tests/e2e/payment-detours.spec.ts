import { expect } from '@playwright/test';
import { problem, test } from './network.ts';
import { enterAsMember } from './member.ts';
import { cards, PaymentVisitor } from './payment-visitor.ts';

const initError = 'Payment initialization error. Try again later';

test('whatever goes wrong before the payment, the visitor can go on', async ({ page, context }) => {
  await enterAsMember(context);
  const visitor = new PaymentVisitor(page);
  await page.goto('/cabinet/payment');
  await test.step('section 8: where Stripe is down, a toast says so and the button works again', () =>
    failToBegin(visitor));
  await visitor.goToStripe('basic');
  await test.step("by Back on Stripe's page they are told that nothing was charged", () => comeBack(visitor));
  await test.step("by the browser's Back they find a button that works", () => goBack(visitor));
  await test.step('a card that is declined leaves them on the page, where another one pays', () => decline(visitor));
  await visitor.toSessions.click();
  await visitor.expectPath('/cabinet/sessions');
});

async function failToBegin({ page, goOn }: PaymentVisitor): Promise<void> {
  await page.route('**/payments/buy/', (route) => route.fulfill(problem(503, initError, 'payment_init')));
  await goOn.click();
  await expect(page.getByRole('main').getByText(initError)).toBeVisible();
  await expect(page.locator('[role="alertdialog"]', { hasText: initError })).toBeVisible();
  await expect(goOn).not.toHaveAttribute('aria-busy', 'true');
  await page.unroute('**/payments/buy/');
}

async function comeBack(visitor: PaymentVisitor): Promise<void> {
  const { page, atStripe, goOn, t } = visitor;
  const url = page.url();
  await page.getByRole('link', { name: atStripe.back }).click();
  await expect(page.getByRole('status').filter({ hasText: t('cabinet:payment.came_back') })).toBeVisible();
  await expect(page).toHaveURL(/\/cabinet\/payment$/);
  await expect(visitor.order).toContainText(t('plan:plans.basic.name'));
  await goOn.click();
  await visitor.expectStripe('basic');
  expect(page.url(), 'it is the page that was open').toBe(url);
}

async function goBack(visitor: PaymentVisitor): Promise<void> {
  const { page, goOn } = visitor;
  await page.goBack();
  await expect(goOn).toBeEnabled();
  await goOn.click();
  await visitor.expectStripe('basic');
}

async function decline(visitor: PaymentVisitor): Promise<void> {
  await visitor.pay(cards.declined);
  await expect(visitor.page.getByRole('alert')).toHaveText('Your card was declined.');
  await visitor.pay();
  await visitor.expectPaid();
}

test('a member who has paid waits through a reload and without a network until it is confirmed', async ({
  page,
  context,
}) => {
  await enterAsMember(context);
  const visitor = new PaymentVisitor(page);
  const waiting = visitor.heading('cabinet:payment.waiting.title');
  await page.goto('/cabinet/payment');
  await visitor.goToStripe('three_months');
  const answers = '**/payments/status/**';
  await page.route(answers, (route) => route.fulfill(problem(503, 'Later.')));
  await visitor.pay();
  await expect(waiting).toBeVisible();
  await page.reload();
  await expect(waiting).toBeVisible();
  await context.setOffline(true);
  await page.unroute(answers);
  await page.waitForEvent('requestfailed', (request) => request.url().includes('/payments/status/'));
  await expect(waiting).toBeVisible();
  await context.setOffline(false);
  await visitor.expectPaid();
  await expect(page.getByText(visitor.t('plan:plans.three_months.name'))).toBeVisible();
});
