import type { Database } from '../../platform/db/database.ts';
import { dayOfVisit } from '../batch.ts';
import type { StoredBatch } from '../counting/read-visit.ts';

/** The batches of visits, as they are stored, by the visit's id; in the order of their pages and numbers. */
export async function readBatches(
  database: Database,
  visits: readonly string[],
): Promise<ReadonlyMap<string, readonly StoredBatch[]>> {
  const values = [visits.map(dayOfVisit), visits];
  const rows = await database.query<BatchRow>({ name: 'batches-of-visits', text: batchesText, values });
  const batches = new Map<string, StoredBatch[]>();
  for (const { visit, ...row } of rows) {
    const known = batches.get(visit) ?? [];
    batches.set(visit, known);
    known.push({ visit, ...row, page: Number(row.page) });
  }
  return batches;
}

interface BatchRow extends Omit<StoredBatch, 'page'> {
  readonly page: string | number;
}

const batchesText = `
  SELECT visit, page, n, funnel, events, received_at AS "receivedAt"
  FROM event_batches JOIN unnest($1::date[], $2::uuid[]) AS wanted (day, visit) USING (day, visit)
  ORDER BY visit, page, n`;

/** The visits of a funnel that began last, the latest first; of those that have been counted. */
export async function readLastVisits(database: Database, funnel: string, count: number): Promise<readonly string[]> {
  const text = 'SELECT id FROM quiz_visits WHERE funnel = $1 ORDER BY started_at DESC LIMIT $2';
  const rows = await database.query<{ id: string }>({ name: 'last-visits', text, values: [funnel, count] });
  return rows.map(({ id }) => id);
}
