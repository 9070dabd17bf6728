import { Stripe } from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describePostgres } from '../../harness/databases.ts';
import { connect, runStandIn, type RunningStandIn } from '../../stripe-stand-in/running-stand-in.ts';
import { openShop } from './shop.ts';

let standIn: RunningStandIn;
beforeAll(async () => void (standIn = await runStandIn()));
afterAll(() => standIn.stop());

/** Stripe, where there is no money to give back. */
function poorStripe(): Stripe {
  const client = connect(standIn.url);
  const type = 'invalid_request_error';
  client.refunds.create = () =>
    Promise.reject(new Stripe.errors.StripeInvalidRequestError({ type, code: 'balance_insufficient', message: 'no' }));
  return client;
}

describePostgres('a second subscription whose payment Stripe does not give back', (open) => {
  test('runs on until it does, so that the money is not forgotten', async () => {
    const shop = openShop(await open(), standIn);
    const customer = await shop.addCustomer();
    await shop.buy(customer, 'basic');
    await shop.sync.user(customer.userId);
    await shop.buy(customer, 'three_months');
    const poor = openShop(shop.database, standIn, { stripe: () => Promise.resolve(poorStripe()) });
    for (const _ of [1, 2]) await expect(poor.sync.customer(customer.stripeId)).rejects.toThrow('refund was refused');
    await shop.sync.user(customer.userId);
    expect((await shop.payments(customer)).toSorted()).toEqual(['purchase refunded', 'purchase succeeded']);
    expect((await shop.subscriptions(customer)).toSorted()).toEqual(['active', 'canceled']);
  });
});
