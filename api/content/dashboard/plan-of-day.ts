import type { Dashboard } from '../../../schemas/api/dashboard.ts';
import { planWeeks, weeksInPlan } from '../../../engine/run/plan-weeks.ts';
import { daysBetween } from '../calendar.ts';
import type { ItemRow } from '../item.ts';
import type { Choice } from './read-choice.ts';

/** The week of a plan, with sessions as they were read. */
export type PlanOfDay = Omit<NonNullable<Dashboard['plan']>, 'sessions'> & { readonly sessions: readonly ItemRow[] };

/**
 * The plan's week on this day: weeks are counted from the first day of access, and the last one stays. Null without
 * topics. It names the sessions that the plan's page names.
 */
export function planOfDay({ topics, accessSince }: Pick<Choice, 'topics' | 'accessSince'>, today: string) {
  const weeks = planWeeks(topics, { of: ({ sessions }) => sessions, keyOf: ({ id }) => id });
  const number = 1 + Math.max(0, Math.floor(daysBetween(accessSince ?? today, today) / 7));
  const week = weeks[Math.min(number, weeksInPlan) - 1];
  if (!week) return null;
  const { title, focus, practice } = week.topic;
  return {
    week: week.number,
    weeks: weeksInPlan,
    over: number > weeksInPlan,
    stage: week.stage,
    title,
    focus,
    practice,
    sessions: week.sessions,
  } satisfies PlanOfDay;
}
