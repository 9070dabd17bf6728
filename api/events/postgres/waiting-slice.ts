/** What is read for counting: the visits that have something to count, and what is known of them. */

import type { Knex } from 'knex';
import type { SourceOfDay } from '../counting/attribute-visits.ts';
import type { VisitRead } from '../counting/read-visit.ts';

/** Of the batches that wait and came until then, those that came first, so many at most: their visits. */
export async function readWaiting(trx: Knex, limit: number, until: Date | null): Promise<readonly string[]> {
  return readIds(trx, waitingText, [until, limit]);
}

const waitingText = `
  SELECT DISTINCT visit AS id FROM (
    SELECT visit FROM event_batches WHERE counted_at IS NULL AND received_at <= coalesce(?::timestamptz, 'infinity')
    ORDER BY received_at LIMIT ?
  ) AS oldest`;

/** Visits in this partition of `event_batches` that were counted without a log, the oldest first. */
export async function readWithoutLog(trx: Knex, partition: string, limit: number): Promise<readonly string[]> {
  const text = `SELECT DISTINCT visit AS id FROM (
    SELECT visit FROM ${partition}
    WHERE counted_at IS NOT NULL AND EXISTS (SELECT FROM quiz_visits WHERE id = visit)
    ORDER BY day, visit LIMIT ?) AS oldest`;
  return readIds(trx, text, [limit]);
}

/** Visits that were counted as the first of their browsers, before one of these, which began earlier, was known. */
export async function readOvertaken(trx: Knex, visits: readonly VisitRead[]): Promise<readonly string[]> {
  return readIds(trx, overtakenText, [inputOf(visits)]);
}

/** Ids of those visits whose browser has made an earlier one of the same funnel that was counted. */
export async function readReturning(trx: Knex, visits: readonly VisitRead[]): Promise<ReadonlySet<string>> {
  return new Set(await readIds(trx, returningText, [inputOf(visits)]));
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

function inputOf(visits: readonly VisitRead[]): string {
  return JSON.stringify(visits.map(({ id, funnel, seed, startedAt }) => ({ id, funnel, seed, started_at: startedAt })));
}

async function readIds(trx: Knex, text: string, values: Knex.RawBinding[]): Promise<readonly string[]> {
  const rows = await read<{ readonly id: string }>(trx, text, values);
  return rows.map(({ id }) => id);
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
