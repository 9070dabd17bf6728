import type { Knex } from 'knex';
import { storeBatchIn } from './store-batches.ts';

/** Which visit it was that led to what the server tells. */
interface ToldVisit {
  /** Its id. */
  readonly visit: string;
  readonly funnel: string;
}

/** What was paid; `amount` in the currency's smallest unit. */
interface ToldPayment {
  readonly plan: string;
  readonly amount: number;
  readonly currency: string;
}

/** Tells that somebody has signed up with this visit, together with the sign-up or not at all. */
export async function tellSignUp(trx: Knex, { visit, funnel }: ToldVisit): Promise<void> {
  await storeBatchIn(trx, { funnel, visit, page: 0, n: 1, events: [[0, 'sign_up']] });
}

/** Tells that somebody has paid after this visit. Of one payment (its id is a UUID) it is told once. */
export async function tellPayment(
  trx: Knex,
  { visit, funnel, paymentId, payment }: ToldVisit & { readonly paymentId: string; readonly payment: ToldPayment },
): Promise<void> {
  // The number follows from the payment; 1 is the sign-up's.
  const n = 2 + Number.parseInt(paymentId.slice(0, 7), 16);
  await storeBatchIn(trx, { funnel, visit, page: 0, n, events: [[0, 'payment', payment]] });
}
