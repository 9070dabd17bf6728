/** What is read for counting: the visits that have something to count, and what is known of them. */

import type { Knex } from 'knex';
import type { CompiledFunnel } from '../../../engine/model.ts';
import { dayOfVisit } from '../batches.ts';
import type { FlowOf, StoredBatch, VisitRead } from './read-visit.ts';

/** A batch of a visit that has something to count. */
export interface SliceBatch extends StoredBatch {
  readonly day: string;
  /** Null: it waits. */
  readonly countedAt: Date | null;
}

/** By the visit's id. */
export type BatchesOfVisits = ReadonlyMap<string, readonly SliceBatch[]>;

/** Of the batches that wait those that came first, so many at most, with all other batches of their visits. */
export async function readWaiting(trx: Knex, limit: number): Promise<BatchesOfVisits> {
  const waiting = `SELECT DISTINCT day, visit FROM (
    SELECT day, visit FROM event_batches WHERE counted_at IS NULL ORDER BY received_at LIMIT ?
  ) AS oldest`;
  return readBatches(trx, waiting, limit);
}

/**
 * All batches of visits that were counted as the first of their browsers, before one of these, which began earlier, was
 * known.
 */
export async function readOvertaken(trx: Knex, visits: readonly VisitRead[]): Promise<BatchesOfVisits> {
  const overtaken = await readIds(trx, overtakenText, visits);
  if (!overtaken.length) return new Map();
  const named = overtaken.map((visit) => ({ day: dayOfVisit(visit), visit }));
  return readBatches(
    trx,
    'SELECT * FROM jsonb_to_recordset(?::jsonb) AS named (day date, visit uuid)',
    JSON.stringify(named),
  );
}

async function readBatches(trx: Knex, visitsText: string, value: Knex.Value): Promise<BatchesOfVisits> {
  const visits = new Map<string, SliceBatch[]>();
  for (const batch of await read<SliceBatch>(trx, batchesText(visitsText), [value])) {
    const known = visits.get(batch.visit);
    if (known) known.push(batch);
    else visits.set(batch.visit, [batch]);
  }
  return visits;
}

// `OFFSET 0` has each visit looked up by the key, whatever the planner thinks of tables that have just grown.
const batchesText = (visitsText: string) => `
  SELECT batch.* FROM (${visitsText}) AS wanted
  CROSS JOIN LATERAL (
    SELECT day::text, visit, page, n, funnel, events, received_at AS "receivedAt", counted_at AS "countedAt"
    FROM event_batches AS each WHERE each.day = wanted.day AND each.visit = wanted.visit OFFSET 0
  ) AS batch`;

/** The published funnels that these batches name; the `FlowOf` knows only those that were published by a time, if one is given. */
export async function readFlows(trx: Knex, batches: BatchesOfVisits): Promise<(until?: Date) => FlowOf> {
  const named = new Map<string, { funnel: string; version: string }>();
  for (const { funnel, events } of [...batches.values()].flat()) {
    if (events[0]?.[1] !== 'open') continue;
    const { version } = events[0][2] as { readonly version: string };
    named.set(keyOf(funnel, version), { funnel, version });
  }
  const rows = await read<FlowRow>(trx, flowsText, [JSON.stringify([...named.values()])]);
  const flows = new Map(rows.map((row) => [keyOf(row.funnel, row.version), row]));
  return (until) => (funnel, version) => {
    const row = flows.get(keyOf(funnel, version));
    return row && (!until || row.publishedAt <= until) ? row.flow : undefined;
  };
}

interface FlowRow {
  readonly funnel: string;
  readonly version: string;
  readonly flow: CompiledFunnel;
  readonly publishedAt: Date;
}

const flowsText = `
  SELECT funnel, version, flow, published_at AS "publishedAt" FROM funnel_versions
  JOIN jsonb_to_recordset(?::jsonb) AS named (funnel text, version text) USING (funnel, version)`;

/** What was decided of a visit when it was first counted. */
export interface StoredAttribution {
  readonly id: string;
  readonly first: boolean;
  readonly source: string;
}

/** By the visit's id. */
export async function readAttributions(
  trx: Knex,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredAttribution>> {
  const text = 'SELECT id, first, utm_source AS source FROM quiz_visits WHERE id = ANY (?::uuid[])';
  const rows = await read<StoredAttribution>(trx, text, [[...ids]]);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Ids of those visits whose browser has made an earlier one of the same funnel that was counted. */
export async function readReturning(trx: Knex, visits: readonly VisitRead[]): Promise<ReadonlySet<string>> {
  return new Set(await readIds(trx, returningText, visits));
}

const inputRows = 'jsonb_to_recordset(?::jsonb) AS input (id uuid, funnel text, seed text, started_at timestamptz)';

const returningText = `
  SELECT input.id FROM ${inputRows} WHERE EXISTS (
    SELECT FROM quiz_visits AS visit WHERE visit.funnel = input.funnel AND visit.seed = input.seed
      AND (visit.started_at, visit.id) < (input.started_at, input.id)
  )`;

const overtakenText = `
  SELECT DISTINCT visit.id FROM ${inputRows} JOIN quiz_visits AS visit
    ON visit.funnel = input.funnel AND visit.seed = input.seed AND (visit.started_at, visit.id) > (input.started_at, input.id)
  WHERE visit.first`;

async function readIds(trx: Knex, text: string, visits: readonly VisitRead[]): Promise<readonly string[]> {
  const input = visits.map(({ id, funnel, seed, startedAt }) => ({ id, funnel, seed, started_at: startedAt }));
  const rows = await read<{ readonly id: string }>(trx, text, [JSON.stringify(input)]);
  return rows.map(({ id }) => id);
}

/** A funnel's day, and a `utm_source` that is counted on it. */
export interface SourceOfDay {
  readonly funnel: string;
  readonly day: string;
  readonly source: string;
}

/** The sources that are counted so far on the days of these visits. */
export async function readSources(trx: Knex, visits: readonly VisitRead[]): Promise<readonly SourceOfDay[]> {
  const days = new Map(visits.map(({ funnel, day }) => [keyOf(funnel, day), { funnel, day }]));
  return read<SourceOfDay>(trx, sourcesText, [JSON.stringify([...days.values()])]);
}

const sourcesText = `
  SELECT DISTINCT funnel, day::text, utm_source AS source FROM quiz_counts
  JOIN jsonb_to_recordset(?::jsonb) AS input (funnel text, day date) USING (funnel, day)`;

function keyOf(...parts: readonly string[]): string {
  return parts.join('\t');
}

async function read<Row>(trx: Knex, text: string, values: Knex.RawBinding[]): Promise<readonly Row[]> {
  const { rows } = (await trx.raw(text, values)) as { readonly rows: readonly Row[] };
  return rows;
}
