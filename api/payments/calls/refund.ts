import type { Payment, refundPayment } from '../../../schemas/api/payments.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { Handler } from '../../platform/http/handler.ts';
import type { PaymentDependencies } from '../dependencies.ts';
import { isOfStripe } from '../stripe.ts';
import { describeBought, type BoughtRows, type PaidRow } from './bought.ts';
import { changeInStripe } from './change-in-stripe.ts';
import { noteChange } from './note-change.ts';
import { readBought } from './read-bought.ts';

/** Gives a payment back as the guarantee says, and ends what it paid for. */
export function createRefund(services: PaymentDependencies): Handler<typeof refundPayment> {
  const { database, rateLimits } = services;
  return async ({ user: { user }, params: { id }, ip, requestId }) => {
    const userId = user.id;
    await rateLimits.consume('paymentChangesByUser', userId);
    const rows = await readBought(database, userId);
    const row = rows.payments.find((payment) => payment.id === id);
    if (!row) throw new ApiError('not_found');
    if (pick(rows, id).refundableUntil === null) throw new ApiError('not_refundable');
    const change = () => giveBack(services, row);
    const { isChanged, isRead } = await changeInStripe(services, { userId, requestId, change });
    if (isChanged) await noteChange(database, { action: 'payment_refunded', userId, id, ip, requestId });
    if (!isRead) return pick(asRefunded(rows, id), id);
    const after = pick(await readBought(database, userId), id);
    if (!isChanged && after.refundedAmount === 0) throw new ApiError('payment_unavailable');
    return after;
  };
}

/** Once the money is back, Stripe may fail: whoever reads it next ends what was paid for. */
async function giveBack({ stripe }: PaymentDependencies, row: PaidRow): Promise<void> {
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

function pick(rows: BoughtRows, id: string): Payment {
  return describeBought(rows, Date.now()).payments.find((payment) => payment.id === id)!;
}

function asRefunded(rows: BoughtRows, id: string): BoughtRows {
  const payments = rows.payments.map((row): PaidRow =>
    row.id === id ? { ...row, status: 'refunded', refunded_amount: row.amount } : row,
  );
  return { ...rows, payments };
}
