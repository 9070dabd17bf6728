import type { Stripe } from 'stripe';
import { expect, test } from 'vitest';
import { readCustomer } from '../../../api/payments/sync/read-customer.ts';

test('What was paid is read after what it may have been paid for', async () => {
  const steps: string[] = [];
  const answer = (name: string) => ({
    list: () => {
      steps.push(`${name} asked`);
      // oxlint-disable-next-line require-yield -- There are none.
      return (async function* nothing() {
        await Promise.resolve();
        steps.push(`${name} told`);
      })();
    },
  });
  const names = ['sessions', 'subscriptions', 'invoices', 'charges'] as const;
  const [sessions, subscriptions, invoices, charges] = names.map(answer);
  const stripe = { checkout: { sessions }, subscriptions, invoices, charges } as unknown as Stripe;
  const balance = { amount: 0, taken: new Map() };
  const nothing = { balance, checkouts: [], subscriptions: [], invoices: [], charges: [] };
  expect(await readCustomer(stripe, 'cus_1', new Date())).toEqual(nothing);
  const before = ['sessions asked', 'sessions told', 'subscriptions asked', 'subscriptions told'];
  expect(steps.slice(0, 4)).toEqual(before);
});
