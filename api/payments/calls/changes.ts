import type { Stripe } from 'stripe';
import { audit, type AuditAction } from '../../platform/audit.ts';
import { type BoughtRows, describeBought, type PaidRow, readBought, type SubscriptionRow } from './bought.ts';
import type { PaymentDependencies } from '../open-payments.ts';
import { asUnavailable, isOfStripe, isStripeRefusal, reasonOf } from '../stripe.ts';
import { isFailing } from '../sync/settle-subscriptions.ts';
import type { Database } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/problem.ts';
import type { CallContext, Handler } from '../../platform/http/endpoint.ts';
import type {
  cancelSubscription,
  Payment,
  refundPayment,
  resumeSubscription,
  Subscription,
} from '../../../schemas/api/payments.ts';

interface SubscriptionChange {
  readonly action: 'subscription_canceled' | 'subscription_resumed';
  readonly isAllowed: (subscription: Subscription) => boolean;
  readonly inStripe: (client: Stripe, subscription: Subscription) => Promise<unknown>;
  /** What follows from it, for when Stripe can't be read again. */
  readonly inRow: (row: SubscriptionRow) => Partial<SubscriptionRow>;
}

type ChangeContext = Pick<CallContext<typeof cancelSubscription>, 'user' | 'params' | 'ip' | 'requestId'>;

/** Stops the renewals: with what is paid for, or at once where nothing is. */
export function createCancel(services: PaymentDependencies): Handler<typeof cancelSubscription> {
  return createChange(services, {
    action: 'subscription_canceled',
    isAllowed: ({ canCancel }) => canCancel,
    inStripe: stopRenewals,
    inRow: ({ status }) =>
      status === 'past_due' ? { status: 'canceled', ended_at: new Date() } : { cancel_at_period_end: true },
  });
}

/** Has a subscription that was canceled, and has not ended yet, renew again. */
export function createResume(services: PaymentDependencies): Handler<typeof resumeSubscription> {
  return createChange(services, {
    action: 'subscription_resumed',
    isAllowed: ({ canResume }) => canResume,
    inStripe: ({ subscriptions }, { id }) => subscriptions.update(id, { cancel_at_period_end: false }),
    inRow: () => ({ cancel_at_period_end: false }),
  });
}

/** What was paid since the row was written is the customer's to the end of its period. */
async function stopRenewals({ subscriptions }: Stripe, { id, status }: Subscription): Promise<unknown> {
  const isUnpaid = status === 'past_due' && isFailing(await subscriptions.retrieve(id));
  return isUnpaid ? subscriptions.cancel(id) : subscriptions.update(id, { cancel_at_period_end: true });
}

function createChange(
  services: PaymentDependencies,
  { action, isAllowed, inStripe, inRow }: SubscriptionChange,
): (context: ChangeContext) => Promise<Subscription> {
  const { database, rateLimits, stripe } = services;
  return async ({ user: { user }, params: { id }, ip, requestId }) => {
    const userId = user.id;
    await rateLimits.consume('paymentChangesByUser', userId);
    const rows = await readBought(database, userId);
    const before = pickSubscription(rows, id);
    if (!isAllowed(before)) throw new ApiError('not_changeable');
    const change = async () => inStripe(await stripe(), before);
    const { isChanged, isRead } = await changeInStripe(services, { userId, requestId, change });
    if (isChanged) await noteChange(database, { action, userId, id, ip, requestId });
    if (!isRead) return pickSubscription(withRow(rows, id, inRow), id);
    const after = pickSubscription(await readBought(database, userId), id);
    if (!isChanged && isAllowed(after)) throw new ApiError('payment_unavailable');
    return after;
  };
}

function pickSubscription(rows: BoughtRows, id: string): Subscription {
  const found = describeBought(rows, Date.now()).subscriptions.find((subscription) => subscription.id === id);
  if (!found) throw new ApiError('not_found');
  return found;
}

function withRow(rows: BoughtRows, id: string, inRow: SubscriptionChange['inRow']): BoughtRows {
  const subscriptions = rows.subscriptions.map((row) => (row.id === id ? { ...row, ...inRow(row) } : row));
  return { ...rows, subscriptions };
}

/** Gives a payment back as the guarantee says, and ends what it paid for. */
export function createRefund(services: PaymentDependencies): Handler<typeof refundPayment> {
  const { database, rateLimits } = services;
  return async ({ user: { user }, params: { id }, ip, requestId }) => {
    const userId = user.id;
    await rateLimits.consume('paymentChangesByUser', userId);
    const rows = await readBought(database, userId);
    const row = rows.payments.find((payment) => payment.id === id);
    if (!row) throw new ApiError('not_found');
    if (pickPayment(rows, id).refundableUntil === null) throw new ApiError('not_refundable');
    const change = () => giveBack(services, row);
    const { isChanged, isRead } = await changeInStripe(services, { userId, requestId, change });
    if (isChanged) await noteChange(database, { action: 'payment_refunded', userId, id, ip, requestId });
    if (!isRead) return pickPayment(asRefunded(rows, id), id);
    const after = pickPayment(await readBought(database, userId), id);
    if (!isChanged && after.refundedAmount === 0) throw new ApiError('payment_unavailable');
    return after;
  };
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

function pickPayment(rows: BoughtRows, id: string): Payment {
  return describeBought(rows, Date.now()).payments.find((payment) => payment.id === id)!;
}

function asRefunded(rows: BoughtRows, id: string): BoughtRows {
  const payments = rows.payments.map((row): PaidRow =>
    row.id === id ? { ...row, status: 'refunded', refunded_amount: row.amount } : row,
  );
  return { ...rows, payments };
}

interface StripeChange {
  readonly userId: string;
  readonly requestId: string;
  /** Changes something in Stripe; made twice, it does it once. */
  readonly change: () => Promise<unknown>;
}

/**
 * Has Stripe change something, and writes down what has become of it. Resolves to whether that was read: if not, it has
 * changed all the same, and will be. What Stripe refuses because another call was first counts as done; the caller
 * looks at what was read. Throws `payment_unavailable` where nothing has changed.
 */
async function changeInStripe(
  { sync, log }: PaymentDependencies,
  { userId, requestId, change }: StripeChange,
): Promise<{ isChanged: boolean; isRead: boolean }> {
  const isChanged = await change().then(
    () => true,
    (error: unknown) => {
      if (isStripeRefusal(error)) return false;
      throw asUnavailable(error);
    },
  );
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

interface Change {
  readonly action: Extract<AuditAction, 'subscription_canceled' | 'subscription_resumed' | 'payment_refunded'>;
  readonly userId: string;
  /** Of the subscription or the payment. */
  readonly id: string;
  readonly ip: string;
  readonly requestId: string;
}

/** Writes down what was changed in Stripe: once, where two asked for the same at once. Not of an account that is gone. */
async function noteChange({ knex }: Database, { action, userId, id, ip, requestId }: Change): Promise<void> {
  await knex.transaction(async (trx) => {
    const user = await trx('users').where({ id: userId, deleted_at: null }).forUpdate().first<object>('id');
    const { rows } = await trx.raw<{ rows: { action: string }[] }>(lastText, [userId, id]);
    if (!user || rows[0]?.action === action) return;
    await audit(trx, { action, userId, ip, requestId, details: { of: id } });
  });
}

const lastText = `SELECT action FROM audit_log WHERE user_id = ? AND details->>'of' = ? ORDER BY id DESC LIMIT 1`;
