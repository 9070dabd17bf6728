import type { ReplyOf } from '../../../schemas/api/call.ts';
import type { PaymentStatus, PlanId, status as statusCall } from '../../../schemas/api/payments.ts';
import { isUuid } from '../../platform/uuid.ts';
import { ApiError } from '../../platform/http/problem.ts';
import type { Handler } from '../../platform/http/endpoint.ts';
import { endsWithin } from '../../platform/jobs/signal.ts';
import type { PaymentDependencies } from '../open-payments.ts';
import { isOfStripe, stripeReason } from '../stripe.ts';

/**
 * How a payment stands. As long as it is open Stripe is asked, though not within two seconds of the last time, and not
 * twice at once; where Stripe does not answer in a few seconds, it answers what is known, and the page asks again.
 */
export function createStatus(services: PaymentDependencies): Handler<typeof statusCall> {
  // Those who ask at once share a reading.
  const readings = new Map<string, Promise<void>>();
  return async ({ user: { user }, params, requestId }) => {
    const before = await readPayment(services, params.id, user.id);
    if (before.status !== 'created' && before.status !== 'pending') return toReply(before);
    if (before.was_read_just_now) return toReply(before);
    const reading = readings.get(user.id) ?? services.sync.user(user.id).finally(() => readings.delete(user.id));
    readings.set(user.id, reading);
    await waitForReading(services, reading, requestId);
    return toReply(await readPayment(services, params.id, user.id));
  };
}

/** Where Stripe does not answer in a few seconds, what is known has to do. */
export async function waitForReading(
  { log, statusTimeoutMilliseconds: milliseconds = 8_000 }: PaymentDependencies,
  reading: Promise<void>,
  requestId: string,
): Promise<void> {
  try {
    await endsWithin(milliseconds, reading);
  } catch (error) {
    if (!isOfStripe(error)) throw error;
    log.warn('payment_status_not_read', { requestId, reason: stripeReason(error) });
  }
}

interface StatusRow {
  readonly id: string;
  readonly plan: PlanId;
  readonly status: PaymentStatus;
  readonly amount: number;
  readonly currency: string;
  readonly access_to: Date | null;
  readonly was_read_just_now: boolean;
}

async function readPayment({ database }: PaymentDependencies, id: string, userId: string): Promise<StatusRow> {
  if (!isUuid(id)) throw new ApiError('not_found');
  const values = [id, userId];
  const [row] = await database.query<StatusRow>({ name: 'payment-status', text: statusText, values });
  if (!row) throw new ApiError('not_found');
  return row;
}

const statusText = `
  SELECT p.id, p.plan, p.status, p.amount, p.currency,
    (SELECT access_to FROM access_of(p.user_id)) AS access_to,
    coalesce(c.read_started_at BETWEEN now() - interval '2 seconds' AND now(), false) AS was_read_just_now
  FROM payments p LEFT JOIN customers c ON c.user_id = p.user_id
  WHERE p.id = $1 AND p.user_id = $2`;

function toReply({ id, plan, status, amount, currency, access_to }: StatusRow): ReplyOf<typeof statusCall> {
  return { id, plan, status, amount, currency, accessTo: access_to?.toISOString() ?? null };
}
