import type { Knex } from 'knex';
import type { Database } from '../../platform/db/database.ts';
import type { Counts } from '../counting/counts.ts';
import type { ConvertedVisitors, CountedVisits, VisitOrigin } from '../event-store.ts';
import { bindingsOf, isDayIn, isTimeIn, type Period } from '../period.ts';

/** What reports read of the visits that have been counted. */

interface Asked {
  readonly funnel: string;
  readonly period: Period;
}

/** `EventStore.readCounted`. */
export function readCounted(
  database: Database,
  asked: Asked,
  add: (counted: CountedVisits) => void,
): Promise<readonly ConvertedVisitors[]> {
  return atOneMoment(database, async (trx) => {
    for await (const { utm_source, variants, ...row } of readRows(trx, asked))
      add({ ...row, utmSource: utm_source, variants: JSON.parse(variants) as CountedVisits['variants'] });
    const bindings = { funnel: asked.funnel, ...bindingsOf(asked.period) };
    const { rows } = (await trx.raw(convertedText, bindings)) as { readonly rows: readonly ConvertedVisitors[] };
    return rows;
  });
}

function atOneMoment<Result>(database: Database, read: (trx: Knex) => Promise<Result>): Promise<Result> {
  const run = async (trx: Knex) => {
    // To compile a query for each of many partitions takes longer than to run it.
    await trx.raw('SET LOCAL jit = off');
    return read(trx);
  };
  return database.knex.transaction(run, { isolationLevel: 'repeatable read', readOnly: true });
}

interface Row extends Pick<CountedVisits, 'version' | 'day' | 'locale'> {
  readonly utm_source: string;
  readonly variants: string;
  readonly counts: Counts;
}

/** So many at once: more than most reports have, and never so many that memory runs short. */
const rowsPerQuery = 2_000;

async function* readRows(trx: Knex, { funnel, period }: Asked): AsyncGenerator<Row> {
  let last: Row | undefined;
  do {
    const { day, version, locale, utm_source, variants } = last ?? beforeAll;
    const bindings = { funnel, ...bindingsOf(period), day, version, locale, utm_source, variants, rowsPerQuery };
    const { rows } = (await trx.raw(countsText, bindings)) as { readonly rows: readonly Row[] };
    yield* rows;
    last = rows.length === rowsPerQuery ? rows.at(-1) : undefined;
  } while (last);
}

/** A key before that of any row. */
const beforeAll = { day: '-infinity', version: '', locale: '', utm_source: '', variants: '' };

// A row that all visits have left for another one stays, with nothing in it.
const countsText = `
  SELECT version, to_char(day, 'YYYY-MM-DD') AS day, locale, utm_source, variants, counts
  FROM quiz_counts
  WHERE funnel = :funnel AND ${isDayIn('day')} AND counts <> '{}'
    AND (day, version, locale, utm_source, variants) > (:day::date, :version, :locale, :utm_source, :variants)
  ORDER BY day, version, locale, utm_source, variants
  LIMIT :rowsPerQuery`;

// Most have done it after their first visit: no other has to be looked for.
const convertedText = `
  WITH visitor AS (
    SELECT id, met, signed_up_at, paid_at
    FROM quiz_visits
    WHERE funnel = :funnel AND (signed_up_at IS NOT NULL OR paid_at IS NOT NULL) AND first
      AND ${isTimeIn('started_at')}
    UNION ALL
    SELECT visit.id, visit.met, later.signed_up_at, later.paid_at
    FROM quiz_visits AS later JOIN quiz_visits AS visit ON visit.seed = later.seed AND visit.funnel = later.funnel
    WHERE later.funnel = :funnel AND (later.signed_up_at IS NOT NULL OR later.paid_at IS NOT NULL) AND NOT later.first
      AND visit.first AND ${isTimeIn('visit.started_at')}
  ), converted AS (
    SELECT met, bool_or(signed_up_at IS NOT NULL) AS signed_up, bool_or(paid_at IS NOT NULL) AS bought
    FROM visitor
    GROUP BY id, met
  )
  SELECT met.key AS experiment, met.value AS variant,
    count(*) FILTER (WHERE signed_up) AS "signedUp", count(*) FILTER (WHERE bought) AS bought
  FROM converted CROSS JOIN jsonb_each_text(converted.met) AS met
  GROUP BY met.key, met.value`;

/** `EventStore.readOrigins`. */
export function readOrigins(database: Database, funnel: string, ids: readonly string[]): Promise<VisitOrigin[]> {
  return atOneMoment(database, async (trx) => {
    const { rows } = (await trx.raw(originsText, [[...ids], funnel])) as { readonly rows: VisitOrigin[] };
    return rows.map(({ first, ...visit }) => ({
      ...visit,
      first: first && { ...first, startedAt: new Date(first.startedAt) },
    }));
  });
}

// `OFFSET 0` has each visit looked up by its key, whatever the planner thinks of tables that have just grown. Most are
// their browser's first: no other has to be looked for.
const originsText = `
  SELECT visit.id, visit.started_at AS "startedAt", visit.locale, visit.utm_source AS "utmSource", visit.variants,
    visit.met, CASE WHEN visit.first
      THEN json_build_object('id', visit.id, 'startedAt', visit.started_at, 'met', visit.met)
      ELSE visitor.first END AS first
  FROM unnest(?::uuid[]) AS named (id) CROSS JOIN LATERAL (
    SELECT id, funnel, seed, first, started_at, locale, utm_source, variants, met
    FROM quiz_visits WHERE id = named.id OFFSET 0
  ) AS visit LEFT JOIN LATERAL (
    SELECT json_build_object('id', id, 'startedAt', started_at, 'met', met) AS first FROM quiz_visits
    WHERE NOT visit.first AND funnel = visit.funnel AND seed = visit.seed AND first LIMIT 1
  ) AS visitor ON true
  WHERE visit.funnel = ?`;
