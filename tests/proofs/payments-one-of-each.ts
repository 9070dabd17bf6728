import type { Outcome } from './payments-shopper.ts';
import { customersOf, liveSubscriptions, openPages, readAtStripe } from './payments-at-stripe.ts';
import { findDifferences, type Query } from './payments-differences.ts';
import { demand } from './report.ts';
import type { StripeServer } from './stripe-server.ts';

interface Books {
  readonly name: string;
  readonly stripe: StripeServer;
  /** Null: the database can't be looked into. */
  readonly query: Query | null;
  readonly outcomes: readonly Outcome[];
}

/** Demands of what Stripe took and what we wrote down that it is what each has bought, once. */
export async function demandOneOfEach({ name, stripe, query, outcomes }: Books): Promise<void> {
  const accounts = await countByAddress(stripe);
  const wrong = outcomes
    .filter((outcome) => !isAsDone(accounts.get(outcome.email) ?? nothing, outcome))
    .map((outcome) => `${JSON.stringify(outcome)} is ${JSON.stringify(accounts.get(outcome.email))}`);
  const buyers = outcomes.filter(({ charges }) => charges > 0).length;
  const sentence = `${name}: of ${buyers} buyers and ${outcomes.length - buyers} others, wrong at Stripe`;
  demand(sentence, wrong.length === 0, wrong.join('; ') || '0');
  const spare = [...accounts.values()].reduce((sum, { customers }) => sum + customers - 1, 0);
  console.log(`  ${name}: customers at Stripe that nothing came of, beside that of the same person: ${spare}`);
  if (query === null) return;
  const differences = await findDifferences(stripe.client, query);
  demand(`${name}: differences between Stripe and our rows`, differences.length === 0, differences.join('; ') || '0');
  const [row] = await query<Counts>(countText, []);
  const { stuck, unprocessed, dead } = row!;
  demand(`${name}: payments without a page`, stuck === 0, `${stuck}`);
  demand(`${name}: events not looked at, jobs given up`, unprocessed + dead === 0, `${unprocessed}, ${dead}`);
}

/** All that Stripe has of the people of one address. */
interface Account {
  readonly customers: number;
  readonly charges: number;
  readonly sum: number;
  readonly bought: number;
  readonly refunds: number;
  readonly pages: number;
}

const nothing: Account = { customers: 0, charges: 0, sum: 0, bought: 0, refunds: 0, pages: 0 };

function isAsDone(account: Account, { charges, sum, bought, pages }: Outcome): boolean {
  const isRight = account.charges === charges && account.bought === bought && account.refunds === 0;
  return isRight && Math.abs(account.sum - sum) <= 10 && account.pages <= pages;
}

async function countByAddress({ client }: StripeServer): Promise<ReadonlyMap<string, Account>> {
  const accounts = new Map<string, Account>();
  for (const { id, email } of await customersOf(client)) {
    const { sessions, ...customer } = await readAtStripe(client, id);
    const lifetimes = sessions.filter((page) => page.mode === 'payment' && page.payment_status === 'paid');
    const before = accounts.get(email ?? '') ?? nothing;
    accounts.set(email ?? '', {
      customers: before.customers + 1,
      charges: before.charges + customer.charges.length,
      sum: before.sum + customer.charges.reduce((sum, { amount }) => sum + amount, 0),
      bought: before.bought + lifetimes.length + liveSubscriptions({ sessions, ...customer }).length,
      refunds: before.refunds + customer.charges.filter(({ amount_refunded }) => amount_refunded > 0).length,
      pages: before.pages + openPages({ sessions, ...customer }).length,
    });
  }
  return accounts;
}

interface Counts {
  readonly stuck: number;
  readonly unprocessed: number;
  readonly dead: number;
}

const countText = `
  SELECT
    (SELECT count(*) FROM payments WHERE status = 'created')::integer AS stuck,
    (SELECT count(*) FROM stripe_events WHERE processed_at IS NULL)::integer AS unprocessed,
    (SELECT count(*) FROM jobs WHERE dead_at IS NOT NULL)::integer AS dead`;
