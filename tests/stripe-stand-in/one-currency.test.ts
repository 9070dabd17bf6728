import { expect, onTestFinished, test } from 'vitest';
import { runStandIn } from './running-stand-in.ts';
import { addPrice, idOf, openPortal, openSession, sell, subscribe } from './shop.ts';

const combined = 'You cannot combine currencies on a single customer';
const refusal = (call: Promise<unknown>) => call.then(() => 'taken', String);

test('A customer whose subscription runs is sold nothing in another currency, and keeps no balance in one', async () => {
  const at = await runStandIn();
  onTestFinished(() => at.stop());
  const { id, customer: of, items } = await subscribe(at, { currency: 'eur' });
  const customer = idOf(of);
  expect(await at.stripe.customers.retrieve(customer)).toMatchObject({ currency: 'eur' });
  for (const months of [1, null])
    expect(await refusal(openSession(at, { customer, months, currency: 'usd' }))).toContain(combined);
  const dollars = await addPrice(at, { months: 3, amount: 2999 });
  const change = { proration_behavior: 'always_invoice', payment_behavior: 'error_if_incomplete' } as const;
  const item = { id: items.data[0]!.id, price: dollars.id };
  expect(await refusal(at.stripe.subscriptions.update(id, { items: [item], ...change }))).toContain(combined);
  const balance = { amount: -100, currency: 'usd' };
  expect(await refusal(at.stripe.customers.createBalanceTransaction(customer, balance))).toContain(combined);
  await openSession(at, { customer, months: null, currency: 'eur' });

  await at.stripe.subscriptions.cancel(id);
  expect(await sell(at, { customer, currency: 'usd' })).toMatchObject({ currency: 'usd', payment_status: 'paid' });
});

test('The portal changes to no price in another currency', async () => {
  const at = await runStandIn();
  onTestFinished(() => at.stop());
  const { customer } = await subscribe(at, { currency: 'eur' });
  const prices = [await addPrice(at, { months: 3, currency: 'eur' }), await addPrice(at, { months: 3 })];
  const { id } = await openPortal(at, idOf(customer), prices);
  const { portal } = at.standIn;
  expect(portal.view(id)?.subscription?.others.map((other) => other.id)).toEqual([prices[0]!.id]);
  expect(await portal.changePlan(id, prices[1]!.id)).toEqual({ kind: 'gone' });
});
