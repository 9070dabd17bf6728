import type { Knex } from 'knex';
import type { Database } from '../platform/db/database.ts';
import { dayOfVisit, type EventBatch } from './batch.ts';

/**
 * Stores batches in one statement and one transaction: when it resolves, they are there and survive any crash. One that
 * is there already stays as it is, so that telling a batch again changes nothing.
 */
export async function storeBatches(database: Database, batches: readonly EventBatch[]): Promise<void> {
  const statement = { name: 'store-event-batches', text: insertText, values: columnsOf(batches) };
  await database.query(statement).catch((error: unknown) => {
    if (!hasMovedOn(error)) throw error;
    return database.query(statement);
  });
}

/** The month that a batch belongs to got its own partition while the batch was on its way to the one for all others. */
function hasMovedOn(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23514';
}

/**
 * Stores one batch within a transaction: what the server tells happens together with what it tells of. Only the hour is
 * noted, for the exact time would lead from a visit to whoever signed up or paid then, also once nothing else does.
 */
export async function storeBatchIn(transaction: Knex, batch: EventBatch): Promise<void> {
  const { funnel, visit, page, n } = batch;
  const received_at = transaction.raw(`date_trunc('hour', now())`);
  const row = { day: dayOfVisit(visit), visit, page, n, funnel, events: JSON.stringify(batch.events), received_at };
  await transaction('event_batches').insert(row).onConflict().ignore();
}

// In one order everywhere, so that two processes which store the same batches never wait for each other in a circle.
const insertText = `
  INSERT INTO event_batches (day, visit, page, n, funnel, events)
  SELECT * FROM unnest($1::date[], $2::uuid[], $3::bigint[], $4::integer[], $5::text[], $6::json[]) ORDER BY 1, 2, 3, 4
  ON CONFLICT DO NOTHING`;

function columnsOf(batches: readonly EventBatch[]): (readonly (string | number)[])[] {
  return [
    batches.map(({ visit }) => dayOfVisit(visit)),
    batches.map(({ visit }) => visit),
    batches.map(({ page }) => page),
    batches.map(({ n }) => n),
    batches.map(({ funnel }) => funnel),
    batches.map(({ events }) => JSON.stringify(events)),
  ];
}
