import { afterAll, beforeAll, expect, test } from 'vitest';
import { describePostgres } from '../../harness/databases.ts';
import { runStandIn, type RunningStandIn } from '../../stripe-stand-in/running-stand-in.ts';
import { createStaleCustomersJob } from '../../../api/payments/events/stale-customers.ts';
import { openShop, type Shop } from './shop.ts';

let standIn: RunningStandIn;
beforeAll(async () => void (standIn = await runStandIn()));
afterAll(() => standIn.stop());

describePostgres('a customer who was brought in line', (open) => {
  let shop: Shop;
  beforeAll(async () => void (shop = openShop(await open(), standIn)));

  test('has what was bought', async () => {
    const customer = await shop.addCustomer();
    await shop.buy(customer, 'basic');
    await shop.sync.user(customer.userId);
    expect(await shop.payments(customer)).toEqual(['purchase succeeded']);
    expect(await shop.subscriptions(customer)).toEqual(['active']);
    expect(await shop.grants(customer)).toEqual(['subscription']);
    expect(await shop.emails(customer)).toEqual(['payment_receipt']);
    const { payment_settings: settings } = await shop.subscriptionOf(customer);
    expect(settings?.save_default_payment_method).toBe('on_subscription');
  });

  test('is so again after a clock that was ahead is set back', async () => {
    const customer = await shop.addCustomer();
    await shop.buy(customer, 'basic');
    await shop.sync.user(customer.userId);
    const ahead = shop.database.knex.raw(`read_started_at + interval '40 days'`);
    await shop.database.knex('customers').where({ user_id: customer.userId }).update({ read_started_at: ahead });
    const { id: charge } = await shop.lastCharge(customer);
    await standIn.stripe.refunds.create({ charge });
    await shop.sync.user(customer.userId);
    expect(await shop.payments(customer)).toEqual(['purchase refunded']);
  });

  test('is reminded of a renewal that comes after three months, once', async () => {
    const begun = new Date(Date.now() - 86 * 86_400_000).toISOString();
    const clock = await standIn.createClock(`${begun.slice(0, 19)}Z`);
    const customer = await shop.addCustomer({ clock: clock.id });
    await shop.buy(customer, 'three_months');
    for (let night = 1; night <= 3; night++) {
      await createStaleCustomersJob({ database: shop.database, wakeWorker: () => undefined })();
      await shop.sync.user(customer.userId);
    }
    expect(await shop.emails(customer)).toEqual(['payment_receipt', 'renewal_ahead']);
  });

  test('has it renewed, overdue and paid late, and each failure told once', async () => {
    const clock = await standIn.createClock('2026-03-01T10:00:00Z');
    const customer = await shop.addCustomer({ clock: clock.id });
    const { checkoutId } = await shop.begin(customer, 'basic');
    await standIn.pay(checkoutId, 'failsLater');
    await shop.sync.user(customer.userId);
    await standIn.advance(clock.id, '2026-04-01T13:00:00Z');
    await shop.sync.user(customer.userId);
    expect(await shop.subscriptions(customer)).toEqual(['past_due']);
    await standIn.advance(clock.id, '2026-04-05T13:00:00Z');
    await shop.sync.user(customer.userId);
    await shop.sync.user(customer.userId);
    const overdue = await shop.database
      .knex('subscriptions')
      .where({ user_id: customer.userId })
      .first<{ pay_url: string }>();
    await standIn.payInvoice(overdue.pay_url);
    await shop.sync.user(customer.userId);
    await shop.sync.user(customer.userId);
    expect(await shop.subscriptions(customer)).toEqual(['active']);
    expect(await shop.payments(customer)).toEqual(['purchase succeeded', 'renewal succeeded']);
    const failures = ['payment_failed', 'payment_failed'];
    expect(await shop.emails(customer)).toEqual([...failures, 'payment_receipt', 'payment_receipt']);
  });

  test('loses what was given back in two parts, with an email for each', async () => {
    const customer = await shop.addCustomer();
    await shop.buy(customer, 'three_months');
    const { id: charge } = await shop.lastCharge(customer);
    await standIn.stripe.refunds.create({ charge, amount: 900 });
    await shop.sync.user(customer.userId);
    expect(await shop.grants(customer)).toEqual(['subscription']);
    await standIn.stripe.refunds.create({ charge });
    await shop.sync.user(customer.userId);
    expect(await shop.payments(customer)).toEqual(['purchase refunded']);
    expect(await shop.subscriptions(customer)).toEqual(['canceled']);
    expect(await shop.grants(customer)).toEqual(['no subscription']);
    expect(await shop.emails(customer)).toEqual(['payment_receipt', 'refund_done', 'refund_done']);
  });

  test('has no access while a payment is disputed, and again when that is won', async () => {
    const customer = await shop.addCustomer();
    await shop.buy(customer, 'basic');
    const { id: charge } = await shop.lastCharge(customer);
    for (const [status, grant] of [
      ['needs_response', 'no subscription'],
      ['under_review', 'no subscription'],
      ['won', 'subscription'],
    ] as const) {
      await standIn.dispute(charge, status);
      await shop.sync.user(customer.userId);
      expect(await shop.grants(customer)).toEqual([grant]);
    }
    // It does not renew by itself any more.
    expect(await shop.subscriptions(customer)).toEqual(['active']);
    expect(await shop.emails(customer)).toEqual(['access_suspended', 'dispute_won', 'payment_receipt']);
  });

  test('has lost the subscription with the dispute', async () => {
    const customer = await shop.addCustomer();
    await shop.buy(customer, 'basic');
    const { id: charge } = await shop.lastCharge(customer);
    await standIn.dispute(charge);
    await standIn.dispute(charge, 'lost');
    await shop.sync.user(customer.userId);
    expect(await shop.subscriptions(customer)).toEqual(['canceled']);
    expect(await shop.grants(customer)).toEqual(['no subscription']);
    expect(await shop.emails(customer)).toEqual(['payment_receipt']);
  });

  test('has a Lifetime instead of renewals', async () => {
    const customer = await shop.addCustomer();
    await shop.buy(customer, 'basic');
    await shop.sync.user(customer.userId);
    await shop.buy(customer, 'lifetime');
    await shop.sync.user(customer.userId);
    expect(await shop.payments(customer)).toEqual(['purchase succeeded', 'purchase succeeded']);
    expect(await shop.grants(customer)).toEqual(['payment', 'subscription']);
    expect((await shop.subscriptionOf(customer)).cancel_at_period_end).toBe(true);
    expect(await shop.emails(customer)).toEqual(['payment_receipt', 'payment_receipt']);
  });

  test('has the second of two subscriptions given back', async () => {
    const customer = await shop.addCustomer();
    await shop.buy(customer, 'basic');
    // As if its page had been given up, and was open still.
    await shop.database.knex('payments').where({ user_id: customer.userId }).update({ status: 'expired' });
    await shop.buy(customer, 'three_months');
    await shop.sync.user(customer.userId);
    expect((await shop.payments(customer)).toSorted()).toEqual(['purchase refunded', 'purchase succeeded']);
    expect((await shop.subscriptions(customer)).toSorted()).toEqual(['active', 'canceled']);
    expect((await shop.grants(customer)).toSorted()).toEqual(['no subscription', 'subscription']);
    expect(await shop.emails(customer)).toEqual(['payment_receipt', 'payment_receipt', 'refund_done']);
  });

  test('whose account was removed loses all that runs and gets no email', async () => {
    const customer = await shop.addCustomer();
    await shop.buy(customer, 'basic');
    await shop.removeAccount(customer, new Date(0));
    await shop.sync.user(customer.userId);
    expect(await shop.payments(customer)).toEqual(['purchase refunded']);
    expect(await shop.subscriptions(customer)).toEqual(['canceled']);
    expect(await shop.emails(customer)).toEqual([]);
  });
});
