import type { Stripe } from 'stripe';
import { asStripeError, isOfStripe, reasonOf, StripeError } from '../stripe.ts';
import { toCharge, toCheckout, toInvoice, toSubscription } from './from-stripe.ts';
import type { ChargeSnapshot, CustomerSnapshot } from './snapshot.ts';

/**
 * All that Stripe has of a customer. Rejects with a `StripeError` where it could not be read, also where Stripe knows no
 * such customer: that is what a key of another account looks like, and nothing may be concluded from it.
 */
export async function readCustomer(stripe: Stripe, stripeId: string): Promise<CustomerSnapshot> {
  try {
    return await readAll(stripe, stripeId);
  } catch (error) {
    const known = asStripeError(error);
    if (known instanceof StripeError || !isOfStripe(error)) throw known;
    throw new StripeError(reasonOf(error), { cause: error });
  }
}

async function readAll(stripe: Stripe, customer: string): Promise<CustomerSnapshot> {
  // One after the other, so that whatever a page that was paid has led to is found by what is read after it, and so is
  // what was paid for a subscription: one that seemed to be paid by nothing would be ended and nothing given back.
  const checkouts = await all(stripe.checkout.sessions.list({ customer, limit }));
  const subscriptions = await all(
    stripe.subscriptions.list({ customer, status: 'all', expand: ['data.latest_invoice'], limit }),
  );
  const [invoices, charges] = await Promise.all([
    all(stripe.invoices.list({ customer, expand: ['data.payments'], limit })),
    all(stripe.charges.list({ customer, limit })),
  ]);
  return {
    checkouts: checkouts.map(toCheckout),
    subscriptions: subscriptions.map(toSubscription),
    invoices: invoices.map(toInvoice),
    charges: await Promise.all(charges.map((charge) => readCharge(stripe, charge))),
  };
}

/** With what Stripe keeps apart from it. */
async function readCharge(stripe: Stripe, charge: Stripe.Charge): Promise<ChargeSnapshot> {
  const [refunds, disputes] = await Promise.all([
    charge.amount_refunded > 0 ? all(stripe.refunds.list({ charge: charge.id, limit })) : [],
    charge.disputed ? all(stripe.disputes.list({ charge: charge.id, limit })) : [],
  ]);
  return toCharge(charge, { refunds, disputes });
}

const limit = 100;

async function all<Item>(list: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of list) items.push(item);
  return items;
}
