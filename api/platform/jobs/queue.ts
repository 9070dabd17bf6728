import type { Knex } from 'knex';

/** What a job is about: its handler knows the shape. JSON. */
export type JobPayload = Readonly<Record<string, unknown>>;

export interface JobOptions {
  /** Not before then; at once where it is missing. */
  readonly runAt?: Date;
}

/**
 * Writes a job down. Given the transaction of its cause, the job exists exactly if the cause does: nothing is lost when
 * the process dies, and nothing is done for what was rolled back. Payloads hold no secrets: they are stored as they are.
 */
export async function enqueueJob(
  trx: Knex | Knex.Transaction,
  kind: string,
  payload: JobPayload,
  { runAt }: JobOptions = {},
): Promise<void> {
  await trx('jobs').insert({ kind, payload: JSON.stringify(payload), ...(runAt && { run_at: runAt }) });
}
