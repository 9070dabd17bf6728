import { audit } from '../../platform/audit.ts';
import { describeBought, isCredited, leftOf, paidSince, refundableUntil } from './bought.ts';
import { guaranteeOf } from '../guarantee.ts';
import { type BoughtRows, type PaidRow, readBought } from '../rows.ts';
import { readUsedByCard, readUsedByMailbox } from '../used-guarantees.ts';
import { closePages } from './checkout-page.ts';
import { readBalanceChanges, sumTaken, takeFromBalance } from '../balance.ts';
import { findCustomer } from '../customers.ts';
import type { PaymentDependencies } from '../open-payments.ts';
import { asUnavailable, isOfStripe, isStripeRefusal, stripeReason } from '../stripe.ts';
import type { Database } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/problem.ts';
import type { Handler } from '../../platform/http/endpoint.ts';
import type { refundPayment } from '../../../schemas/api/payments.ts';
import type { User } from '../../../schemas/api/values.ts';
import { paymentLimits } from '../limits.ts';

/** Gives a payment back as the guarantee says, with what was paid since to change its plan, and ends that. */
export function createRefund(services: PaymentDependencies): Handler<typeof refundPayment> {
  const { database, rateLimits } = services;
  return async ({ user: { user }, params: { id }, ip, requestId }) => {
    const userId = user.id;
    await rateLimits.consume(paymentLimits.refundsByUser, userId);
    const before = await readBought(database, userId);
    if (refundableUntil(findPayment(before, id), before, Date.now()) === null) throw new ApiError('not_refundable');
    try {
      const rows = await readAnew(services, userId);
      const row = findPayment(rows, id);
      if (row.disputed || isCredited(row, rows)) throw new ApiError('not_refundable');
      if (await isUsed(services, user, { row, rows })) throw new ApiError('guarantee_used');
      const refund = { userId, requestId, row, rows, changes: paidSince(row, rows) };
      const { refusal, after } = await payBack(services, refund);
      // What Stripe refuses because another call was first is done.
      const { amount, refundedAmount } = findPayment(after, id);
      if (refusal !== null && refundedAmount < amount) throw refusal;
      await noteRefund(database, { userId, id, ip, requestId });
      return describeBought(after, { now: Date.now() }).payments.find((payment) => payment.id === id)!;
    } catch (error) {
      throw asUnavailable(error);
    }
  };
}

/** Whether the same person was given back such a payment on another account: the guarantee is once a person. */
async function isUsed(
  services: Pick<PaymentDependencies, 'database' | 'stripe'>,
  user: User,
  { row, rows }: Pick<Refund, 'row' | 'rows'>,
): Promise<boolean> {
  const kind = guaranteeOf(row, rows)?.kind;
  if (!kind) return false;
  if ((await readUsedByMailbox(services.database, user)).has(kind)) return true;
  const { paymentIntentId } = row;
  return (await readUsedByCard(services, { userId: user.id, paymentIntentId })).has(kind);
}

type RefundDependencies = Pick<PaymentDependencies, 'database' | 'stripe' | 'sync' | 'log'>;

/**
 * What was bought, as Stripe says it by now. A page for Lifetime is closed first: it may take off the rest of the
 * plan. What a refunded Lifetime had used of the balance is to be back by then: later it would stay.
 */
export async function readAnew(services: Omit<RefundDependencies, 'log'>, userId: string): Promise<BoughtRows> {
  await closePages(services, userId);
  await services.sync.user(userId);
  return readBought(services.database, userId);
}

interface Refund {
  readonly userId: string;
  readonly requestId: string;
  readonly row: PaidRow;
  /** What was bought, as Stripe says it by now. */
  readonly rows: BoughtRows;
  /** What was paid since to change its plan, and goes back with it. */
  readonly changes: readonly PaidRow[];
}

interface Refunded {
  /** Stripe's, where it doesn't give it back; null: it did. */
  readonly refusal: unknown;
  readonly after: BoughtRows;
}

/**
 * Has Stripe give all that is left of a payment back. Unless something else was paid for its plan since, that ends, and
 * credit that it left goes with it. Once the money is back, Stripe may fail: the next reading writes down what has
 * become of it.
 */
export async function payBack(services: RefundDependencies, refund: Refund): Promise<Refunded> {
  const { database, stripe, sync, log } = services;
  const { userId, requestId, row, rows, changes } = refund;
  const client = await stripe();
  const isLast = changes.length === paidSince(row, rows).length;
  try {
    // Once the money is back, the credit would be given twice.
    if (isLast) await takeCredit(services, refund);
    for (const { paymentIntentId } of [...changes.filter((change) => leftOf(change) > 0), row])
      await client.refunds.create({ payment_intent: paymentIntentId ?? '', reason: 'requested_by_customer' });
  } catch (error) {
    if (!isStripeRefusal(error)) throw error;
    await sync.user(userId);
    const after = await readBought(database, userId);
    if (!isMoreBack(rows, after)) await returnCredit(services, { userId, row });
    return { refusal: error, after };
  }
  try {
    // The reading ends it too, but not where the bank still asks for a change of it.
    if (isLast && row.subscriptionId !== null) await client.subscriptions.cancel(row.subscriptionId);
  } catch (error) {
    if (!isOfStripe(error)) throw error;
  }
  try {
    await sync.user(userId);
    return { refusal: null, after: await readBought(database, userId) };
  } catch (error) {
    if (!isOfStripe(error)) throw error;
    log.warn('payment_change_not_read', { requestId, reason: stripeReason(error) });
    return { refusal: null, after: asRefunded(rows, row.id) };
  }
}

/** Whether anything was given back since: what support had given back before doesn't count. */
function isMoreBack(before: BoughtRows, after: BoughtRows): boolean {
  return sumBack(after) > sumBack(before);
}

function sumBack({ payments }: BoughtRows): number {
  return payments.reduce((sum, { refundedAmount }) => sum + refundedAmount, 0);
}

type Credited = Pick<Refund, 'userId' | 'row' | 'rows'>;

/**
 * A change to a smaller plan, or a credit note, leaves credit at Stripe that was paid for by what is about to be given
 * back. What the subscription has used of the balance since counts against it first: what support gave as a gift stays.
 */
async function takeCredit({ database, stripe }: RefundDependencies, { userId, row, rows }: Credited): Promise<void> {
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
async function returnCredit(
  { database, stripe }: RefundDependencies,
  { userId, row }: Pick<Credited, 'userId' | 'row'>,
): Promise<void> {
  const { id: paymentId, subscriptionId: subscription, currency } = row;
  const customer = await findCustomer(database, userId);
  if (customer === null || subscription === null) return;
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
