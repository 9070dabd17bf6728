import type { Database } from '../../platform/db/database.ts';
import { dayOfVisit } from '../batches.ts';
import type { ArrivedBatch } from '../event-store.ts';

/** Stores batches in one statement and one transaction (`EventStore.storeBatches`). */
export async function storeBatches(database: Database, batches: readonly ArrivedBatch[]): Promise<void> {
  const values = [JSON.stringify(batches.map(toRow))];
  const statement = { ...(batches.some(({ receivedAt }) => receivedAt) ? insertArrived : insert), values };
  await database.query(statement).catch((error: unknown) => {
    if (!hasMovedOn(error)) throw error;
    return database.query(statement);
  });
}

/** The month of a batch got a partition of its own, as earlier programs make them, while it was on its way to the other one. */
function hasMovedOn(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23514';
}

// In one order everywhere, so that two processes which store the same batches never deadlock.
const insert = {
  name: 'insert-event-batches',
  text: `
  INSERT INTO event_batches (day, visit, page, n, funnel, events)
  SELECT * FROM json_to_recordset($1::json)
    AS batch (day date, visit uuid, page bigint, n integer, funnel text, events json)
  ORDER BY 1, 2, 3, 4
  ON CONFLICT DO NOTHING`,
};

const insertArrived = {
  name: 'insert-arrived-batches',
  text: `
  INSERT INTO event_batches (day, visit, page, n, funnel, events, received_at)
  SELECT day, visit, page, n, funnel, events, coalesce(received_at, now()) FROM json_to_recordset($1::json)
    AS batch (day date, visit uuid, page bigint, n integer, funnel text, events json, received_at timestamptz)
  ORDER BY 1, 2, 3, 4
  ON CONFLICT DO NOTHING`,
};

function toRow({ visit, page, n, funnel, events, receivedAt }: ArrivedBatch): object {
  return { day: dayOfVisit(visit), visit, page, n, funnel, events, received_at: receivedAt };
}
