import type { Knex } from 'knex';
import { countVisit, outcomeOf } from './count-visit.ts';
import { type FlowOf, readVisit, type VisitRead } from './read-visit.ts';
import {
  countsKey,
  type CountsKey,
  Difference,
  markCounted,
  type QuizVisitRow,
  storeCounts,
  storeVisits,
} from './store-counts.ts';
import {
  type BatchesOfVisits,
  type StoredAttribution,
  readAttributions,
  readFlows,
  readOvertaken,
  readReturning,
  readSources,
  readWaiting,
  type SliceBatch,
  type SourceOfDay,
} from './waiting-slice.ts';
import type { Database } from '../../platform/db/database.ts';

/**
 * Counts batches that wait, those that came first, `limit` of them at most with all others of their visits. Resolves to
 * how many it has counted: 0 when none waits. What the counts say is at any time what all counted batches say together,
 * in whatever order they were counted: a visit is counted out as it was known before and in as it is known now, in one
 * transaction. One process counts at a time; others wait for it.
 */
export async function countWaiting(database: Database, { limit }: { readonly limit: number }): Promise<number> {
  return database.knex.transaction(async (trx) => {
    await trx.raw(`SELECT pg_advisory_xact_lock(hashtext('count-visits'))`);
    const batches = await readWaiting(trx, limit);
    if (!batches.size) return 0;
    const slice = await gather(trx, batches);
    await replaceCounts(trx, slice);
    // Of all visits that were read, also of those that were only overtaken.
    const waiting = [...slice.batches.values()].flat().filter(({ countedAt }) => countedAt === null);
    await markCounted(trx, waiting);
    return waiting.length;
  });
}

type FlowsUntil = (until?: Date) => FlowOf;

interface Slice {
  readonly batches: BatchesOfVisits;
  readonly flowsUntil: FlowsUntil;
  /** As they are known now. */
  readonly visits: readonly VisitRead[];
}

/** With the visits that are no longer the first of their browsers because of these. */
async function gather(trx: Knex, batches: BatchesOfVisits): Promise<Slice> {
  const flowsUntil = await readFlows(trx, batches);
  const slice = { batches, flowsUntil, visits: readVisits(batches, flowsUntil()) };
  const overtaken = await readOvertaken(trx, slice.visits);
  if (!overtaken.size) return slice;
  const all = new Map([...overtaken, ...batches]);
  const allFlowsUntil = await readFlows(trx, all);
  return { batches: all, flowsUntil: allFlowsUntil, visits: readVisits(all, allFlowsUntil()) };
}

function readVisits(visits: BatchesOfVisits, flowOf: FlowOf): readonly VisitRead[] {
  return [...visits].map(([id, batches]) => readVisit(id, batches, flowOf)).filter((visit) => visit !== null);
}

async function replaceCounts(trx: Knex, { batches, flowsUntil, visits }: Slice): Promise<void> {
  const stored = await readAttributions(trx, [...batches.keys()]);
  const attributions = await attributeVisits(trx, visits);
  const difference = new Difference();
  for (const [id, { first, source }] of stored) {
    const before = readCounted(id, batches.get(id)!, flowsUntil);
    if (before) difference.add(keyOf(before, source), countVisit(before, first), -1);
  }
  for (const visit of visits) {
    const { first, source } = attributions.get(visit.id)!;
    difference.add(keyOf(visit, source), countVisit(visit, first), 1);
  }
  await storeCounts(trx, difference.rows);
  await storeVisits(
    trx,
    visits.map((visit) => rowOf(visit, attributions.get(visit.id)!)),
  );
}

/** The visit as it was counted last: by the batches that were there, and the funnels that were published by then. */
function readCounted(id: string, batches: readonly SliceBatch[], flowsUntil: FlowsUntil): VisitRead | null {
  const counted = batches.filter(({ countedAt }) => countedAt !== null);
  const last = Math.max(...counted.map(({ countedAt }) => countedAt!.getTime()));
  return counted.length ? readVisit(id, counted, flowsUntil(new Date(last))) : null;
}

