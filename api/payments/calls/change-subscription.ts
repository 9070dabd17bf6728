import type { Stripe } from 'stripe';
import type { cancelSubscription, resumeSubscription, Subscription } from '../../../schemas/api/payments.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { CallContext, Handler } from '../../platform/http/handler.ts';
import type { PaymentDependencies } from '../dependencies.ts';
import { isFailing } from '../sync/settle-subscriptions.ts';
import { describeBought, type BoughtRows, type SubscriptionRow } from './bought.ts';
import { changeInStripe } from './change-in-stripe.ts';
import { noteChange } from './note-change.ts';
import { readBought } from './read-bought.ts';

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
    const before = pick(rows, id);
    if (!isAllowed(before)) throw new ApiError('not_changeable');
    const change = async () => inStripe(await stripe(), before);
    const { isChanged, isRead } = await changeInStripe(services, { userId, requestId, change });
    if (isChanged) await noteChange(database, { action, userId, id, ip, requestId });
    if (!isRead) return pick(withRow(rows, id, inRow), id);
    const after = pick(await readBought(database, userId), id);
    if (!isChanged && isAllowed(after)) throw new ApiError('payment_unavailable');
    return after;
  };
}

function pick(rows: BoughtRows, id: string): Subscription {
  const found = describeBought(rows, Date.now()).subscriptions.find((subscription) => subscription.id === id);
  if (!found) throw new ApiError('not_found');
  return found;
}

function withRow(rows: BoughtRows, id: string, inRow: SubscriptionChange['inRow']): BoughtRows {
  const subscriptions = rows.subscriptions.map((row) => (row.id === id ? { ...row, ...inRow(row) } : row));
  return { ...rows, subscriptions };
}
