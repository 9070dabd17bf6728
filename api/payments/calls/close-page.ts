import type { Stripe } from 'stripe';
import { waitAtMost } from '../../platform/jobs/wait-at-most.ts';
import { findCustomer } from '../customers.ts';
import type { PaymentDependencies } from '../dependencies.ts';
import { isOfStripe, isStripeRefusal, reasonOf } from '../stripe.ts';
import type { HeldPayment } from './hold-payment.ts';

/**
 * Closes an open payment, so that nobody can pay on its page any more. Where somebody already has, it is written down
 * as what it is instead.
 */
export async function closePage(services: PaymentDependencies, userId: string, payment: HeldPayment): Promise<null> {
  const { database, stripe, sync } = services;
  const client = await stripe();
  const pages = payment.checkoutId === null ? await findPages(services, userId, payment.id) : [payment.checkoutId];
  for (const page of pages) {
    if ((await expirePage(client, page)) === 'closed') continue;
    await sync.user(userId);
    await database.query({ name: 'let-payment-go', text: letGoText, values: [payment.id] });
    return null;
  }
  await database.query({ name: 'close-payment', text: closeText, values: [payment.id] });
  return null;
}

/**
 * Closes whatever page a user could still pay on, for an account that is about to be removed. Where Stripe does not
 * answer in time it resolves all the same: the removal's own job closes what is left.
 */
export function createClosePages(
  { database, stripe, log }: Pick<PaymentDependencies, 'database' | 'stripe' | 'log'>,
  timeoutMilliseconds = 3_000,
): (userId: string) => Promise<void> {
  const closePages = async (userId: string): Promise<void> => {
    const values = [userId];
    const open = await database.query<OpenPage>({ name: 'customer-with-open-page', text: openText, values });
    for (const { customer } of open) {
      const client = await stripe();
      for await (const { id } of client.checkout.sessions.list({ customer, status: 'open', limit: 100 }))
        await expirePage(client, id);
    }
  };
  return async (userId) => {
    const closing = closePages(userId).catch((error: unknown) => {
      if (!isOfStripe(error)) throw error;
      log.warn('pages_not_closed', { reason: reasonOf(error) });
    });
    await waitAtMost(timeoutMilliseconds, closing);
  };
}

interface OpenPage {
  readonly customer: string;
}

const openText = `
  SELECT stripe_id AS customer FROM customers
  WHERE user_id = $1 AND EXISTS (
    SELECT FROM payments WHERE payments.user_id = customers.user_id AND status IN ('created', 'pending'))`;

/** Closes a page of Stripe; resolves to `paid` where it was too late. A page that is gone is a closed one. */
export async function expirePage(client: Stripe, page: string): Promise<'closed' | 'paid'> {
  try {
    await client.checkout.sessions.expire(page);
    return 'closed';
  } catch (error) {
    if (!isStripeRefusal(error)) throw error;
    const status = await readStatus(client, page);
    if (status === 'open') throw error;
    return status === 'complete' ? 'paid' : 'closed';
  }
}

async function readStatus(client: Stripe, page: string): Promise<Stripe.Checkout.Session.Status | null> {
  try {
    return (await client.checkout.sessions.retrieve(page)).status;
  } catch (error) {
    if (isStripeRefusal(error, 'resource_missing')) return null;
    throw error;
  }
}

/** Pages that Stripe made for the payment though we never heard of it. */
async function findPages({ database, stripe }: PaymentDependencies, userId: string, paymentId: string) {
  const customer = await findCustomer(database, userId);
  if (customer === null) return [];
  const client = await stripe();
  const { data } = await client.checkout.sessions.list({ customer, status: 'open', limit: 100 });
  return data.filter(({ client_reference_id }) => client_reference_id === paymentId).map(({ id }) => id);
}

const letGoText = 'UPDATE payments SET asked_until = NULL WHERE id = $1';

const closeText = `
  UPDATE payments SET status = 'expired', asked_until = NULL WHERE id = $1 AND status IN ('created', 'pending')`;
