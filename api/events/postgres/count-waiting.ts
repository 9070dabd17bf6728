import type { Knex } from 'knex';
import { listPastBatchMonths, partitionOf } from './partitions.ts';
import {
  readStoredVisits,
  type SingleBatch,
  type VisitRecord,
  type StoredVisits,
  storeWords,
} from './stored-visits.ts';
import { type LogWords, packLog } from '../stored-log.ts';
import { type Attribution, attributeVisits } from '../counting/attribute-visits.ts';
import { countVisit, lastOutcome } from '../counting/count-visit.ts';
import { type FlowsUntil, readFlows } from '../counting/read-flows.ts';
import { type FlowOf, joinVisit, versionsOf, type VisitRead } from '../counting/read-visit.ts';
import {
  countsKey,
  type CountsKey,
  Difference,
  markCounted,
  type QuizVisitRow,
  removeBatches,
  storeCounts,
  storeVisits,
} from './store-counts.ts';
import { readOvertaken, readReturning, readSources, readWaiting, readWithoutLog } from './waiting-slice.ts';
import type { CompiledFunnel } from '../../../engine/model.ts';
import type { CountOptions } from '../event-store.ts';
import type { Database } from '../../platform/db/database.ts';

/** Where the batches are, and where the funnels were published; the same, unless events have a database of their own. */
interface Places {
  readonly database: Database;
  readonly main: Database;
}

/**
 * Counts batches that wait, and puts them into the logs of their visits (`EventStore.count`): a visit is counted out as it
 * was known before and in as it is known now, in one transaction. One process counts at a time; others wait for it.
 */
export async function countWaiting(places: Places, { limit, until }: CountOptions): Promise<number> {
  return countVisits(places, (trx) => readWaiting(trx, limit, until ?? null));
}

/**
 * Puts batches that an earlier program counted, in months that are over, into logs; nothing changes in what is counted.
 * Resolves to how many: 0 when there are no more.
 */
export async function moveCounted(
  places: Places,
  { limit, now }: { readonly limit: number; readonly now: Date },
): Promise<number> {
  for (const month of await listPastBatchMonths(places.database.knex, now)) {
    const name = partitionOf(month, 'event_batches');
    const moved = await countVisits(places, (trx) => readWithoutLog(trx, name, limit));
    if (moved > 0) return moved;
  }
  return 0;
}

function countVisits({ database, main }: Places, readIds: (trx: Knex) => Promise<readonly string[]>): Promise<number> {
  return database.knex.transaction(async (trx) => {
    await trx.raw(`SELECT pg_advisory_xact_lock(hashtext('count-visits'))`);
    const ids = await readIds(trx);
    if (ids.length === 0) return 0;
    // Within the transaction where it can: it may have the last connection.
    const readFlowsOf = (visits: StoredVisits) =>
      readFlows(
        main === database ? trx : main.knex,
        [...visits.values()].flatMap(({ reported }) => reported),
      );
    return countSlice(trx, await gather(trx, ids, readFlowsOf));
  });
}

type ReadFlows = (visits: StoredVisits) => Promise<FlowsUntil>;

interface Slice {
  readonly stored: StoredVisits;
  readonly flowsUntil: FlowsUntil;
  /** As they are known now. */
  readonly visits: readonly VisitRead[];
}

/** With the visits that are no longer the first of their browsers because of these. */
async function gather(trx: Knex, ids: readonly string[], readFlowsOf: ReadFlows): Promise<Slice> {
  const slice = await readSlice(trx, ids, readFlowsOf);
  const overtaken = await readOvertaken(trx, slice.visits);
  return overtaken.length > 0 ? readSlice(trx, [...new Set([...ids, ...overtaken])], readFlowsOf) : slice;
}

async function readSlice(trx: Knex, ids: readonly string[], readFlowsOf: ReadFlows): Promise<Slice> {
  const stored = await readStoredVisits(trx, ids);
  const flowsUntil = await readFlowsOf(stored);
  const visits = [...stored].map(([id, visit]) => joinVisit(id, visit.reported, flowsUntil()));
  return { stored, flowsUntil, visits: visits.filter((visit) => visit !== null) };
}

