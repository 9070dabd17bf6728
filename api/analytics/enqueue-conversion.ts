import type { Knex } from 'knex';

/** A purchase that the buyer's analytics services are to be told of; its payload is `{ payment: <id> }`. */
export const conversionJob = 'conversion';

/**
 * Has the services told of a purchase that has just succeeded, in the transaction that says so. Nothing is to be done
 * where the buyer's browser gave no names for it.
 */
export async function enqueueConversion(trx: Knex, paymentId: string): Promise<void> {
  await trx.raw(enqueueText, [conversionJob, paymentId]);
}

const enqueueText = `
  INSERT INTO jobs (kind, payload)
  SELECT ?, jsonb_build_object('payment', id) FROM payments WHERE id = ? AND tracking IS NOT NULL`;
