import type { Knex } from 'knex';
import { isInPeriod } from './in-period.ts';
import type { ReportQuery } from './report.ts';

/** Of the visitors who met a variant, those who signed up and who bought. */
export interface ConvertedRow {
  readonly experiment: string;
  readonly variant: string;
  readonly signedUp: number;
  readonly bought: number;
}

/**
 * What became of the visitors whose first visit started in the period and met an experiment. What they did after any
 * later visit of the same browser counts for the variant that they met first.
 */
export async function readConverted(knex: Knex, funnel: string, { from, to }: ReportQuery): Promise<ConvertedRow[]> {
  const { rows } = (await knex.raw(convertedText, { funnel, from, to })) as { readonly rows: ConvertedRow[] };
  return rows;
}

// Most have done it after their first visit: nobody else's has to be looked for.
const convertedText = `
  WITH visitor AS (
    SELECT id, met, signed_up_at, paid_at
    FROM quiz_visits
    WHERE funnel = :funnel AND (signed_up_at IS NOT NULL OR paid_at IS NOT NULL) AND first
      AND ${isInPeriod('quiz_visits')}
    UNION ALL
    SELECT visit.id, visit.met, later.signed_up_at, later.paid_at
    FROM quiz_visits AS later JOIN quiz_visits AS visit ON visit.seed = later.seed AND visit.funnel = later.funnel
    WHERE later.funnel = :funnel AND (later.signed_up_at IS NOT NULL OR later.paid_at IS NOT NULL) AND NOT later.first
      AND visit.first AND ${isInPeriod('visit')}
  ), converted AS (
    SELECT met, bool_or(signed_up_at IS NOT NULL) AS signed_up, bool_or(paid_at IS NOT NULL) AS bought
    FROM visitor
    GROUP BY id, met
  )
  SELECT met.key AS experiment, met.value AS variant,
    count(*) FILTER (WHERE signed_up) AS "signedUp", count(*) FILTER (WHERE bought) AS bought
  FROM converted CROSS JOIN jsonb_each_text(converted.met) AS met
  GROUP BY met.key, met.value`;
