import { mostSessions, weeksInPlan } from '../../../engine/run/plan-weeks.ts';
import type { Language } from '../../../schemas/api/values.ts';
import type { Database } from '../../platform/db/database.ts';
import type { ItemRow } from '../item.ts';
import { itemAsJson, joinProgress, place, quiz } from '../item-sql.ts';

/** What there is for a listener to choose from. */
export interface Choice {
  /** When access was granted first, as a day in UTC; null for never. */
  readonly accessSince: string | null;
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

export const mostRecommended = 3;

/** What there is to listen to for this user, in this language: by one query. */
export async function readChoice(database: Database, userId: string, locale: Language): Promise<Choice> {
  const values = [userId, locale];
  const [row] = await database.query<Choice>({ name: 'dashboard-choice', text: choiceText, values });
  return row!;
}

const topicWord = (name: 'title' | 'focus' | 'practice') => `label.words -> $2::text ->> '${name}'`;

// As scripts/plan-sessions.ts chooses them for the page of the plan.
const sessionsOfTopic = `
  SELECT coalesce(jsonb_agg(${itemAsJson} ORDER BY c.topics[1] <> label.id, c.position), '[]')
  FROM (
    SELECT * FROM content c WHERE c.retired_at IS NULL AND label.id = ANY (c.topics)
    ORDER BY c.topics[1] <> label.id, c.position LIMIT ${mostSessions}
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
    ORDER BY place, c.position LIMIT ${mostRecommended + mostSessions + 1}
  ) best JOIN content c ON c.id = best.id ${joinProgress}`;

const accessSince = `
  SELECT to_char(min(created_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD') FROM access_grants WHERE user_id = $1::uuid`;

/** One row; exported for the benchmark, which has it explained. */
export const choiceText = `
  WITH ${quiz}
  SELECT (${accessSince}) AS "accessSince", (${topics}) AS topics, (${next}) AS next, (${recommended}) AS recommended
  FROM quiz`;
