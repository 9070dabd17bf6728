import type { Knex } from 'knex';
import { bindingsOf, isDayIn, type Period } from './period.ts';

/** The day, in UTC, on which visits of a funnel began. */
export interface VisitsOfDay {
  readonly funnel: string;
  readonly day: string;
}

/** Counts visits that are left out as their networks have begun too many (`visit-limit.ts`); nothing else is known of them. */
export async function storeNotRecorded(knex: Knex, visits: readonly VisitsOfDay[]): Promise<void> {
  await knex.raw(storeText, [JSON.stringify(visits)]);
}

// In one order, or two processes would wait for each other.
const storeText = `
  INSERT INTO visits_not_recorded AS known (funnel, day, visits)
  SELECT funnel, day, count(*) FROM jsonb_to_recordset(?::jsonb) AS input (funnel text, day date)
  GROUP BY funnel, day ORDER BY funnel, day
  ON CONFLICT (funnel, day) DO UPDATE SET visits = known.visits + excluded.visits`;

/** How many of the visits that began in the period are not recorded. */
export async function countNotRecorded(knex: Knex, funnel: string, period: Period): Promise<number> {
  const bindings = { funnel, ...bindingsOf(period) };
  const { rows } = (await knex.raw(countText, bindings)) as { readonly rows: readonly { readonly visits: number }[] };
  return rows[0]!.visits;
}

const countText = `
  SELECT coalesce(sum(visits), 0)::bigint AS visits FROM visits_not_recorded
  WHERE funnel = :funnel AND ${isDayIn('day')}`;
