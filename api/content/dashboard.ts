import { dayIn, daysBetween } from './calendar.ts';
import { utcDay } from '../platform/utc-day.ts';
import {
  type ContentDependencies,
  createToItem,
  itemAsJson,
  type ItemRow,
  joinProgress,
  place,
  quiz,
  requireAccess,
} from './item.ts';
import type { Database } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/problem.ts';
import type { Handler } from '../platform/http/endpoint.ts';
import { maxSessions, planWeeks, weeksInPlan } from '../../engine/shop/plan-weeks.ts';
import type { dashboard, Dashboard } from '../../schemas/api/dashboard.ts';
import type { Language } from '../../schemas/api/values.ts';

/** What was listened to, the plan's week, and what comes next; no session is recommended that is named already. */
export function createDashboard(services: ContentDependencies): Handler<typeof dashboard> {
  const { database } = services;
  return async ({ user, locale, query }) => {
    requireAccess(user.user, services.now());
    const { timeZone = 'UTC' } = query;
    const today = todayOf({ day: query.day, timeZone }, services.now());
    const [listening, choice] = await Promise.all([
      readListening(database, user.user.id, today),
      readChoice(database, user.user.id, locale),
    ]);
    const since = choice.accessSince && dayIn(timeZone, choice.accessSince);
    const plan = planOfDay(choice.topics, { since: since ?? today, today });
    const named = new Set([choice.next, ...(plan?.sessions ?? [])].map((session) => session?.id));
    const recommended = choice.recommended.filter(({ id }) => !named.has(id)).slice(0, maxRecommended);
    const toItem = createToItem(services, { user, locale });
    return {
      ...listening,
      plan: plan && { ...plan, sessions: plan.sessions.map(toItem) },
      next: choice.next && toItem(choice.next),
      recommended: recommended.map(toItem),
    };
  };
}

interface Calendar {
  readonly day: string | undefined;
  readonly timeZone: string;
}

/** The caller's date, which is at most one day from that of UTC; throws `invalid_fields` for any other. */
function todayOf({ day, timeZone }: Calendar, now: Date): string {
  if (day === undefined) return dayIn(timeZone, now);
  if (Math.abs(daysBetween(utcDay(now), day)) <= 1) return day;
  throw new ApiError('invalid_fields', { errors: [{ field: 'day', code: 'invalid' }] });
}

/** The week of a plan, with sessions as they were read. */
type PlanOfDay = Omit<NonNullable<Dashboard['plan']>, 'sessions'> & { readonly sessions: readonly ItemRow[] };

interface DaysOfAccess {
  readonly since: string;
  readonly today: string;
}

/**
 * The plan's week on this day: weeks are counted from the first day of access, and the last one stays. Null without
 * topics. It names the sessions that the plan's page names.
 */
