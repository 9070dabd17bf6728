import { reportedGoals } from '../../../engine/run/journey.ts';
import { type Visit, identify } from '../../quiz/visit.ts';
import type { FunnelEntry } from '../../site.ts';
import { readVisit } from '../../storage.ts';
import { note } from './ledger.ts';

/**
 * Notes the goals of a visit as it reaches them, those that it has reached before among them. The page hears of each
 * new one as `funnel:goal`, with the funnel's id and the goal's name: other tools may listen for that.
 */
export function watchGoals(visit: Visit, onNews: () => void): void {
  const { actor, data } = visit;
  const { funnel } = data;
  const id = idOf(visit);
  let known: unknown;
  const look = () => {
    const { reported } = actor.getSnapshot().context;
    if (reported === known) return;
    known = reported;
    if (noteGoals(id, funnel.id, reportedGoals(funnel, reported))) onNews();
  };
  look();
  actor.subscribe({ next: look, complete: look });
}

/** The visit's id, also where nobody has given it one yet. */
export function idOf(visit: Visit): string {
  if (visit.id === undefined) identify(visit);
  return visit.id!;
}

/** Notes what saved visits have reached: on a page that was closed before anybody could hear of it. */
export function noteSavedGoals(funnels: readonly Pick<FunnelEntry, 'id'>[]): void {
  for (const { id: funnel } of funnels) {
    const { id, goals } = (readVisit(funnel) ?? {}) as { readonly id?: unknown; readonly goals?: unknown };
    if (typeof id === 'string' && Array.isArray(goals)) noteGoals(id, funnel, goals.map(String));
  }
}

/** Returns whether one of them is new. */
function noteGoals(visit: string, funnel: string, goals: readonly string[]): boolean {
  const fresh = goals.filter((goal) => note({ id: `${visit}:${goal}`, type: 'goal', funnel, goal }));
  for (const goal of fresh) dispatchEvent(new CustomEvent('funnel:goal', { detail: { funnel, goal } }));
  return fresh.length > 0;
}
