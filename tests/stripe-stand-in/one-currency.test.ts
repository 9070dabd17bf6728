import { expect, onTestFinished, test } from 'vitest';
import { runStandIn } from './running-stand-in.ts';
import { addPrice, idOf, openSession, sell, subscribe } from './shop.ts';

const combined = 'You cannot combine currencies on a single customer';
const refusal = (call: Promise<unknown>) => call.then(() => 'taken', String);

async function start() {
  const at = await runStandIn();
  onTestFinished(() => at.stop());
  return at;
}

test('A customer whose subscription runs is sold nothing in another currency, and keeps no balance in one', async () => {
  const at = await start();
  const { id, customer: of, items } = await subscribe(at, { currency: 'eur' });
  const customer = idOf(of);
  expect(await at.stripe.customers.retrieve(customer)).toMatchObject({ currency: 'eur' });
  for (const months of [1, null])
    expect(await refusal(openSession(at, { customer, months, currency: 'usd' }))).toContain(combined);
  const dollars = await addPrice(at, { months: 3, amount: 2999 });
  const change = { proration_behavior: 'always_invoice', payment_behavior: 'error_if_incomplete' } as const;
  const moved = at.stripe.subscriptions.update(id, {
    items: [{ id: items.data[0]!.id, price: dollars.id }],
    ...change,
  });
  expect(await refusal(moved)).toContain(combined);
  const balance = { amount: -100, currency: 'usd' };
  expect(await refusal(at.stripe.customers.createBalanceTransaction(customer, balance))).toContain(combined);
  await openSession(at, { customer, months: null, currency: 'eur' });

  await at.stripe.subscriptions.cancel(id);
  expect(await sell(at, { customer, currency: 'usd' })).toMatchObject({ currency: 'usd', payment_status: 'paid' });
});

test('The portal changes to no price in another currency', async () => {
  const at = await start();
  const { customer } = await subscribe(at, { currency: 'eur' });
  const prices = [await addPrice(at, { months: 3, currency: 'eur' }), await addPrice(at, { months: 3 })];
  const products = prices.map(({ id, product }) => ({ product: idOf(product as string), prices: [id] }));
  const features = { subscription_update: { enabled: true, default_allowed_updates: ['price' as const], products } };
  const configuration = await at.stripe.billingPortal.configurations.create({
    features: {
      ...features,
      subscription_update: { ...features.subscription_update, proration_behavior: 'always_invoice' },
    },
  });
  const session = await at.stripe.billingPortal.sessions.create({
    customer: idOf(customer),
    configuration: configuration.id,
    return_url: 'http://localhost:3000/',
  });
  const { portal } = at.standIn;
  const id = session.url.split('/').at(-1)!;
  expect(portal.view(id)?.subscription?.others.map((other) => other.id)).toEqual([prices[0]!.id]);
  expect(await portal.changePlan(id, prices[1]!.id)).toEqual({ kind: 'gone' });
});

test('What takes an amount off in dollars is given for nothing in euros, and no price is converted', async () => {
  const at = await start();
  const { id: price } = await addPrice(at, { currency: 'eur' });
  const { id: coupon } = await at.stripe.coupons.create({ amount_off: 100, currency: 'usd', duration: 'once' });
  const page = {
    mode: 'subscription' as const,
    line_items: [{ price, quantity: 1 }],
    success_url: 'http://localhost/',
  };
  const { sessions } = at.stripe.checkout;
  expect(await refusal(sessions.create({ ...page, discounts: [{ coupon }] }))).toContain('cannot be used for this');
  const converted = sessions.create({ ...page, adaptive_pricing: { enabled: true } });
  expect(await refusal(converted)).toContain('converts no prices');
  expect(await sessions.create({ ...page, adaptive_pricing: { enabled: false } })).toMatchObject({
    currency: 'eur',
    amount_total: 1999,
  });
});
