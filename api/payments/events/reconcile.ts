import type { Database } from '../../platform/db/database.ts';
import { asStripeError, type StripeSource } from '../stripe.ts';
import type { Sync } from '../sync.ts';
import { customerOfEvent } from './customer-of-event.ts';
import { describeAccount, type AccountDescription } from './describe-account.ts';
import { describeEvent } from './event-store.ts';
import { findAllCustomers, findStaleCustomers, type StaleCustomer } from './stale-customers.ts';

export interface ReconcileParts {
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
export interface Difference {
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

/** Brings all in line whom something happened to, or could have, and tells what differed. */
export async function reconcile(parts: ReconcileParts, options: ReconcileOptions = {}): Promise<Reconciliation> {
  const customers = await findCustomers(parts, options);
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

async function findCustomers(
  parts: ReconcileParts,
  { since, all = false }: ReconcileOptions,
): Promise<StaleCustomer[]> {
  const everybody = await findAllCustomers(parts.database);
  if (all) return everybody;
  const inEvents = await findInEvents(parts.stripe, since);
  const stale = new Set((await findStaleCustomers(parts.database)).map(({ stripeId }) => stripeId));
  return everybody.filter(({ stripeId }) => stale.has(stripeId) || inEvents.has(stripeId));
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
