import { writeAmount } from '../../../engine/run/money.ts';
import { findCustomers } from './nightly.ts';
import { customerOfEvent, describeEvent } from './stripe-events.ts';
import { asStripeError, type StripeSource } from '../stripe.ts';
import type { Sync } from '../sync/create-sync.ts';
import { isAfterRemoval } from '../sync/actions.ts';
import { type OwnRows, readOwnRows, type StoredPayment, type SubscriptionRow } from '../rows.ts';
import type { Database } from '../../platform/db/database.ts';

interface ReconcileParts {
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
  readonly differences: readonly Difference[];
  /** Customers who could not be brought in line, each with the reason. */
  readonly failures: readonly { readonly userId: string; readonly error: unknown }[];
}

/** Brings all customers in line to whom something happened, or could have, and reports what differed. */
export async function reconcile(parts: ReconcileParts, options: ReconcileOptions = {}): Promise<Reconciliation> {
  const customers = await chooseCustomers(parts, options);
  const differences: Difference[] = [];
  const failures: { userId: string; error: unknown }[] = [];
  for (const { userId, stripeId } of customers) {
    try {
      const before = await describeAccount(parts.database, userId);
      await parts.sync.customer(stripeId);
      differences.push(...compare(userId, before, await describeAccount(parts.database, userId)));
    } catch (error) {
      failures.push({ userId, error });
    }
  }
  return { checked: customers.length, differences, failures };
}

async function chooseCustomers({ database, stripe }: ReconcileParts, { since, all = false }: ReconcileOptions) {
  const inEvents = all ? null : await findInEvents(stripe, since);
  const customers = await findCustomers(database);
  return customers.filter(({ stripeId, isStale }) => inEvents === null || isStale || inEvents.has(stripeId));
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
  const { kind, plan, status, amount, refundedAmount: refunded, currency, disputed } = payment;
  return [
    `${kind} of ${plan}, ${status}`,
    writeAmount({ amount, currency }, 'en'),
    ...(refunded > 0 ? [`${writeAmount({ amount: refunded, currency }, 'en')} given back`] : []),
    ...(disputed ? ['disputed'] : []),
    ...(status === 'succeeded' && isAfterRemoval(payment, deletedAt) ? ['charged after the account was removed'] : []),
  ].join(', ');
}

function describeSubscription({ plan, status, periodEnd, cancelAtPeriodEnd }: SubscriptionRow): string {
  return `${plan}, ${status}, period to ${periodEnd.toISOString()}${cancelAtPeriodEnd ? ', will not renew' : ''}`;
}

interface AccessFields {
  readonly access_to: Date | null;
}

const accessText = 'SELECT access_to FROM access_of($1)';
