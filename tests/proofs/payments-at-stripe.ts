import type { Stripe } from 'stripe';

/** What Stripe has of one customer. */
export interface AtStripe {
  readonly sessions: readonly Stripe.Checkout.Session[];
  readonly subscriptions: readonly Stripe.Subscription[];
  readonly invoices: readonly Stripe.Invoice[];
  /** Those that took money. */
  readonly charges: readonly Stripe.Charge[];
  readonly disputes: readonly Stripe.Dispute[];
}

const limit = 100;
const live = ['active', 'trialing', 'past_due', 'unpaid'];

export async function readAtStripe(stripe: Stripe, customer: string): Promise<AtStripe> {
  const charges = (await all(stripe.charges.list({ customer, limit }))).filter(({ status }) => status === 'succeeded');
  const disputes = charges
    .filter(({ disputed }) => disputed)
    .map(({ id }) => all(stripe.disputes.list({ charge: id })));
  return {
    sessions: await all(stripe.checkout.sessions.list({ customer, limit })),
    subscriptions: await all(stripe.subscriptions.list({ customer, status: 'all', limit })),
    invoices: await all(stripe.invoices.list({ customer, expand: ['data.payments'], limit })),
    charges,
    disputes: (await Promise.all(disputes)).flat(),
  };
}

export const liveSubscriptions = ({ subscriptions }: AtStripe) =>
  subscriptions.filter(({ status }) => live.includes(status));

export const openPages = ({ sessions }: AtStripe) => sessions.filter(({ status }) => status === 'open');

/** Who was charged, and how often. */
export async function customersOf(stripe: Stripe): Promise<readonly Stripe.Customer[]> {
  return all(stripe.customers.list({ limit }));
}

async function all<Item>(list: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of list) items.push(item);
  return items;
}
