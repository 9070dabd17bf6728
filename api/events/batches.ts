import type { Knex } from 'knex';

/** What is reported of a visit at once: by one of its pages (`page` > 0), or by the server itself (`page` 0). */
export interface EventBatch {
  readonly funnel: string;
  /** A UUID. */
  readonly visit: string;
  /** When the page was opened, in milliseconds; 0: reported by the server. */
  readonly page: number;
  /** Number of the batch on its page. */
  readonly n: number;
  readonly events: readonly BatchEvent[];
}

/** A `PageEvent`, or what the server reports, such as `[0, 'sign_up']`: when, of which kind, and the rest. */
export type BatchEvent = readonly [at: number, kind: string, ...more: readonly unknown[]];

/** In place of a day that the visit's id doesn't have. */
const noDay = '0001-01-01';

/**
 * The day under which batches of a visit wait, such as `2026-11-21` (UTC): that of the time in its id, if
 * it is a UUID of version 7 with a time of this century, else `0001-01-01`. It depends on nothing but the id, so that a
 * batch which comes again, and a payment months later, land beside the others.
 */
export function dayOfVisit(visit: string): string {
  if (visit[14] !== '7') return noDay;
  const time = Number.parseInt(visit.slice(0, 8) + visit.slice(9, 13), 16);
  return time >= firstTime && time < lastTime ? new Date(time).toISOString().slice(0, 10) : noDay;
}

const [firstTime, lastTime] = [Date.UTC(2020), Date.UTC(2100)];

const [maxBehindMilliseconds, maxAheadMilliseconds] = [7 * 24 * 3_600_000, 3_600_000];

/** When a visit began: the time in its id (UUID version 7), unless that is not near when its first batch came. */
export function startOfVisit(visit: string, receivedAt: Date): Date {
  const received = receivedAt.getTime();
  const embeddedTime = visit[14] === '7' ? Number.parseInt(visit.slice(0, 8) + visit.slice(9, 13), 16) : NaN;
  const isNear = embeddedTime >= received - maxBehindMilliseconds && embeddedTime <= received + maxAheadMilliseconds;
  return isNear ? new Date(embeddedTime) : receivedAt;
}

/**
 * Stores one batch within a transaction: what the server reports is stored together with its cause. Only the hour is
 * noted, for the exact time would lead from a visit to the person who signed up or paid then.
 */
export async function storeBatchIn(transaction: Knex, batch: EventBatch): Promise<void> {
  const { funnel, visit, page, n } = batch;
  const received_at = transaction.raw(`date_trunc('hour', now())`);
  const row = { day: dayOfVisit(visit), visit, page, n, funnel, events: JSON.stringify(batch.events), received_at };
  await transaction('event_batches').insert(row).onConflict().ignore();
}

/** Which visit led to what the server reports. */
interface VisitReference {
  /** Its id. */
  readonly visit: string;
  readonly funnel: string;
}

/** What was paid; `amount` in the currency's smallest unit. */
interface PaymentDetails {
  readonly plan: string;
  readonly amount: number;
  readonly currency: string;
}

/** Reports a sign-up with this visit, together with the sign-up or not at all. */
export async function reportSignUp(trx: Knex, { visit, funnel }: VisitReference): Promise<void> {
  await storeBatchIn(trx, { funnel, visit, page: 0, n: 1, events: [[0, 'sign_up']] });
}

/** Reports a payment after this visit: once for each payment (its id is a UUID). */
export async function reportPayment(
  trx: Knex,
  {
    visit,
    funnel,
    paymentId,
    payment,
  }: VisitReference & { readonly paymentId: string; readonly payment: PaymentDetails },
): Promise<void> {
  // The number follows from the payment; 1 is the sign-up's.
  const n = 2 + Number.parseInt(paymentId.slice(0, 7), 16);
  await storeBatchIn(trx, { funnel, visit, page: 0, n, events: [[0, 'payment', payment]] });
}
