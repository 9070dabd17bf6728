import type { Stripe } from 'stripe';
import { readBalanceChanges, sumTaken } from '../balance.ts';
import { asStripeError, stripeIdOf, isOfStripe, isStripeRefusal, stripeReason, StripeError } from '../stripe.ts';
import type { ChargeSnapshot, CustomerSnapshot, SubscriptionSnapshot } from './snapshot.ts';
import { isReminderDue } from './settle-subscriptions.ts';
import { toCharge, toCheckout, toInvoice, toSubscription } from './to-snapshot.ts';

/** Stripe's ids of what an account has paid for, as our rows have them. */
export interface KnownIds {
  readonly checkouts: readonly string[];
  readonly subscriptions: readonly string[];
  readonly invoices: readonly string[];
  readonly paymentIntents: readonly string[];
}

const nothingKnown: KnownIds = { checkouts: [], subscriptions: [], invoices: [], paymentIntents: [] };

/**
 * All that Stripe has of a customer, and what else it has of what is known: an earlier customer may have paid that. Rejects
 * with a `StripeError` where it could not be read, also where Stripe knows no such customer.
 */
export async function readCustomer(
  stripe: Stripe,
  stripeId: string,
  now: Date,
  known = nothingKnown,
): Promise<CustomerSnapshot> {
  return orStripeError(async () => {
    const listed = await listAll(stripe, stripeId);
    return toSnapshot(stripe, await addKnown(stripe, listed, known), { customer: stripeId, now });
  });
}

/** What Stripe has of what is known, where it doesn't know the customer. */
export async function readKnownObjects(
  stripe: Stripe,
  stripeId: string,
  now: Date,
  known: KnownIds,
): Promise<CustomerSnapshot> {
  const nothing = { checkouts: [], subscriptions: [], invoices: [], charges: [] };
  return orStripeError(async () =>
    toSnapshot(stripe, await addKnown(stripe, nothing, known), { customer: stripeId, now }),
  );
}

async function orStripeError(read: () => Promise<CustomerSnapshot>): Promise<CustomerSnapshot> {
  try {
    return await read();
  } catch (error) {
    const known = asStripeError(error);
    if (known instanceof StripeError || !isOfStripe(error)) throw known;
    throw new StripeError(stripeReason(error), { cause: error });
  }
}

interface Objects {
  readonly checkouts: readonly Stripe.Checkout.Session[];
  readonly subscriptions: readonly Stripe.Subscription[];
  readonly invoices: readonly Stripe.Invoice[];
  readonly charges: readonly Stripe.Charge[];
}

async function listAll(stripe: Stripe, customer: string): Promise<Objects> {
  // One after the other, so that whatever a page that was paid has led to is found by what is read after it, and so is
  // what was paid for a subscription: one that seemed to be paid by nothing would be ended and nothing given back.
  const checkouts = await all(stripe.checkout.sessions.list({ customer, limit }));
  const subscriptions = await all(
    stripe.subscriptions.list({
      customer,
      status: 'all',
      expand: expandedOfSubscription.map((field) => `data.${field}`),
      limit,
    }),
  );
  const [invoices, charges] = await Promise.all([
    all(stripe.invoices.list({ customer, expand: ['data.payments'], limit })),
    all(stripe.charges.list({ customer, limit })),
  ]);
  return { checkouts, subscriptions, invoices, charges };
}

async function addKnown(stripe: Stripe, listed: Objects, known: KnownIds): Promise<Objects> {
  const { checkouts, subscriptions, invoices, charges } = listed;
  const intents = new Set(charges.map(({ payment_intent: intent }) => stripeIdOf(intent)));
  const missing = known.paymentIntents.filter((id) => !intents.has(id));
  const others = await Promise.all(
    missing.map((id) => orNone(all(stripe.charges.list({ payment_intent: id, limit })))),
  );
  return {
    checkouts: await addMissing(checkouts, known.checkouts, (id) => stripe.checkout.sessions.retrieve(id)),
    subscriptions: await addMissing(subscriptions, known.subscriptions, (id) =>
      stripe.subscriptions.retrieve(id, { expand: expandedOfSubscription }),
    ),
    invoices: await addMissing(invoices, known.invoices, (id) =>
      stripe.invoices.retrieve(id, { expand: ['payments'] }),
    ),
    charges: [...charges, ...others.flatMap((found) => found ?? [])],
  };
}

