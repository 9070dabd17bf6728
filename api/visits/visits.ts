import type { Knex } from 'knex';
import type { ReplayedVisit } from './replay-visit.ts';

/** Stores a visit of the user. */
export async function insertVisit(trx: Knex, userId: string, visit: ReplayedVisit): Promise<void> {
  const { funnel, version, outcome } = visit;
  const [answers, input] = [JSON.stringify(visit.answers), JSON.stringify(visit.input)];
  const [topics, topic] = [[...visit.topics], visit.topics[0] ?? null];
  await trx('visits').insert({ user_id: userId, funnel, version, answers, input, outcome, topic, topics });
}
