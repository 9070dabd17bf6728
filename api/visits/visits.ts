import type { Knex } from 'knex';
import type { ReplayedVisit } from './replay-visit.ts';

/** Stores a visit of the user. */
export async function insertVisit(trx: Knex, userId: string, visit: ReplayedVisit): Promise<void> {
  const { funnel, version, outcome, topic } = visit;
  const [answers, input] = [JSON.stringify(visit.answers), JSON.stringify(visit.input)];
  await trx('visits').insert({ user_id: userId, funnel, version, answers, input, outcome, topic });
}
