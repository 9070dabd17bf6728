import { writeAmount } from '../../../engine/shop/money.ts';
import { findCustomers, type KnownCustomer } from './stale-customers.ts';
import { customerOfEvent, describeEvent } from './stripe-events.ts';
import { asStripeError, StripeError, type StripeSource } from '../stripe.ts';
import type { Sync } from '../sync/create-sync.ts';
import { isAfterRemoval } from '../sync/actions.ts';
import { type OwnRows, readOwnRows, type StoredPayment, type SubscriptionRow } from '../rows.ts';
import type { Database } from '../../platform/db/database.ts';

interface ReconcileDependencies {
  readonly database: Database;
  readonly stripe: StripeSource;
  readonly sync: Sync;
}

interface ReconcileOptions {
  /** Whose events are looked at; default: all that Stripe keeps, 30 days. */
  readonly since?: Date;
  /** Looks at every customer, whatever happened. */
  readonly all?: boolean;
}

/** Something that was not as Stripe has it, in plain words. */
interface Difference {
  readonly userId: string;
  /** `payment <id>`, `subscription <id>` or `access`. */
  readonly what: string;
  /** `nothing` where it was missing. */
  readonly before: string;
  readonly after: string;
}

export interface Reconciliation {
  /** How many customers were looked at. */
  readonly checked: number;
  /** How many others were made with a test key before a live one came: they count for nothing. */
  readonly otherMode: number;
  readonly differences: readonly Difference[];
  /** Customers who could not be brought in line, each with the reason. */
  readonly failures: readonly { readonly userId: string; readonly error: unknown }[];
}

/**
 * Brings all customers in line to whom something happened, or could have, and reports what differed. Those that Stripe
 * doesn't know are among the failures, whatever happened.
 */
export async function reconcile(parts: ReconcileDependencies, options: ReconcileOptions = {}): Promise<Reconciliation> {
  const known = await findCustomers(parts.database);
  const ours = known.filter(({ isOtherMode }) => !isOtherMode);
  const customers = await chooseCustomers(parts, ours, options);
  const differences: Difference[] = [];
  const failures: { userId: string; error: unknown }[] = [];
  for (const { userId, stripeId } of customers) {
    try {
      const before = await describeAccount(parts.database, userId);
      const reading = await parts.sync.customer(stripeId);
      differences.push(...compare(userId, before, await describeAccount(parts.database, userId)));
      if (reading === 'unknown') failures.push({ userId, error: new StripeError(`Stripe doesn't know ${stripeId}`) });
    } catch (error) {
      failures.push({ userId, error });
    }
  }
  return { checked: customers.length, otherMode: known.length - ours.length, differences, failures };
}

async function chooseCustomers(
  { stripe }: ReconcileDependencies,
  customers: readonly KnownCustomer[],
  { since, all = false }: ReconcileOptions,
): Promise<readonly KnownCustomer[]> {
  if (all) return customers;
  const [inEvents, atStripe] = [await findInEvents(stripe, since), await findAtStripe(stripe)];
  return customers.filter(
    ({ stripeId, isStale, isClosed }) => isStale || inEvents.has(stripeId) || (!isClosed && !atStripe.has(stripeId)),
  );
}

/** All of Stripe's customers but deleted ones: no event says that one of ours is none of them. */
async function findAtStripe(stripe: StripeSource): Promise<ReadonlySet<string>> {
  const client = await stripe();
  const ids = new Set<string>();
  try {
    for await (const { id } of client.customers.list({ limit: 100 })) ids.add(id);
  } catch (error) {
    throw asStripeError(error);
  }
  return ids;
}

async function findInEvents(stripe: StripeSource, since: Date | undefined): Promise<ReadonlySet<string>> {
  const client = await stripe();
  const customers = new Set<string>();
  const seenCharges = new Set<string>();
  const created = since && { created: { gte: Math.floor(since.getTime() / 1_000) } };
  try {
    for await (const event of client.events.list({ ...created, limit: 100 })) {
      const { customer, charge } = describeEvent(event);
      const key = customer ?? charge;
      if (key === null || customers.has(key) || seenCharges.has(key)) continue;
      const found = await customerOfEvent(stripe, { customer, charge });
      if (found !== null) customers.add(found);
      if (charge !== null) seenCharges.add(charge);
    }
  } catch (error) {
    throw asStripeError(error);
  }
  return customers;
}

function compare(userId: string, before: AccountDescription, after: AccountDescription): Difference[] {
  return [...after].flatMap(([what, now]) => {
    const then = before.get(what) ?? 'nothing';
    return then === now ? [] : [{ userId, what, before: then, after: now }];
  });
}

/** What a user's rows say, in plain words, by what they are about: `payment 1f…`, `subscription sub_…`, `access`. */
type AccountDescription = ReadonlyMap<string, string>;

async function describeAccount(database: Database, userId: string): Promise<AccountDescription> {
  const about = { userId, readStartedAt: new Date().toISOString() };
  const own = await database.knex.transaction((trx) => readOwnRows(trx, about));
  const [access] = await database.query<AccessFields>({ name: 'describe-access', text: accessText, values: [userId] });
  return new Map([
    ...own.payments.map((payment) => [`payment ${payment.id}`, describePayment(payment, own)] as const),
    ...own.subscriptions.map((each) => [`subscription ${each.id}`, describeSubscription(each)] as const),
    ['access', access?.access_to ? `to ${access.access_to.toISOString()}` : 'none'],
  ]);
}

function describePayment(payment: StoredPayment, { deletedAt }: OwnRows): string {
  const { kind, plan, status, amount, refundedAmount: refunded, currency, disputed, otherMode } = payment;
  return [
    `${kind} of ${plan}, ${status}`,
    writeAmount({ amount, currency }, 'en'),
    ...(refunded > 0 ? [`${writeAmount({ amount: refunded, currency }, 'en')} given back`] : []),
    ...(disputed ? ['disputed'] : []),
    ...(otherMode ? ['made with a test key, counts for nothing'] : []),
    ...(status === 'succeeded' && isAfterRemoval(payment, deletedAt) ? ['charged after the account was removed'] : []),
  ].join(', ');
}

function describeSubscription(subscription: SubscriptionRow): string {
  const { plan, status, periodEnd, cancelAtPeriodEnd, otherMode } = subscription;
  const notes = `${cancelAtPeriodEnd ? ', will not renew' : ''}${otherMode ? ', made with a test key' : ''}`;
  return `${plan}, ${status}, period to ${periodEnd.toISOString()}${notes}`;
}

interface AccessFields {
  readonly access_to: Date | null;
}

const accessText = 'SELECT access_to FROM access_of($1)';
