import type { dashboard } from '../../../schemas/api/dashboard.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { Handler } from '../../platform/http/handler.ts';
import { daysBetween, dayOf } from '../calendar.ts';
import type { ContentDependencies } from '../dependencies.ts';
import { createToItem } from '../item.ts';
import { requireAccess } from '../require-access.ts';
import { planOfDay } from './plan-of-day.ts';
import { mostRecommended, readChoice } from './read-choice.ts';
import { readHeard } from './read-heard.ts';

/** What was listened to, the plan's week, and what comes next; no session is recommended that is named already. */
export function createDashboard(services: ContentDependencies): Handler<typeof dashboard> {
  const { database } = services;
  return async ({ user, locale, query }) => {
    requireAccess(user.user, services.now());
    const today = todayOf(query.day, services.now());
    const [heard, choice] = await Promise.all([
      readHeard(database, user.user.id, today),
      readChoice(database, user.user.id, locale),
    ]);
    const plan = planOfDay(choice, today);
    const named = new Set([choice.next, ...(plan?.sessions ?? [])].map((session) => session?.id));
    const recommended = choice.recommended.filter(({ id }) => !named.has(id)).slice(0, mostRecommended);
    const toItem = createToItem(services, { user, locale });
    return {
      ...heard,
      plan: plan && { ...plan, sessions: plan.sessions.map(toItem) },
      next: choice.next && toItem(choice.next),
      recommended: recommended.map(toItem),
    };
  };
}

/** The caller's date, which is at most one day from that of UTC; throws `invalid_fields` for any other. */
function todayOf(day: string | undefined, now: Date): string {
  const here = dayOf(now);
  if (day === undefined) return here;
  if (Math.abs(daysBetween(here, day)) <= 1) return day;
  throw new ApiError('invalid_fields', { errors: [{ field: 'day', code: 'invalid' }] });
}