/** Resolves to how many batches it has taken. */
async function countSlice(trx: Knex, slice: Slice): Promise<number> {
  const { stored, flowsUntil, visits } = slice;
  const [returning, sources] = [await readReturning(trx, visits), await readSources(trx, visits)];
  const attributions = attributeVisits(visits, { returning, sources });
  const difference = new Difference();
  for (const [id, visit] of stored)
    for (const before of readCounted(id, visit, flowsUntil))
      difference.add(keyOf(before, visit.attribution!.source), countVisit(before, visit.attribution!.first), -1);
  for (const visit of visits) {
    const { first, source } = attributions.get(visit.id)!;
    difference.add(keyOf(visit, source), countVisit(visit, first), 1);
  }
  await storeCounts(trx, difference.rows);
  await storeVisits(trx, await toRows(trx, slice, attributions));
  return takeBatches(trx, slice);
}

/**
 * The visit as it was counted last, by the batches that were there and the funnels that were published by then. It is
 * two where an earlier program has counted batches of a visit with a log, which it doesn't know.
 */
function readCounted(id: string, { attribution, log, batches }: VisitRecord, flowsUntil: FlowsUntil): VisitRead[] {
  if (!attribution) return [];
  const flowOf = flowsUntil();
  const known: FlowOf = (funnel, version) => (log?.unknown.includes(version) ? undefined : flowOf(funnel, version));
  const counted = batches.filter(({ countedAt }) => countedAt !== null);
  const last = Math.max(...counted.map(({ countedAt }) => countedAt!.getTime()));
  const read = [
    log && joinVisit(id, log.batches, known),
    counted.length > 0 ? joinVisit(id, counted, flowsUntil(new Date(last))) : null,
  ];
  return read.filter((visit) => visit !== null);
}

/** What can be read is in its visit's log from now on. */
async function takeBatches(trx: Knex, { stored, visits }: Slice): Promise<number> {
  const isRead = new Set(visits.map(({ id }) => id));
  const taken: SingleBatch[] = [];
  const marked: SingleBatch[] = [];
  for (const [id, { batches }] of stored)
    if (isRead.has(id)) taken.push(...batches);
    else marked.push(...batches.filter(({ countedAt }) => countedAt === null));
  await removeBatches(trx, taken);
  await markCounted(trx, marked);
  return taken.length + marked.length;
}

function keyOf(visit: VisitRead, source: string): CountsKey {
  return countsKey({ ...visit, utm_source: source }, visit.pages.variants);
}

async function toRows(
  trx: Knex,
  { stored, flowsUntil, visits }: Slice,
  attributions: ReadonlyMap<string, Attribution>,
): Promise<readonly QuizVisitRow[]> {
  const words = new Map<CompiledFunnel | null, LogWords>();
  for (const funnel of new Set(visits.map(({ pages }) => pages.funnel)))
    if (funnel) words.set(funnel, await storeWords(trx, funnel));
  const flowOf = flowsUntil();
  return visits.map((visit) => {
    const batches = stored.get(visit.id)!.reported;
    const versions = new Set(versionsOf(batches).map(({ version }) => version));
    const unknown = [...versions].filter((version) => !flowOf(visit.funnel, version));
    const log = packLog({ batches, unknown }, words.get(visit.pages.funnel));
    return rowOf(visit, attributions.get(visit.id)!, String.raw`\x${log.toString('hex')}`);
  });
}

function rowOf(visit: VisitRead, { first, source }: Attribution, log: string): QuizVisitRow {
  const { events, variants, at } = visit.pages;
  const met = events.filter((event) => event.type === 'variant_met');
  return {
    id: visit.id,
    funnel: visit.funnel,
    version: visit.version,
    seed: visit.seed,
    first,
    started_at: visit.startedAt,
    locale: visit.locale,
    utm_source: source,
    variants,
    met: Object.fromEntries(met.map(({ experiment, variant }) => [experiment, variant])),
    last_step: at ?? events.findLast((event) => event.type === 'step_shown')?.step ?? '',
    outcome: lastOutcome(events),
    signed_up_at: visit.signedUpAt,
    paid_at: visit.paidAt,
    log,
  };
}
