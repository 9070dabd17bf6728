import type { Result } from '../../../engine/model.ts';
import * as plan from '../../../engine/run/plan-weeks.ts';
import type { PlanSession, PlanSessions } from './plan-sessions.ts';

export { mostSessions, weeksInPlan } from '../../../engine/run/plan-weeks.ts';

export type Topic = Result['topics'][number];
export type PlanWeek = plan.PlanWeek<Topic, PlanSession>;

/** The weeks of these topics; a session is known by its title, which no other one has. */
export function planWeeks(topics: readonly Topic[], sessions: PlanSessions = {}): readonly PlanWeek[] {
  return plan.planWeeks(topics, { of: ({ id }) => sessions[id] ?? [], keyOf: ({ title }) => title });
}
