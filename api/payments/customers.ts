import type { Knex } from 'knex';
import type { Stripe } from 'stripe';
import type { Database } from '../platform/db/database.ts';
import { greetedName } from '../emails/email.ts';
import { ApiError } from '../platform/http/problem.ts';
import { enqueueJob } from '../platform/jobs/queue.ts';
import { isStripeRefusal, type StripeSource } from './stripe.ts';
import type { Language } from '../../schemas/api/values.ts';

/** Who pays, as Stripe gets to know it. */
export interface Payer {
  readonly userId: string;
  readonly email: string;
  readonly firstName: string;
  readonly language: Language;
}

interface Dependencies {
  readonly database: Database;
  readonly stripe: StripeSource;
}

/** Stripe's id of the user's customer; null where there is none yet. */
export async function findCustomer(database: Database, userId: string): Promise<string | null> {
  return (await readRow(database, userId))?.stripe_id ?? null;
}

async function readRow(database: Database, userId: string): Promise<KnownRow | undefined> {
  const text = 'SELECT stripe_id, gone_at FROM customers WHERE user_id = $1';
  const [row] = await database.query<KnownRow>({ name: 'customer-of-user', text, values: [userId] });
  return row;
}

/**
 * Stripe's id of the user's only customer, who is made where there is none, or none any more. Calls for the same payment make one, however
 * often they come; another payment is another attempt, in case that Stripe keeps repeating a failure of the first one.
 * Throws `not_signed_in` where the account has just been removed, and leaves no customer in Stripe.
 */
export async function ensureCustomer(
  { database, stripe }: Dependencies,
  payer: Payer,
  paymentId: string,
): Promise<string> {
  const { userId, email, firstName, language } = payer;
  const known = await readRow(database, userId);
  if (known?.gone_at === null) return known.stripe_id;
  const client = await stripe();
  // Under a wrong key it seemed to be gone.
  if (known && !(await isGone(client, known.stripe_id))) {
    await markGone(database, known.stripe_id, false);
    return known.stripe_id;
  }
  // As in an email: Stripe shows it in invoices and receipts.
  const name = greetedName(firstName);
  const { id, livemode } = await client.customers.create(
    { email, ...(name && { name }), preferred_locales: [language], metadata: { userId } },
    { idempotencyKey: `customer-${userId}-${paymentId}` },
  );
  const [row] = await database.query<CustomerRow & { email: string }>({
    name: 'store-customer',
    text: storeText,
    values: [userId, id, livemode],
  });
  if (row && row.email !== email) await enqueueCustomerUpdate(database.knex, userId);
  if (row) return row.stripe_id;
  await client.customers.del(id);
  throw new ApiError('not_signed_in');
}

/** Updates the address, the name and the language of an account at Stripe; payload `{ userId }`. */
export const customerUpdateJob = 'customer_email';

/** Updates them at Stripe, once the transaction is committed. */
export async function enqueueCustomerUpdate(trx: Knex, userId: string): Promise<void> {
  await enqueueJob(trx, customerUpdateJob, { userId });
}

interface CustomerRow {
  readonly stripe_id: string;
}

interface KnownRow extends CustomerRow {
  readonly gone_at: Date | null;
}

/**
 * Asks, and once more where Stripe refused since it doesn't know the user's customer, or where a plan of such a customer
 * was in the way. What Stripe still has of it is read before that.
 */
export async function askWithoutGone<Value>(
  { database, stripe, sync }: Dependencies & { readonly sync: { user(userId: string): Promise<void> } },
  userId: string,
  ask: () => Promise<Value>,
): Promise<Value> {
  try {
    return await ask();
  } catch (error) {
    const cause = error instanceof ApiError ? error.cause : error;
    const isOwned = error instanceof ApiError && error.code === 'already_subscribed';
    const mayBeGone = isOwned || isStripeRefusal(cause, 'resource_missing');
    const customer = mayBeGone ? await findCustomer(database, userId) : null;
    if (customer === null || !(await isGone(await stripe(), customer).catch(() => false))) throw error;
    await sync.user(userId);
    await markGone(database, customer, true);
    return ask();
  }
}

async function markGone(database: Database, customer: string, is: boolean): Promise<void> {
  const text = 'UPDATE customers SET gone_at = CASE WHEN $2 THEN coalesce(gone_at, now()) END WHERE stripe_id = $1';
  await database.query({ name: 'mark-customer-gone', text, values: [customer, is] });
}

/** Whether Stripe has deleted a customer, or doesn't know it: as under a key of another account, or of the other mode. */
export async function isGone(client: Stripe, customer: string): Promise<boolean> {
  try {
    return (await client.customers.retrieve(customer)).deleted === true;
  } catch (error) {
    if (isStripeRefusal(error, 'resource_missing')) return true;
    throw error;
  }
}

// Of a user's two, the one that came first stays unless it is gone, and is returned in both cases. A removal of the account waits for this
// lock, and this for it: no removed account gets a customer.
const storeText = `
  WITH account AS MATERIALIZED (SELECT id, email FROM users WHERE id = $1 AND deleted_at IS NULL FOR KEY SHARE),
    stored AS (
      INSERT INTO customers AS known (user_id, stripe_id, livemode) SELECT id, $2, $3 FROM account
      ON CONFLICT (user_id) DO UPDATE SET gone_at = NULL, other_mode = false,
        (stripe_id, livemode, former_ids) = (
          SELECT known.stripe_id, known.livemode, known.former_ids WHERE known.gone_at IS NULL
          UNION ALL SELECT excluded.stripe_id, excluded.livemode, known.former_ids || known.stripe_id
            WHERE known.gone_at IS NOT NULL)
      RETURNING stripe_id)
  SELECT stripe_id, email FROM stored, account`;
