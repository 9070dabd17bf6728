import type { Member } from './payments-calls.ts';
import { customersOf, liveSubscriptions, openPages, readAtStripe } from './payments-at-stripe.ts';
import { findDifferences, type Query } from './payments-differences.ts';
import { demand } from './report.ts';
import type { StripeServer } from './stripe-server.ts';

interface Books {
  readonly name: string;
  readonly stripe: StripeServer;
  /** Null: the database can't be looked into. */
  readonly query: Query | null;
  /** Each has paid once. */
  readonly buyers: readonly Member[];
  /** None has paid. */
  readonly others: readonly Member[];
}

/** Demands of what Stripe took and what we wrote down that it is one purchase for each buyer, and none for others. */
export async function demandOneOfEach({ name, stripe, query, buyers, others }: Books): Promise<void> {
  const accounts = await countByAddress(stripe);
  const wrong = [
    ...buyers.filter(({ email }) => !isOnePurchase(accounts.get(email))),
    ...others.filter(({ email }) => !isNoPurchase(accounts.get(email))),
  ].map(({ email }) => `${email}: ${JSON.stringify(accounts.get(email))}`);
  const sentence = `${name}: of ${buyers.length} buyers and ${others.length} others, wrong at Stripe`;
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
  readonly bought: number;
  readonly refunds: number;
  readonly pages: number;
}

const nothing: Account = { customers: 0, charges: 0, bought: 0, refunds: 0, pages: 0 };

function isOnePurchase(account: Account = nothing): boolean {
  return account.charges === 1 && account.bought === 1 && account.refunds === 0 && account.pages === 0;
}

function isNoPurchase(account: Account = nothing): boolean {
  return account.charges === 0 && account.bought === 0 && account.pages <= 1;
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
