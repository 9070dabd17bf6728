import { audit } from '../../platform/audit.ts';
import { describeBought, isCredited, refundableUntil, refundedWith } from './bought.ts';
import { type BoughtRows, type PaidRow, readBought } from '../rows.ts';
import { closePages } from './checkout-page.ts';
import { readBalanceChanges, sumTaken, takeFromBalance } from '../balance.ts';
import { findCustomer } from '../customers.ts';
import type { PaymentDependencies } from '../open-payments.ts';
import { asUnavailable, isOfStripe, isStripeRefusal, reasonOf } from '../stripe.ts';
import type { Database } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/problem.ts';
import type { Handler } from '../../platform/http/endpoint.ts';
import type { refundPayment } from '../../../schemas/api/payments.ts';

/** Gives a payment back as the guarantee says, and ends what it paid for. */
export function createRefund(services: PaymentDependencies): Handler<typeof refundPayment> {
  const { database, rateLimits } = services;
  return async ({ user: { user }, params: { id }, ip, requestId }) => {
    const userId = user.id;
    await rateLimits.consume('refundsByUser', userId);
    const before = await readBought(database, userId);
    if (refundableUntil(findPayment(before, id), before, Date.now()) === null) throw new ApiError('not_refundable');
    await readAnew(services, userId);
    const rows = await readBought(database, userId);
    const row = findPayment(rows, id);
    if (isCredited(row, rows)) throw new ApiError('not_refundable');
    const { isChanged, isRead } = await refundInStripe(services, { userId, requestId, row, rows });
    const after = isRead ? await readBought(database, userId) : asRefunded(rows, id);
    const payment = describeBought(after, Date.now()).payments.find((payment) => payment.id === id)!;
    if (!isChanged && payment.refundedAmount === 0) {
      await returnCredit(services, { userId, row, rows: after }).catch((error: unknown) => {
        throw asUnavailable(error);
      });
      throw new ApiError('payment_unavailable');
    }
    await noteRefund(database, { userId, id, ip, requestId });
    return payment;
  };
}

/**
 * Learns what was paid and changed by now: all of that is given back. A page for Lifetime may take off what is left of
 * the plan, and what a refunded Lifetime had used of the balance is to be back by then: later it would stay.
 */
async function readAnew(services: PaymentDependencies, userId: string): Promise<void> {
  try {
    await closePages(services, userId);
    await services.sync.user(userId);
  } catch (error) {
    throw asUnavailable(error);
  }
}

/** Has Stripe give all that is left of a payment back. What it paid for ends with the reading of it. */
export async function giveBack(
  { stripe }: Pick<PaymentDependencies, 'stripe'>,
  { paymentIntentId: intent }: Pick<PaidRow, 'paymentIntentId'>,
): Promise<void> {
  if (intent === null) throw new ApiError('not_refundable');
  await (await stripe()).refunds.create({ payment_intent: intent, reason: 'requested_by_customer' });
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
    // What is left of a plan that was changed goes first: once the money is back, it would be given twice.
    await takeCredit(services, { userId, row, rows });
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

/**
 * A change to a smaller plan, or a credit note, leaves credit at Stripe that was paid for by what is about to be given
 * back. What the subscription has used of the balance since counts against it first: what support gave as a gift stays.
 */
export async function takeCredit(
  { database, stripe }: Pick<PaymentDependencies, 'database' | 'stripe'>,
  { userId, row, rows }: Omit<Refund, 'requestId'>,
): Promise<void> {
  const { id: paymentId, subscriptionId: subscription, currency } = row;
  const customer = await findCustomer(database, userId);
  if (customer === null || subscription === null) return;
  const client = await stripe();
  const changes = await readBalanceChanges(client, customer);
  const kept = -(changes[0]?.ending_balance ?? 0);
  if (kept <= 0) return;
  const invoices = await client.invoices.list({ subscription, limit: 100 }).autoPagingToArray({ limit: 10_000 });
  const payments = rows.payments.filter(({ subscriptionId }) => subscriptionId === subscription);
  const own = new Set([...invoices.map(({ id }) => id), ...payments.map(({ checkoutId }) => checkoutId)]);
  const left = changes.reduce((sum, { invoice, checkout_session: session, credit_note: note, amount }) => {
    const noted = typeof note === 'object' ? note?.invoice : null;
    const isOwn = [invoice, session, noted].some((of) => typeof of === 'string' && own.has(of));
    return isOwn ? sum - amount : sum;
  }, 0);
  const taken = sumTaken(changes);
  const rest = payments.reduce((sum, { id }) => sum - (taken.get(id) ?? 0), left);
  const amount = (taken.get(paymentId) ?? 0) + Math.min(rest, kept);
  if (rest > 0) await takeFromBalance(client, { customer, paymentId, amount, currency });
}

/** Where Stripe has refused to give anything back, what `takeCredit` has taken for that is the customer's again. */
export async function returnCredit(
  { database, stripe }: Pick<PaymentDependencies, 'database' | 'stripe'>,
  { userId, row, rows }: Omit<Refund, 'requestId'>,
): Promise<void> {
  const { id: paymentId, subscriptionId: subscription, currency } = row;
  const isAnyBack = rows.payments.some(
    ({ subscriptionId, refundedAmount }) => subscriptionId === subscription && refundedAmount > 0,
  );
  const customer = await findCustomer(database, userId);
  if (customer === null || subscription === null || isAnyBack) return;
  await takeFromBalance(await stripe(), { customer, paymentId, amount: 0, currency });
}

function findPayment({ payments }: BoughtRows, id: string): PaidRow {
  const found = payments.find((payment) => payment.id === id);
  if (!found) throw new ApiError('not_found');
  return found;
}

function asRefunded(rows: BoughtRows, id: string): BoughtRows {
  const payments = rows.payments.map((row): PaidRow =>
    row.id === id ? { ...row, status: 'refunded', refundedAmount: row.amount } : row,
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
