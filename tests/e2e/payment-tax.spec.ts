import { expect } from '@playwright/test';
import { writeAmount } from '../../engine/shop/money.ts';
import { findFreePort } from '../../scripts/postgres/free-port.ts';
import type { RunningProcess } from '../harness/processes.ts';
import { listEmails } from './emails.ts';
import { expectAccessible } from './expect-accessible.ts';
import { enterAsMember, openRow, test } from './member.ts';
import { expectSpokenAtStripe, PaymentVisitor } from './payment-visitor.ts';
import { serve } from './processes.ts';

const port = String(await findFreePort());
test.use({ baseURL: `http://127.0.0.1:${port}` });
let server: RunningProcess;

test.beforeAll(async () => {
  server = await serve({ PORT: port, NODE_ENV: 'test', STRIPE_AUTOMATIC_TAX: 'on' });
  await server.ready;
});
test.afterAll(() => server.kill('SIGTERM'));

test("the tax in a price is on Stripe's page, in the receipt and on the invoice", async ({ page }) => {
  const locale = 'es';
  const { email } = await enterAsMember(page.context(), locale);
  const visitor = new PaymentVisitor(page, locale);
  const { checkout, document } = visitor.atStripe;
  const amountOf = (amount: number) => writeAmount({ amount, currency: 'USD' }, locale);
  const tax = amountOf(260);
  await page.goto('/cabinet/payment');
  await visitor.goToStripe('basic');

  await visitor.pay();
  const country = page.getByRole('combobox', { name: checkout.tax.country });
  await expect(country).toHaveAttribute('aria-invalid', 'true');
  await country.selectOption('ES');
  await page.getByRole('button', { name: checkout.tax.apply }).click();
  await expect(page.locator('.amount')).toHaveText(amountOf(1499));
  const included = page.getByText(checkout.tax.included(21), { exact: true });
  await expect(included.locator('xpath=following-sibling::dd[1]')).toHaveText(tax);
  await expectAccessible(page, "Stripe's page with the tax");
  await expectSpokenAtStripe(page, locale);
  await visitor.pay();
  await visitor.expectPaid();

  const token = /token=(\w+)/.exec(server.output)![1];
  const texts = async () => (await listEmails(page, email, token)).map(({ text }) => text).join();
  await expect.poll(texts).toContain(`Impuestos: ${tax}`);

  await page.goto('/cabinet/profile');
  await openRow(page, visitor.t('cabinet:profile.plan.billing'));
  await page.getByRole('button', { name: visitor.t('cabinet:profile.plan.portal') }).click();
  await page.getByRole('link', { name: document.invoice('') }).click();
  await expect(page.getByText(document.tax, { exact: true }).locator('xpath=following-sibling::dd[1]')).toHaveText(tax);
});
