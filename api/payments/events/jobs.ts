import { isDeepStrictEqual } from 'node:util';
import type { Knex } from 'knex';
import { greetedName } from '../../emails/email.ts';
import type { Language } from '../../../schemas/api/values.ts';
import type { Stripe } from 'stripe';
import { customerUpdateJob, findCustomer } from '../customers.ts';
import { customerOfEvent, type StoredEvent, stripeEventJob } from './stripe-events.ts';
import { asStripeError, isStripeRefusal, type StripeSource } from '../stripe.ts';
import type { Sync } from '../sync/create-sync.ts';
import type { Database } from '../../platform/db/database.ts';
import { enqueueJob, JobError, type JobHandler, type JobHandlers } from '../../platform/jobs/queue.ts';
import type { PaymentStatus } from '../../../schemas/api/payments.ts';

/** Checks what became of a purchase that was begun; payload `{ paymentId }`. */
export const paymentCheckJob = 'payment_check';
/** Ends at Stripe what a removed account has there; payload `{ userId }`. */
export const closeCustomerJob = 'close_customer';
/** Brings a customer in line with Stripe; payload `{ stripeId }`. */
export const customerSyncJob = 'customer_sync';

interface JobDependencies {
  readonly database: Database;
  readonly stripe: StripeSource;
  readonly sync: Sync;
}

/** All jobs about payments, for the worker. */
export function createPaymentJobs(parts: JobDependencies): JobHandlers {
  return {
    [stripeEventJob]: handleEvent(parts),
    [paymentCheckJob]: checkPayment(parts),
    [closeCustomerJob]: closeCustomer(parts),
    [customerUpdateJob]: updateDetails(parts),
    [customerSyncJob]: syncCustomer(parts),
  };
}

/** An event is only a hint: the customer is read again, so neither the order of events nor their content matters. */
function handleEvent({ database, stripe, sync }: JobDependencies): JobHandler {
  return async ({ payload }) => {
    const { eventId: id } = payload as { eventId: string };
    const unprocessed = database.knex('stripe_events').where({ id, processed_at: null });
    const event = await unprocessed.first<{ payload: StoredEvent } | undefined>('payload');
    if (!event) return;
    const customer = await customerOfEvent(stripe, event.payload);
    if (customer !== null) await sync.customer(customer);
    await database.knex('stripe_events').where({ id }).update({ processed_at: database.knex.fn.now() });
  };
}

/**
 * Finds the page of a purchase whose process died before saving it, or expires the purchase if there was none. After a
 * failure of Stripe, closes the page that Stripe may have made all the same. Retries while the page may still be made.
 */
export function checkPayment({ database, sync }: Pick<JobDependencies, 'database' | 'sync'>): JobHandler {
  return async ({ payload }) => {
    const { paymentId } = payload as { paymentId: string };
    const payment = await findIn(database, paymentId, ['created', 'expired']);
    if (!payment) return;
    await sync.user(payment.user_id);
    await closeWithoutCustomer(database, paymentId);
    if (await findIn(database, paymentId, ['created']))
      throw new JobError('The page of the payment is still being made');
  };
}

type Owner = { readonly user_id: string } | undefined;

async function findIn({ knex }: Database, id: string, statuses: readonly PaymentStatus[]): Promise<Owner> {
  return knex('payments').where({ id }).whereIn('status', statuses).first<Owner>('user_id');
}

/** A user who is no customer of Stripe has no page there; a customer's rows follow from what Stripe says. */
async function closeWithoutCustomer(database: Database, id: string): Promise<void> {
  await database.knex.raw(
    `UPDATE payments SET status = 'expired'
     WHERE id = ? AND status = 'created' AND coalesce(asked_until, created_at + interval '60 seconds')
         NOT BETWEEN now() AND now() + interval '1 minute'
       AND NOT EXISTS (SELECT FROM customers WHERE customers.user_id = payments.user_id)`,
    [id],
  );
}

/** Ends at Stripe what a removed account has there, once the transaction is committed. */
export async function enqueueClosing(trx: Knex, userId: string): Promise<void> {
  const customer = await trx('customers').where({ user_id: userId }).first<object>('user_id');
  if (customer) await enqueueJob(trx, closeCustomerJob, { userId });
}

/** Looks again afterwards: what it has written may have been changed, or erased, meanwhile. */
function updateDetails({ database, stripe }: JobDependencies): JobHandler {
  return async ({ payload }) => {
    const { userId } = payload as { userId: string };
    const stripeId = await findCustomer(database, userId);
    if (stripeId === null) return;
    for (let written: CustomerDetails | null = null; ;) {
      const details = await readDetails(database, userId);
      if (isDeepStrictEqual(details, written)) return;
      await updateCustomer(await stripe(), stripeId, details);
      written = details;
    }
  };
}

type CustomerDetails = Pick<Stripe.CustomerUpdateParams, 'email' | 'name' | 'preferred_locales'>;

/** Email and name are empty once the account is removed. */
async function readDetails({ knex }: Database, userId: string): Promise<CustomerDetails> {
  const user = await knex('users')
    .where({ id: userId })
    .first<UserDetails | undefined>('email', 'first_name', 'language');
  if (!user?.email) return { email: '', name: '' };
  return { email: user.email, name: greetedName(user.first_name) ?? '', preferred_locales: [user.language] };
}

interface UserDetails {
  readonly email: string | null;
  readonly first_name: string;
  readonly language: Language;
}

async function updateCustomer(client: Stripe, stripeId: string, details: Stripe.CustomerUpdateParams): Promise<void> {
  try {
    await client.customers.update(stripeId, details);
  } catch (error) {
    // Deleted in Stripe's dashboard, where nothing is left to change.
    if (!isStripeRefusal(error, 'resource_missing')) throw asStripeError(error);
  }
}

/**
 * Ends everything that runs at Stripe for a removed account, and erases the name and address there, also of customers
 * that it had before. The customer itself stays: payments must be on record for years, and may be disputed.
 */
function closeCustomer({ database, stripe, sync }: JobDependencies): JobHandler {
  return async ({ payload }) => {
    const { userId } = payload as { userId: string };
    const row = await database.knex('customers').where({ user_id: userId }).first<Ids | undefined>();
    if (!row || !(await isRemoved(database, userId))) return;
    await sync.customer(row.stripe_id);
    for (const id of [row.stripe_id, ...row.former_ids])
      await updateCustomer(await stripe(), id, { email: '', name: '' });
    const closed = database.knex('customers').where({ user_id: userId, closed_at: null });
    await closed.update({ closed_at: database.knex.fn.now() });
  };
}

interface Ids {
  readonly stripe_id: string;
  readonly former_ids: readonly string[];
}

async function isRemoved(database: Database, userId: string): Promise<boolean> {
  const users = database.knex('users').where({ id: userId }).whereNotNull('deleted_at');
  return (await users.first('id')) !== undefined;
}

function syncCustomer({ sync }: JobDependencies): JobHandler {
  return async ({ payload }) => {
    await sync.customer((payload as { stripeId: string }).stripeId);
  };
}
