import type { Knex } from 'knex';
import type { Database } from '../platform/db/database.ts';
import { greetedName } from '../emails/email.ts';
import { ApiError } from '../platform/http/problem.ts';
import { enqueueJob } from '../platform/jobs/queue.ts';
import type { StripeSource } from './stripe.ts';
import type { Language } from '../../schemas/api/values.ts';

/** Who pays, as Stripe gets to know it. */
export interface Payer {
  readonly userId: string;
  readonly email: string;
  readonly firstName: string;
  readonly language: Language;
}

interface Parts {
  readonly database: Database;
  readonly stripe: StripeSource;
}

/** Stripe's id of the user's customer; null where there is none yet. */
export async function findCustomer(database: Database, userId: string): Promise<string | null> {
  const text = 'SELECT stripe_id FROM customers WHERE user_id = $1';
  const [row] = await database.query<CustomerRow>({ name: 'customer-of-user', text, values: [userId] });
  return row?.stripe_id ?? null;
}

/**
 * Stripe's id of the user's only customer, who is made where there is none. Calls for the same payment make one, however
 * often they come; another payment is another attempt, in case that Stripe keeps repeating a failure of the first one.
 * Throws `not_signed_in` where the account has just been removed, and leaves no customer in Stripe.
 */
export async function ensureCustomer({ database, stripe }: Parts, payer: Payer, paymentId: string): Promise<string> {
  const { userId, email, firstName, language } = payer;
  const known = await findCustomer(database, userId);
  if (known !== null) return known;
  const client = await stripe();
  // As in an email: Stripe shows it in invoices and receipts.
  const name = greetedName(firstName);
  const { id } = await client.customers.create(
    { email, ...(name && { name }), preferred_locales: [language], metadata: { userId } },
    { idempotencyKey: `customer-${userId}-${paymentId}` },
  );
  const [row] = await database.query<CustomerRow & { email: string }>({
    name: 'store-customer',
    text: storeText,
    values: [userId, id],
  });
  if (row && row.email !== email) await enqueueCustomerUpdate(database.knex, userId);
  if (row) return row.stripe_id;
  await client.customers.del(id);
  throw new ApiError('not_signed_in');
}

/** Has Stripe know the address, the name and the language that an account has now; payload `{ userId }`. */
export const customerUpdateJob = 'customer_email';

/** Has Stripe know what the account has now, once the transaction is committed. */
export async function enqueueCustomerUpdate(trx: Knex, userId: string): Promise<void> {
  await enqueueJob(trx, customerUpdateJob, { userId });
}

interface CustomerRow {
  readonly stripe_id: string;
}

// Of a user's two, the one that came first stays, and is returned in both cases. A removal of the account waits for this
// lock, and this for it: no removed account gets a customer.
const storeText = `
  WITH account AS MATERIALIZED (SELECT id, email FROM users WHERE id = $1 AND deleted_at IS NULL FOR KEY SHARE),
    stored AS (
      INSERT INTO customers (user_id, stripe_id) SELECT id, $2 FROM account
      ON CONFLICT (user_id) DO UPDATE SET user_id = excluded.user_id
      RETURNING stripe_id)
  SELECT stripe_id, email FROM stored, account`;
