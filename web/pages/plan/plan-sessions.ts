import { siteLocales, type Locale, type Result } from '../../../engine/model.ts';
import * as plan from '../../../engine/run/plan-weeks.ts';

/** A session of the catalogue as a week of the plan names it. */
export interface PlanSession {
  readonly title: string;
  readonly minutes: number;
  /** What leads it, in words. */
  readonly voice: string;
}

/** A few sessions of each topic that has some, by its id: those that are most about it first. */
export type PlanSessions = Readonly<Record<string, readonly PlanSession[]>>;

/**
 * Where the sessions of the plan are, by locale. The address holds no hash: then no other page has to know it, and a
 * quiz's first screen is not a byte larger for it.
 */
export const planSessionsUrls: Readonly<Record<Locale, string>> = Object.fromEntries(
  siteLocales.map((locale) => [locale, `/plan-sessions.${locale}.json`]),
);

/** A plan doesn't wait longer for its sessions, in milliseconds. */
const timeoutMilliseconds = 4000;

/** The sessions in this locale. A plan is whole without them: where they can't be loaded, there are none. */
export async function loadPlanSessions(locale: Locale): Promise<PlanSessions> {
  const url = planSessionsUrls[locale];
  if (url === undefined) return {};
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMilliseconds) });
    return response.ok ? ((await response.json()) as PlanSessions) : {};
  } catch {
    return {};
  }
}

export { maxSessions, weeksInPlan } from '../../../engine/run/plan-weeks.ts';

export type Topic = Result['topics'][number];
export type PlanWeek = plan.PlanWeek<Topic, PlanSession>;

/** The weeks of these topics; a session is known by its title, which no other one has. */
export function planWeeks(topics: readonly Topic[], sessions: PlanSessions = {}): readonly PlanWeek[] {
  return plan.planWeeks(topics, { of: ({ id }) => sessions[id] ?? [], keyOf: ({ title }) => title });
}