function planOfDay(topics: Choice['topics'], { since, today }: DaysOfAccess) {
  const weeks = planWeeks(topics, { of: ({ sessions }) => sessions, keyOf: ({ id }) => id });
  const number = 1 + Math.max(0, Math.floor(daysBetween(since, today) / 7));
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

/** What there is for a listener to choose from. */
interface Choice {
  /** When the access that was granted last, and what it followed without a gap, began; null: there was none. */
  readonly accessSince: Date | null;
  /** Of the quiz taken last, as many as a plan has weeks. */
  readonly topics: readonly ChoiceOfTopic[];
  /** In progress, and listened to last. */
  readonly next: ItemRow | null;
  /** Not finished, best first: enough to leave out those that are named elsewhere. */
  readonly recommended: readonly ItemRow[];
}

interface ChoiceOfTopic {
  readonly title: string;
  readonly focus: string;
  readonly practice: string;
  /** Those that are most about it first, as many as a week names. */
  readonly sessions: readonly ItemRow[];
}

const maxRecommended = 3;

/** What there is to listen to for this user, in this language: by one query. */
async function readChoice(database: Database, userId: string, locale: Language): Promise<Choice> {
  const values = [userId, locale];
  const [row] = await database.query<Choice>({ name: 'dashboard-choice', text: choiceText, values });
  return row!;
}

const topicWord = (name: 'title' | 'focus' | 'practice') => `label.words -> $2::text ->> '${name}'`;

// As scripts/build/catalog.ts chooses them for the page of the plan.
const sessionsOfTopic = `
  SELECT coalesce(jsonb_agg(${itemAsJson} ORDER BY c.topics[1] <> label.id, c.position), '[]')
  FROM (
    SELECT * FROM content c WHERE c.retired_at IS NULL AND label.id = ANY (c.topics)
    ORDER BY c.topics[1] <> label.id, c.position LIMIT ${maxSessions}
  ) c ${joinProgress}`;

const topics = `
  SELECT coalesce(jsonb_agg(jsonb_build_object(
    'title', ${topicWord('title')},
    'focus', ${topicWord('focus')},
    'practice', ${topicWord('practice')},
    'sessions', (${sessionsOfTopic})
  ) ORDER BY topic.place), '[]')
  FROM unnest(quiz.topics) WITH ORDINALITY AS topic (id, place)
  JOIN content_labels label ON label.kind = 'topic' AND label.id = topic.id
  WHERE topic.place <= ${weeksInPlan}`;

const next = `
  SELECT ${itemAsJson}
  FROM (
    SELECT * FROM content_progress WHERE user_id = $1::uuid AND status = 'in_progress' ORDER BY updated_at DESC LIMIT 1
  ) p JOIN content c ON c.id = p.content_id`;

const recommended = `
  SELECT coalesce(jsonb_agg(${itemAsJson} ORDER BY best.place, c.position), '[]')
  FROM (
    SELECT c.id, ${place} AS place FROM content c ${joinProgress}
    WHERE c.retired_at IS NULL AND p.status IS DISTINCT FROM 'finished'
    ORDER BY place, c.position LIMIT ${maxRecommended + maxSessions + 1}
  ) best JOIN content c ON c.id = best.id ${joinProgress}`;

// Less than a day is no gap: Stripe's word may come late, or somebody chooses the next plan on the day that one ends.
const accessSince = `
  SELECT max(created_at) FROM (
    SELECT created_at, max(least(greatest(ends_at, grace_ends_at), revoked_at)) OVER (
      ORDER BY created_at, id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
    ) AS earlier_until
    FROM access_grants WHERE user_id = $1::uuid
  ) AS each WHERE (created_at < earlier_until + interval '1 day') IS NOT TRUE`;

/** One row. */
const choiceText = `
  WITH ${quiz}
  SELECT (${accessSince}) AS "accessSince", (${topics}) AS topics, (${next}) AS next, (${recommended}) AS recommended
  FROM quiz`;

type ListeningFigures = Pick<Dashboard, 'streakDays' | 'heardSeconds' | 'finished' | 'days'>;

/** On a day that counts for the streak, at least so much was heard in all. */
const minStreakSeconds = 60;

/**
 * What a user has listened to. The streak is the days in a row with a minute or more, up to today or, as long as nothing
 * was heard today, yesterday.
 */
async function readListening(database: Database, userId: string, today: string): Promise<ListeningFigures> {
  const values = [userId, today];
  const [row] = await database.query<ListeningFigures>({ name: 'dashboard-heard', text: listeningText, values });
  return row!;
}

// Of days in a row, latest first, each is one day earlier than the one before: with its number added, all are the same.
const listeningText = `
  WITH days AS MATERIALIZED (
    SELECT day, sum(seconds) AS seconds FROM content_plays WHERE user_id = $1::uuid GROUP BY day
  ), numbered AS (
    SELECT day + row_number() OVER (ORDER BY day DESC)::integer AS run
    FROM days WHERE seconds >= ${minStreakSeconds} AND day <= $2::date
  ), week AS (
    SELECT $2::date - 6 + place AS day FROM generate_series(0, 6) AS place
  )
  SELECT
    (SELECT count(*) FROM numbered WHERE run = (SELECT max(run) FROM numbered WHERE run >= $2::date)) AS "streakDays",
    (SELECT coalesce(sum(seconds), 0)::bigint FROM days) AS "heardSeconds",
    (SELECT count(*) FROM content_progress WHERE user_id = $1::uuid AND status = 'finished') AS finished,
    (SELECT json_agg(json_build_object('day', week.day, 'heardSeconds', coalesce(days.seconds, 0)) ORDER BY week.day)
      FROM week LEFT JOIN days ON days.day = week.day) AS days`;
