import type { SignedIn } from '../platform/http/endpoint.ts';
import { issueAudioUrl } from './audio/address.ts';
import type { Keys } from '../platform/keys.ts';
import type { Database } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/problem.ts';
import { weeksInPlan } from '../../engine/shop/plan-weeks.ts';
import type { ContentItem } from '../../schemas/api/content.ts';
import type { Language, User } from '../../schemas/api/values.ts';

/** A session as `itemAsJson` selects it: times are as PostgreSQL writes them. */
export type ItemRow = Omit<ContentItem, 'audioUrl'>;

/** Who looks at a session, in which language. */
interface Viewer {
  readonly user: SignedIn;
  readonly locale: Language;
}

/** Makes of rows what the viewer gets, with addresses of audio that are good from now on. */
export function createToItem({ keys, now }: ContentDependencies, viewer: Viewer): (row: ItemRow) => ContentItem {
  const { user, loginId } = viewer.user;
  const ticket = { userId: user.id, loginId, locale: viewer.locale, now: now() };
  return (row) => ({
    ...row,
    startedAt: toInstant(row.startedAt),
    finishedAt: toInstant(row.finishedAt),
    audioUrl: issueAudioUrl(keys.audioAddress, { contentId: row.id, ...ticket }),
  });
}

function toInstant(time: string | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

/** All that the calls about sessions need from outside. */
export interface ContentDependencies {
  readonly database: Database;
  /** For the addresses of audio. */
  readonly keys: Pick<Keys, 'audioAddress'>;
  readonly now: () => Date;
}

/** Throws `no_access` unless the user may listen at this moment. */
export function requireAccess({ accessTo }: Pick<User, 'accessTo'>, now: Date): void {
  if (accessTo === null || Date.parse(accessTo) <= now.getTime()) throw new ApiError('no_access');
}

/**
 * Pieces of the statements that read sessions for a listener. In all of them `$1` is the user's id, `$2` the locale, `c`
 * a row of `content`, `p` the listener's progress in it, and `quiz` what the quiz taken last has found.
 */

/** Table expression: one row, with the topics of the outcome of the quiz taken last. */
export const quiz = `
  quiz AS MATERIALIZED (
    SELECT coalesce((
      SELECT v.topics FROM visits v WHERE v.user_id = $1::uuid ORDER BY v.created_at DESC LIMIT 1
    ), '{}') AS topics
  )`;

export const joinProgress = 'LEFT JOIN content_progress p ON p.content_id = c.id AND p.user_id = $1::uuid';

/** Whether the listener has marked the session. */
export const isFavouriteSql =
  'EXISTS (SELECT FROM content_favourites f WHERE f.user_id = $1::uuid AND f.content_id = c.id)';

const weeks = Array.from({ length: weeksInPlan }, (_, index) => index + 1);

/** The first week of the plan whose topic the session is about, from 1; null where there is none. */
export const week = `CASE ${weeks.map((n) => `WHEN quiz.topics[${n}] = ANY (c.topics) THEN ${n}`).join(' ')} END`;

/**
 * The place of the session's topics among those of the quiz, from 1; null for a session that is not recommended. The
 * first places are asked for one by one: a subquery for every session would take as long as all the rest.
 */
export const place = `
  CASE WHEN c.topics && quiz.topics THEN
    coalesce(${week}, (SELECT min(array_position(quiz.topics, topic)) FROM unnest(c.topics) AS topic))
  END`;

/** An `ItemRow`. */
export const itemAsJson = `
  jsonb_build_object(
    'id', c.id,
    'title', c.words -> $2::text ->> 'title',
    'summary', c.words -> $2::text ->> 'summary',
    'opening', coalesce(c.words -> $2::text -> 'opening', '[]'),
    'category', c.category,
    'voice', c.voice,
    'speaker', c.speaker ->> $2::text,
    'durationSeconds', c.duration_seconds,
    'status', coalesce(p.status, 'not_started'),
    'positionSeconds', coalesce(p.position_seconds, 0),
    'startedAt', p.started_at,
    'finishedAt', p.finished_at,
    'imageUrl', c.image_url,
    'recommended', c.topics && quiz.topics,
    'favourite', ${isFavouriteSql},
    'week', ${week}
  )`;
