import type { Knex } from 'knex';
import { type Attribution, attributeVisits, type SourceOfDay } from '../counting/attribute-visits.ts';
import { countVisit } from '../counting/count-visit.ts';
import { readFlows } from '../counting/read-flows.ts';
import { joinVisit, type VisitRead } from '../counting/read-visit.ts';
import type { CountOptions } from '../event-store.ts';
import type { StoredBatch } from '../stored-log.ts';
import { inChunks, readBatches } from './batches.ts';
import { type ClickHouse, toClickHouseTime } from './connect.ts';
import { type EventsInClickHouse, type Generation, whileCounting } from './lock.ts';
import { sumDays } from './sum-days.ts';
import { type QuizDay, type QuizVisitRow, readQuizDays, readKnownVisits } from './visits.ts';
import { readWaiting, removeWaiting, settledBy } from './waiting.ts';

/** Days whose visits are counted beside requests are summed up no more often: reports sum them up when they are asked for. */
const maxAgeOfSums = 600_000_000;

/**
 * `EventStore.count`. Nothing is counted out: a visit is read again from all its batches, its row is written again, and
 * so are the sums of its day. What is written first makes sure that the rest is done again, if the process is killed.
 */
export async function countWaiting(places: EventsInClickHouse, options: CountOptions): Promise<number> {
  const { clickhouse } = places;
  return whileCounting(places, async ({ trx, generation }) => {
    const waiting = await readWaiting(clickhouse, options);
    const settled = waiting.length > 0 ? await countVisits({ clickhouse, trx, generation, waiting }) : 0;
    if (waiting.length >= options.limit) return settled;
    const summedUntil = options.until && generation - maxAgeOfSums;
    const days = await sumDays(clickhouse, { generation: generation + 1, summedUntil });
    return settled || days;
  });
}

interface Counting {
  readonly clickhouse: ClickHouse;
  /** Of the main database. */
  readonly trx: Knex;
  readonly generation: Generation;
  readonly waiting: Awaited<ReturnType<typeof readWaiting>>;
}

/** Resolves to how many batches it has settled. */
async function countVisits({ clickhouse, trx, generation, waiting }: Counting): Promise<number> {
  const ids = [...new Set(waiting.map(({ visit }) => visit))];
  const slice = await readSlice(clickhouse, trx, ids);
  const { overtaken } = await readKnownVisits(clickhouse, slice.visits);
  const all = overtaken.length > 0 ? await readSlice(clickhouse, trx, [...new Set([...ids, ...overtaken])]) : slice;
  await storeVisits(clickhouse, generation, all.visits);
  const settled = settledBy(all.batches, waiting);
  await removeWaiting(clickhouse, settled);
  return settled.length;
}

interface Slice {
  readonly batches: ReadonlyMap<string, readonly StoredBatch[]>;
  /** As they are known now. */
  readonly visits: readonly VisitRead[];
}

async function readSlice(clickhouse: ClickHouse, trx: Knex, ids: readonly string[]): Promise<Slice> {
  const batches = await readBatches(clickhouse, ids);
  const flowOf = (await readFlows(trx, [...batches.values()].flat()))();
  const visits = [...batches].map(([id, own]) => joinVisit(id, own, flowOf)).filter((visit) => visit !== null);
  return { batches, visits };
}

async function storeVisits(
  clickhouse: ClickHouse,
  generation: Generation,
  visits: readonly VisitRead[],
): Promise<void> {
  if (visits.length === 0) return;
  const { returning } = await readKnownVisits(clickhouse, visits);
  const sources = await readSources(clickhouse, visits);
  const attributions = attributeVisits(visits, { returning, sources });
  const rows = visits.map((visit) => rowOf(visit, attributions.get(visit.id)!, generation));
  const ids = rows.map(({ id }) => id);
  const changed = distinct([
    ...(await readQuizDays(clickhouse, ids)),
    ...rows.map(({ funnel, day }) => ({ funnel, day })),
  ]);
  await clickhouse.insert(
    'quiz_days',
    changed.map((day) => ({ ...day, changed: generation })),
  );
  const counted = rows.map(({ funnel, day, utm_source }) => ({ funnel, day, source: utm_source }));
  await clickhouse.insert('day_sources', without(distinct(counted), sources));
  await clickhouse.insert('quiz_visits', rows);
}

/** The sources that are counted so far on the days of these visits. */
async function readSources(clickhouse: ClickHouse, visits: readonly VisitRead[]): Promise<readonly SourceOfDay[]> {
  const days = distinct(visits.map(({ funnel, day }): QuizDay => ({ funnel, day })));
  return inChunks(days, (chunk) =>
    clickhouse.query<SourceOfDay>(sourcesText, {
      funnels: chunk.map(({ funnel }) => funnel),
      days: chunk.map(({ day }) => day),
    }),
  );
}

const sourcesText = `
  SELECT DISTINCT funnel, day, source FROM day_sources WHERE (funnel, day) IN (
    SELECT tupleElement(key, 1), tupleElement(key, 2)
    FROM (SELECT arrayJoin(arrayZip({funnels:Array(String)}, {days:Array(Date)})) AS key)
  )`;

function rowOf(visit: VisitRead, { first, source }: Attribution, generation: Generation): QuizVisitRow {
  const { events, variants } = visit.pages;
  const met = events.filter((event) => event.type === 'variant_met');
  const counts = countVisit(visit, first);
  return {
    id: visit.id,
    funnel: visit.funnel,
    day: visit.day,
    started_at: toClickHouseTime(visit.startedAt),
    version: visit.version,
    locale: visit.locale,
    utm_source: source,
    variants: sortedJson(Object.entries(variants)),
    met: sortedJson(met.map(({ experiment, variant }) => [experiment, variant])),
    seed: visit.seed,
    first,
    signed_up: visit.signedUpAt !== null,
    paid: visit.paidAt !== null,
    names: [...counts.keys()],
    numbers: [...counts.values()],
    generation,
  };
}

function sortedJson(entries: readonly (readonly [string, string])[]): string {
  return JSON.stringify(Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1))));
}

function distinct<Item extends object>(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}

function without<Item extends object>(items: readonly Item[], others: readonly Item[]): Item[] {
  const known = new Set(others.map(keyOf));
  return items.filter((item) => !known.has(keyOf(item)));
}

function keyOf(item: object): string {
  return Object.values(item).join('\t');
}
