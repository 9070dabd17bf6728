import type { Knex } from 'knex';
import { createContentEndpoints } from '../../api/content/content.ts';
import { searchTexts } from '../../api/content/catalog.ts';
import type { Database } from '../../api/platform/db/database.ts';
import { checkTexts } from '../../api/platform/http/check.ts';
import { createKeys } from '../../api/platform/keys.ts';
import type { Call } from '../../schemas/api/call.ts';
import * as calls from '../../schemas/api/content.ts';
import { dashboard, type Dashboard } from '../../schemas/api/dashboard.ts';
import type { Language, User } from '../../schemas/api/values.ts';
import { makeCall, signedIn } from '../harness/api-calls.ts';

/** A moment at which it is the 10th in all the world. */
export const noon = new Date('2026-05-10T11:00:00Z');
export const keys = createKeys('a secret of at least thirty-two characters');

/** What a call is made with, as it comes over the wire. */
interface Asked {
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
  readonly locale?: Language;
}

/** The calls about sessions on this database, checked as the router checks them, at a moment that tests choose. */
export function runContent(database: Database) {
  const statements: string[] = [];
  const query: Database['query'] = (statement) => {
    statements.push(statement.name);
    return database.query(statement);
  };
  const clock = { now: noon };
  const endpoints = createContentEndpoints({ database: { ...database, query }, keys, now: () => clock.now });

  async function ask<Reply>(call: Call, user: User, params: object, { query = {}, locale = 'en' }: Asked) {
    const checked = call.query === undefined ? undefined : checkTexts(call.query)(query);
    return makeCall<Reply>(endpoints, call, { user: signedIn(user), params, query: checked, locale });
  }

  return {
    clock,
    /** Names of the statements that were run. */
    statements,
    list: (user: User, query: Asked['query'] = {}, locale: Language = 'en') =>
      ask<calls.ContentList>(calls.listContent, user, {}, { query, locale }),
    one: (user: User, id: string, locale: Language = 'en') =>
      ask<calls.ContentItem>(calls.readContent, user, { id }, { locale }),
    start: (user: User, id: string, query: Asked['query'] = {}) =>
      ask<calls.ListeningProgress>(calls.startContent, user, { id }, { query }),
    finish: (user: User, id: string, query: Asked['query'] = {}) =>
      ask<calls.ListeningProgress>(calls.finishContent, user, { id }, { query }),
    favourite: (user: User, id: string) => ask<undefined>(calls.addFavourite, user, { id }, {}),
    unfavourite: (user: User, id: string) => ask<undefined>(calls.removeFavourite, user, { id }, {}),
    dashboard: (user: User, day?: string, timeZone?: string) => {
      const query = { ...(day !== undefined && { day }), ...(timeZone !== undefined && { timeZone }) };
      return ask<Dashboard>(dashboard, user, {}, { query });
    },
  };
}

let members = 0;

/** Somebody whose quiz found these topics, and who may listen for a year. */
export async function addListener({ knex }: Database, { topics }: { topics?: readonly string[] } = {}): Promise<User> {
  const email = `listener-${++members}@example.org`;
  const row = { email, password_hash: 'x', agreed_at: knex.fn.now() };
  const [added] = await knex('users').insert(row).returning<{ id: string; unsubscribe_id: string }[]>('*');
  const { id, unsubscribe_id: unsubscribeId } = added!;
  if (topics) await addVisit(knex, id, topics);
  const about = { firstName: '', language: 'en', emailVerified: false, emailSubscribed: true } as const;
  return {
    id,
    email,
    unsubscribeId,
    role: 'member',
    pastDue: false,
    ...about,
    topic: topics?.[0] ?? null,
    accessTo: '2027-05-10T00:00:00.000Z',
  };
}

/** A quiz that found these topics. */
export async function addVisit(knex: Knex, userId: string, topics: readonly string[], at = noon): Promise<void> {
  const visit = { funnel: 'sleep-issues', version: '1', answers: '{}', input: '{}', outcome: 'only' };
  await knex('visits').insert({ ...visit, user_id: userId, topics: [...topics], created_at: at });
}

interface AddedSession {
  readonly id: string;
  readonly category?: string;
  readonly voice?: string;
  readonly topics?: readonly string[];
  /** Title and summary. */
  readonly en?: readonly [string, string];
  readonly es?: readonly [string, string];
  /** In Spanish; there is none in English. */
  readonly opening?: readonly string[];
  readonly speaker?: Readonly<Record<Language, string>>;
  readonly retired?: boolean;
}

/** A catalogue of these sessions, each of 20 minutes, in this order. */
export async function addSessions({ knex }: Database, sessions: readonly AddedSession[]): Promise<void> {
  const rows = sessions.map(({ id, en, es, opening, speaker = null, retired, ...about }, position) => {
    const { category = 'sleep', voice = 'rain', topics = [] } = about;
    const [title, summary] = en ?? [id, ''];
    const spanish = { title: es?.[0] ?? title, summary: es?.[1] ?? summary, ...(opening && { opening }) };
    const words = { en: { title, summary }, es: spanish };
    return {
      id,
      position,
      category,
      voice,
      topics: [...topics],
      duration_seconds: 1_200,
      words: JSON.stringify(words),
      search: JSON.stringify(searchTexts(words, speaker)),
      speaker: speaker && JSON.stringify(speaker),
      image_url: `/assets/pictures/${id}.svg`,
      retired_at: retired ? noon : null,
    };
  });
  await knex('content').insert(rows);
}

const wordsOf = (title: string) => ({ title, focus: `Focus on ${title}.`, practice: `Practise ${title}.` });

/** Words of categories, voices and topics: each is called after its id, in Spanish with an exclamation mark. */
export async function addLabels({ knex }: Database, ids: Readonly<Record<string, readonly string[]>>): Promise<void> {
  const rows = Object.entries(ids).flatMap(([kind, ids]) =>
    ids.map((id, position) => {
      return { kind, id, position, words: JSON.stringify({ en: wordsOf(id), es: wordsOf(`¡${id}!`) }) };
    }),
  );
  await knex('content_labels').insert(rows);
}

/** Removes all sessions, what was listened to of them, and all labels. */
export async function removeCatalogue({ knex }: Database): Promise<void> {
  await knex.raw('TRUNCATE content, content_labels CASCADE');
}
