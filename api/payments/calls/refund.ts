import type { Stripe } from 'stripe';
import { audit } from '../../platform/audit.ts';
import { type BoughtRows, describeBought, type PaidRow, readBought, refundedWith } from './bought.ts';
import { closePages } from './checkout-page.ts';
import { findCustomer } from '../customers.ts';
import type { PaymentDependencies } from '../open-payments.ts';
import { asUnavailable, isOfStripe, isStripeRefusal, reasonOf } from '../stripe.ts';
import type { Database } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/problem.ts';
import type { Handler } from '../../platform/http/endpoint.ts';
import type { Payment, refundPayment } from '../../../schemas/api/payments.ts';

/** Gives a payment back as the guarantee says, and ends what it paid for. */
export function createRefund(services: PaymentDependencies): Handler<typeof refundPayment> {
  const { database, rateLimits } = services;
  return async ({ user: { user }, params: { id }, ip, requestId }) => {
    const userId = user.id;
    await rateLimits.consume('refundsByUser', userId);
    await settleOpenPage(services, userId);
    const rows = await readBought(database, userId);
    const row = rows.payments.find((payment) => payment.id === id);
    if (!row) throw new ApiError('not_found');
    if (pickPayment(rows, id).refundableUntil === null) throw new ApiError('not_refundable');
    const { isChanged, isRead } = await refundInStripe(services, { userId, requestId, row, rows });
    if (isChanged) await noteRefund(database, { userId, id, ip, requestId });
    if (!isRead) return pickPayment(asRefunded(rows, id), id);
    const after = pickPayment(await readBought(database, userId), id);
    if (!isChanged && after.refundedAmount === 0) throw new ApiError('payment_unavailable');
    return after;
  };
}

/** A page for Lifetime may take off what is left of the plan that is given back. */
async function settleOpenPage(services: PaymentDependencies, userId: string): Promise<void> {
  try {
    if (await closePages(services, userId)) await services.sync.user(userId);
  } catch (error) {
    throw asUnavailable(error);
  }
}

type Refunded = Pick<PaidRow, 'id' | 'payment_intent_id' | 'subscription_id'>;

/**
 * Gives a payment back in Stripe, once, and ends what it paid for. Once the money is back, Stripe may fail: the next
 * reading ends what was paid for.
 */
export async function giveBack({ stripe }: Pick<PaymentDependencies, 'stripe'>, row: Refunded): Promise<void> {
  const { id, payment_intent_id: intent, subscription_id: subscription } = row;
  if (intent === null) throw new ApiError('not_refundable');
  const client = await stripe();
  await client.refunds.create(
    { payment_intent: intent, reason: 'requested_by_customer' },
    { idempotencyKey: `refund-${id}` },
  );
  if (subscription === null) return;
  try {
    await client.subscriptions.cancel(subscription);
  } catch (error) {
    if (!isOfStripe(error)) throw error;
  }
}

interface Refund {
  readonly userId: string;
  readonly requestId: string;
  readonly row: PaidRow;
  readonly rows: BoughtRows;
}

/**
 * Has Stripe give the money back, and writes down what has become of it. Resolves to whether that was read: if not, it
 * is given back all the same, and will be. What Stripe refuses because another call was first counts as done; the caller
 * looks at what was read. Throws `payment_unavailable` where nothing has changed.
 */
async function refundInStripe(services: PaymentDependencies, { userId, requestId, row, rows }: Refund) {
  const { sync, log } = services;
  let isChanged = false;
  try {
    // What a refunded Lifetime had used of the balance is to be back by then: later it would stay.
    if (rows.payments.some(({ plan, status }) => plan === 'lifetime' && status === 'refunded')) await sync.user(userId);
    // What is left of a plan that was changed goes first: once the money is back, it would be given twice.
    if (row.subscription_id !== null) await takeCredit(services, userId, row.id);
    for (const payment of refundedWith(row, rows)) await giveBack(services, payment);
    isChanged = true;
  } catch (error) {
    if (!isStripeRefusal(error)) throw asUnavailable(error);
  }
  try {
    await sync.user(userId);
    return { isChanged, isRead: true };
  } catch (error) {
    if (!isChanged) throw asUnavailable(error);
    if (!isOfStripe(error)) throw error;
    log.warn('payment_change_not_read', { requestId, reason: reasonOf(error) });
    return { isChanged, isRead: false };
  }
}

/** A change to a smaller plan leaves credit at Stripe, which was paid for by what is about to be given back. */
async function takeCredit({ database, stripe }: PaymentDependencies, userId: string, id: string): Promise<void> {
  const stripeId = await findCustomer(database, userId);
  if (stripeId === null) return;
  const { customers } = await stripe();
  const customer = (await customers.retrieve(stripeId)) as Stripe.Customer | Stripe.DeletedCustomer;
  if (customer.deleted || customer.balance >= 0 || !customer.currency) return;
  const credit = { amount: -customer.balance, currency: customer.currency };
  await customers.createBalanceTransaction(stripeId, credit, { idempotencyKey: `credit-${id}` });
}

function pickPayment(rows: BoughtRows, id: string): Payment {
  return describeBought(rows, Date.now()).payments.find((payment) => payment.id === id)!;
}

function asRefunded(rows: BoughtRows, id: string): BoughtRows {
  const payments = rows.payments.map((row): PaidRow =>
    row.id === id ? { ...row, status: 'refunded', refunded_amount: row.amount } : row,
  );
  return { ...rows, payments };
}

interface Change {
  readonly userId: string;
  /** Of the payment. */
  readonly id: string;
  readonly ip: string;
  readonly requestId: string;
}

/** Writes down that it was given back: once, where two asked for it at once. Not of an account that is gone. */
async function noteRefund({ knex }: Database, { userId, id, ip, requestId }: Change): Promise<void> {
  await knex.transaction(async (trx) => {
    const user = await trx('users').where({ id: userId, deleted_at: null }).forUpdate().first<object>('id');
    const known = await trx('audit_log')
      .where({ user_id: userId, action: 'payment_refunded' })
      .whereRaw(`details->>'of' = ?`, [id])
      .first<object>('id');
    if (!user || known) return;
    await audit(trx, { action: 'payment_refunded', userId, ip, requestId, details: { of: id } });
  });
}