/** With those that are known and weren't listed, as far as Stripe knows them. */
async function addMissing<Item extends { readonly id: string }>(
  listed: readonly Item[],
  known: readonly string[],
  retrieve: (id: string) => Promise<Item>,
): Promise<readonly Item[]> {
  const ids = new Set(listed.map(({ id }) => id));
  const others = await Promise.all(known.filter((id) => !ids.has(id)).map((id) => orNone(retrieve(id))));
  return [...listed, ...others.filter((item) => item !== null)];
}

async function orNone<Value>(answer: Promise<Value>): Promise<Value | null> {
  try {
    return await answer;
  } catch (error) {
    if (isStripeRefusal(error, 'resource_missing')) return null;
    throw error;
  }
}

interface About {
  readonly customer: string;
  readonly now: Date;
}

async function toSnapshot(stripe: Stripe, objects: Objects, { customer, now }: About): Promise<CustomerSnapshot> {
  const { subscriptions, invoices, charges } = objects;
  const pages = objects.checkouts.map(toCheckout);
  const mayHaveTaken = pages.some(({ isPaid, credit }) => isPaid && credit !== null && credit.balance > 0);
  const balanceChanges = mayHaveTaken ? await readBalanceChanges(stripe, customer) : [];
  return {
    checkouts: pages,
    subscriptions: await Promise.all(
      subscriptions.map(async (each) => {
        const snapshot = toSubscription(each, await findNewerCard(stripe, each));
        const mayDiffer = each.discounts.length > 0 || balanceOf(each) !== 0 || isReminderDue(snapshot, now);
        return { ...snapshot, nextAmount: mayDiffer ? await readNextAmount(stripe, snapshot) : snapshot.amount };
      }),
    ),
    invoices: invoices.map(toInvoice),
    charges: await Promise.all(charges.map((charge) => readCharge(stripe, charge))),
    // Credit comes of subscriptions: without one there is none.
    balance: { amount: subscriptions[0] ? balanceOf(subscriptions[0]) : 0, taken: sumTaken(balanceChanges) },
  };
}

const expandedOfSubscription = ['latest_invoice', 'customer'];

type Unpriced = Omit<SubscriptionSnapshot, 'nextAmount'>;

/**
 * Of one that doesn't renew, or that Stripe gives no preview of, it is the price. Null where Stripe fails: what was
 * paid is not to wait for that.
 */
async function readNextAmount(stripe: Stripe, snapshot: Unpriced): Promise<number | null> {
  const { id: subscription, status, cancelAtPeriodEnd, amount } = snapshot;
  if (status !== 'active' || cancelAtPeriodEnd) return amount;
  try {
    return (await stripe.invoices.createPreview({ subscription })).amount_due;
  } catch (error) {
    if (!isOfStripe(error)) throw error;
    return isStripeRefusal(error) ? amount : null;
  }
}

/** Its customer's. */
function balanceOf({ customer }: Stripe.Subscription): number {
  return typeof customer === 'object' && !customer.deleted ? customer.balance : 0;
}

/**
 * The card that the customer has chosen later than the one that the subscription is paid with: Stripe's portal gives it to
 * the customer, but Stripe takes the subscription's own first. Null where there is none.
 */
async function findNewerCard(stripe: Stripe, subscription: Stripe.Subscription): Promise<string | null> {
  const { customer, default_payment_method: method } = subscription;
  if (typeof customer === 'string' || customer.deleted) return null;
  const [own, chosen] = [stripeIdOf(method), stripeIdOf(customer.invoice_settings.default_payment_method)];
  if (own === null || chosen === null || own === chosen) return null;
  const [before, after] = await Promise.all([own, chosen].map((id) => stripe.paymentMethods.retrieve(id)));
  return after!.created >= before!.created ? chosen : null;
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
