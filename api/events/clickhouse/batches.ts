import { type BatchEvent, startOfVisit } from '../batches.ts';
import type { ArrivedBatch } from '../event-store.ts';
import { joinBatches, type StoredBatch } from '../stored-log.ts';
import { type ClickHouse, toClickHouseTime } from './connect.ts';

/** Stores batches with one insert, which is whole for those of a month (`EventStore.storeBatches`). */
export async function storeBatches(clickhouse: ClickHouse, batches: readonly ArrivedBatch[]): Promise<void> {
  const now = new Date();
  await clickhouse.insert(
    'event_batches',
    batches.map(({ visit, page, n, funnel, events, receivedAt = now }) => ({
      month: monthOf(startOfVisit(visit, receivedAt)),
      visit,
      page,
      n,
      funnel,
      events: JSON.stringify(events),
      received_at: toClickHouseTime(receivedAt),
    })),
  );
}

/**
 * By its first day. A visit's first batch is in the month in which the visit began, the others in that or a later one: once
 * a month is removed, nothing that came of its visits later can have one of its days summed again, without the others.
 */
function monthOf(start: Date): string {
  return `${start.toISOString().slice(0, 7)}-01`;
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