function keyOf(visit: VisitRead, source: string): CountsKey {
  return countsKey({ ...visit, utm_source: source }, visit.pages.variants);
}

function rowOf(visit: VisitRead, { first, source }: Attribution): QuizVisitRow {
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
    outcome: outcomeOf(events),
    signed_up_at: visit.signedUpAt,
    paid_at: visit.paidAt,
  };
}

/** Waiting batches that are counted in one transaction: with more, each takes no less, and requests wait for longer. */
const limit = 500;

/** Counts what waits until nothing does, or so many milliseconds have passed; the rest is counted the next time. */
export async function countWithinBudget(database: Database, milliseconds = 2_000): Promise<void> {
  const end = performance.now() + milliseconds;
  while ((await countWaiting(database, { limit })) > 0 && performance.now() < end);
}

/** Of the process's time, counting takes so much at most: what it has taken more, it rests for. */
const share = 0.05;
/** Processor time, in milliseconds: about 2,000 batches. */
const atOnce = 200;

/**
 * Counting beside requests: each call counts what waits, unless those before have taken their share of the time. What
 * requests take meanwhile is taken for its own, so that it makes way for them. Resolves to the milliseconds that it took.
 */
export function createSparingCount(count: () => Promise<number>, clock: Clock = processClock): () => Promise<number> {
  let restsUntil = -Infinity;
  return async () => {
    const began = clock.now();
    if (began < restsUntil) return 0;
    const before = clock.spent();
    const taken = () => clock.spent() - before;
    try {
      while ((await count()) > 0 && taken() < atOnce);
      return taken();
    } finally {
      restsUntil = began + taken() / share;
    }
  };
}

/** In milliseconds. */
interface Clock {
  readonly now: () => number;
  /** Processor time. */
  readonly spent: () => number;
}

const processClock: Clock = {
  now: () => performance.now(),
  spent: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  },
};

/** Such a count of a database. */
export function countSparingly(database: Database): () => Promise<number> {
  return createSparingCount(() => countWaiting(database, { limit }));
}

/** What of a visit follows from others. */
type Attribution = Pick<StoredAttribution, 'first' | 'source'>;

/** Of each visit whether it is its browser's first, and which `utm_source` it is counted under. */
async function attributeVisits(trx: Knex, visits: readonly VisitRead[]): Promise<ReadonlyMap<string, Attribution>> {
  const returning = await readReturning(trx, visits);
  const sources = limitSources(await readSources(trx, visits));
  const browsers = new Set<string>();
  const attributions = new Map<string, Attribution>();
  for (const visit of visits.toSorted(byStart)) {
    const browser = `${visit.funnel}\t${visit.seed}`;
    const first = !returning.has(visit.id) && !browsers.has(browser);
    browsers.add(browser);
    attributions.set(visit.id, { first, source: sources.admit(visit) });
  }
  return attributions;
}

function byStart(one: VisitRead, other: VisitRead): number {
  return one.startedAt.getTime() - other.startedAt.getTime() || (one.id < other.id ? -1 : 1);
}

/** On one day, of one funnel. */
const maxSources = 200;
/** What further ones are counted as. */
const otherSources = '(other)';

/** Anyone can write anything into an address: only so many `utm_source` of a funnel and day are counted apart. */
function limitSources(counted: readonly SourceOfDay[]) {
  const known = new Map<string, Set<string>>();
  const sourcesOf = ({ funnel, day }: SourceOfDay) => {
    const key = `${funnel}\t${day}`;
    const sources = known.get(key) ?? new Set<string>();
    known.set(key, sources);
    return sources;
  };
  for (const each of counted) sourcesOf(each).add(each.source);
  return {
    /** The source under which a visit is counted. */
    admit(visit: SourceOfDay): string {
      const sources = sourcesOf(visit);
      if (sources.size >= maxSources && !sources.has(visit.source)) return otherSources;
      sources.add(visit.source);
      return visit.source;
    },
  };
}
