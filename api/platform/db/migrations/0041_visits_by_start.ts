import type { Knex } from 'knex';

/**
 * In place of `quiz_visits_by_time`, which was in the other direction: there, each new visit is put before all others, and
 * pages that are split at their front stay half empty. Until it is there, nothing is counted: about a second for a million
 * visits.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('CREATE INDEX quiz_visits_by_start ON quiz_visits (funnel, started_at)');
}
