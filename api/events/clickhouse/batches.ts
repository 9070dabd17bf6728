import type { BatchEvent } from '../batches.ts';
import type { ArrivedBatch } from '../event-store.ts';
import { joinBatches, type StoredBatch } from '../visit-log.ts';
import { type ClickHouse, timeOf } from './connect.ts';

/** Stores batches with one insert, which is whole for those of a month (`EventStore.storeBatches`). */
export async function storeBatches(clickhouse: ClickHouse, batches: readonly ArrivedBatch[]): Promise<void> {
  const now = Date.now();
  await clickhouse.insert(
    'event_batches',
    batches.map(({ visit, page, n, funnel, events, receivedAt }) => ({
      month: monthOfVisit(visit, now),
      visit,
      page,
      n,
      funnel,
      events: JSON.stringify(events),
      ...(receivedAt && { received_at: timeOf(receivedAt) }),
    })),
  );
}

/** The partition of batches whose visit's id has no usable time. */
export const noMonth = '1970-01-01';

/** What is older is with what has no time: an insert may touch a hundred partitions. */
const maxAge = 90 * 31 * 24 * 3_600_000;
const maxAhead = 24 * 3_600_000;

/** The month in which the id of a visit was made, by its first day (UTC), if it is a UUID of version 7 of these years. */
export function monthOfVisit(visit: string, now: number): string {
  const time = visit[14] === '7' ? Number.parseInt(visit.slice(0, 8) + visit.slice(9, 13), 16) : NaN;
  return time > now - maxAge && time < now + maxAhead ? `${new Date(time).toISOString().slice(0, 7)}-01` : noMonth;
}

/** All that is stored of these visits, each batch once and in the order of pages and numbers; the others are left out. */
export async function readBatches(
  clickhouse: ClickHouse,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly StoredBatch[]>> {
  const visits = new Map<string, StoredBatch[]>();
  const rows = await inChunks(ids, (chunk) => clickhouse.query<BatchRow>(batchesText, { ids: chunk }));
  for (const { visit, page, n, funnel, events, received } of rows) {
    const batches = visits.get(visit) ?? [];
    visits.set(visit, batches);
    const receivedAt = new Date(received);
    batches.push({ visit, page, n, count: 1, funnel, events: JSON.parse(events) as BatchEvent[], receivedAt });
  }
  return new Map([...visits].map(([id, batches]) => [id, joinBatches(batches, [])]));
}

interface BatchRow {
  readonly visit: string;
  readonly page: number;
  readonly n: number;
  readonly funnel: string;
  /** As JSON. */
  readonly events: string;
  /** Milliseconds. */
  readonly received: number;
}

// Merges remove what came twice, at some time.
const batchesText = `
  SELECT visit, page, n, funnel, events, toUnixTimestamp64Milli(received_at) AS received
  FROM event_batches WHERE toUInt128(visit) IN (SELECT toUInt128(arrayJoin({ids:Array(UUID)})))
  ORDER BY visit, page, n, received_at, events
  LIMIT 1 BY visit, page, n`;

/** A parameter has its limits: so many of a list at a time. */
const chunkLength = 1_000;

/** What `read` finds for all of a list, asked bit by bit. */
export async function inChunks<Item, Row>(
  items: readonly Item[],
  read: (chunk: readonly Item[]) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let start = 0; start < items.length; start += chunkLength)
    rows.push(...(await read(items.slice(start, start + chunkLength))));
  return rows;
}
