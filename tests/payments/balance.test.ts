import type { Stripe } from 'stripe';
import { expect, test } from 'vitest';
import { takeFromBalance } from '../../api/payments/balance.ts';
import { startStripe } from './calls/stripe-front.ts';

test('A balance is taken once by any number of calls, whatever has failed before, and can come back', async () => {
  const { client, faults } = await startStripe();
  const { id: customer } = await client.customers.create({});
  await client.customers.createBalanceTransaction(customer, { amount: -1000, currency: 'usd' });
  const take = (amount: number) => takeFromBalance(client, { customer, paymentId: 'p1', amount, currency: 'USD' });
  const balance = async () => ((await client.customers.retrieve(customer)) as Stripe.Customer).balance;
  const change = 'POST /v1/customers/';

  faults.set(change, 'broken');
  for (const _ of [1, 2, 3]) await expect(take(700)).rejects.toMatchObject({ statusCode: 500 });
  faults.clear();
  await Promise.all(Array.from({ length: 8 }, () => take(700)));
  expect(await balance()).toBe(-300);

  faults.set(change, 'broken');
  await expect(take(500)).rejects.toMatchObject({ statusCode: 500 });
  faults.set(change, 'lost');
  await expect(take(0)).rejects.toMatchObject({ statusCode: 429 });
  expect(await balance()).toBe(-1000);
  faults.clear();
  await take(0);
  expect(await balance()).toBe(-1000);
});
