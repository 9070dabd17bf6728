import type { Knex } from 'knex';
import type { CompiledFunnel } from '../../engine/model.ts';
import { reportSignUp } from '../events/batches.ts';
import { loadFunnelVersion } from '../events/funnel-versions.ts';
import type { Database } from '../platform/db/database.ts';
import type { Funnels } from '../funnels/published.ts';
import type { QuizVisit, ConfirmedVisit } from './confirm-visit.ts';

/**
 * The funnel as the visitor had it: while another build is deployed, that may be one that this server doesn't serve. Where
 * that version was never published, the funnel as it is served.
 */
export async function funnelOf(
  database: Database,
  funnels: Funnels,
  { funnel, version }: Pick<QuizVisit, 'funnel' | 'version'>,
): Promise<CompiledFunnel | undefined> {
  const served = funnels.get(funnel);
  if (served?.version === version) return served;
  return (await loadFunnelVersion(database, funnel, version)) ?? served;
}

interface Owner {
  readonly userId: string;
  /** The id under which the browser reported what happened in it, if it did. */
  readonly visitId?: string | undefined;
}

/** Stores a visit of the user, and reports its sign-up with the events of that visit. */
export async function insertVisit(trx: Knex, { userId, visitId }: Owner, visit: ConfirmedVisit): Promise<void> {
  const { funnel, version, outcome } = visit;
  const [answers, input] = [JSON.stringify(visit.answers), JSON.stringify(visit.input)];
  const [topics, topic] = [[...visit.topics], visit.topics[0] ?? null];
  const about = { funnel, version, answers, input, outcome, topic, topics };
  await trx('visits').insert({ user_id: userId, visit_id: visitId ?? null, ...about });
  if (visitId !== undefined) await reportSignUp(trx, { visit: visitId, funnel });
}

/**
 * Erases the user's visits, and what leads from their payments to the events of them. The user is locked already,
 * so that no payment is made of one meanwhile. Resolves to how many there were.
 */
export async function removeVisitsOf(trx: Knex, userId: string): Promise<number> {
  await trx('payments').where({ user_id: userId }).whereNotNull('visit_id').update({ visit_id: null });
  return trx('visits').where({ user_id: userId }).delete();
}
