import type { Knex } from 'knex';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../platform/db/database.ts';
import { catalogFile, SiteError } from '../platform/site/manifest.ts';
import type { Locale, TopicWords } from '../../engine/model.ts';

/**
 * The catalogue of sessions as the build publishes it for the server: `catalog.json` at the root of a built site, beside
 * `pages.json` and served as little.
 */
export interface CatalogFile {
  /** Of all that follows: another hash, another catalogue. */
  readonly hash: string;
  /** Of each kind in the order in which they are listed. */
  readonly labels: readonly CatalogLabel[];
  /** In the order in which they are listed. */
  readonly sessions: readonly CatalogItem[];
}

export interface CatalogLabel {
  readonly kind: 'category' | 'voice' | 'topic';
  readonly id: string;
  readonly words: Readonly<Record<Locale, { readonly title: string } & Partial<TopicWords>>>;
}

export interface CatalogItem {
  readonly id: string;
  readonly category: string;
  readonly voice: string;
  /** The first is what the session is most about. */
  readonly topics: readonly string[];
  readonly durationSeconds: number;
  readonly words: Readonly<
    Record<Locale, { readonly title: string; readonly summary: string; readonly opening?: readonly string[] }>
  >;
  /** Path from the root of the site. */
  readonly imageUrl: string;
  /** By locale, a file in the folder of recordings or an https address; null where the audio is made by the server. */
  readonly audio: Readonly<Record<Locale, string>> | null;
  /** By locale, who speaks in the recording; null where there is none. */
  readonly speaker: Readonly<Record<Locale, string>> | null;
}

/** The files that these sessions name as their recordings, each once. */
export function recordingsOf(sessions: readonly Pick<CatalogItem, 'audio'>[]): readonly string[] {
  const names = sessions.flatMap(({ audio }) => Object.values(audio ?? {}));
  return [...new Set(names)].filter((name) => !URL.canParse(name));
}

const rebuild = 'Build the site again: npm run build';

/** Reads the catalogue of a built site; throws a `SiteError` where it is missing or broken. */
export async function readCatalog(siteDirectory: string): Promise<CatalogFile> {
  const path = join(siteDirectory, catalogFile);
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new SiteError(`The catalogue of sessions ${path} can't be read. ${rebuild}`, { cause: error });
  });
  try {
    const value: unknown = JSON.parse(text);
    if (isCatalog(value)) return value;
  } catch (error) {
    throw new SiteError(`${path} is not JSON. ${rebuild}`, { cause: error });
  }
  throw new SiteError(`${path} is not a catalogue of sessions. ${rebuild}`);
}

/** Whether the outline is there: the build has checked what is in it. */
function isCatalog(value: unknown): value is CatalogFile {
  if (typeof value !== 'object' || value === null) return false;
  const { hash, labels, sessions } = value as Partial<Record<keyof CatalogFile, unknown>>;
  return typeof hash === 'string' && hash !== '' && Array.isArray(labels) && Array.isArray(sessions);
}

/** Any number that no other program uses for its locks on the same database, and none that this one uses for others. */
const lockId = 7_291_034_418;

/**
 * Brings the catalogue in the database up to date: all of it or, where that fails, nothing. A session that is gone from
 * the catalogue is retired, and what was heard of it stays; one that comes back is listed again. Processes that start
 * together wait for one another. Resolves to whether anything had to be loaded.
 */
export async function loadCatalog(database: Database, catalog: CatalogFile): Promise<boolean> {
  if ((await readHash(database.knex)) === catalog.hash) return false;
  return database.knex.transaction(async (transaction) => {
    await transaction.raw('SELECT pg_advisory_xact_lock(?)', [lockId]);
    if ((await readHash(transaction)) === catalog.hash) return false;
    await transaction.raw(upsertSessions, [JSON.stringify(numbered(catalog.sessions.map(toRow)))]);
    await transaction.raw(retireOthers, [JSON.stringify(catalog.sessions.map(({ id }) => id))]);
    await transaction.raw('DELETE FROM content_labels');
    await transaction.raw(insertLabels, [JSON.stringify(numbered(catalog.labels))]);
    await transaction.raw(writeHash, [catalog.hash]);
    return true;
  });
}

async function readHash(knex: Knex): Promise<string | undefined> {
  const row = await knex('content_catalog').first<{ hash: string } | undefined>('hash');
  return row?.hash;
}

function toRow(item: CatalogItem): object {
  return { ...item, search: searchTexts(item.words, item.speaker) };
}

function numbered<Item extends object>(items: readonly Item[]): (Item & { position: number })[] {
  return items.map((item, position) => ({ ...item, position }));
}

const upsertSessions = `
  INSERT INTO content (id, position, category, voice, topics, duration_seconds, words, search, image_url, audio, speaker)
  SELECT id, position, category, voice, topics, "durationSeconds", words, search, "imageUrl", audio, speaker
  FROM jsonb_to_recordset(?::jsonb) AS written (
    id text, position integer, category text, voice text, topics text[], "durationSeconds" integer, words jsonb,
    search jsonb, "imageUrl" text, audio jsonb, speaker jsonb
  )
  ON CONFLICT (id) DO UPDATE SET
    position = excluded.position,
    category = excluded.category,
    voice = excluded.voice,
    topics = excluded.topics,
    duration_seconds = excluded.duration_seconds,
    words = excluded.words,
    search = excluded.search,
    image_url = excluded.image_url,
    audio = excluded.audio,
    speaker = excluded.speaker,
    retired_at = NULL
`;

const retireOthers = `
  UPDATE content SET retired_at = now()
  WHERE retired_at IS NULL AND id NOT IN (SELECT jsonb_array_elements_text(?::jsonb))
`;

const insertLabels = `
  INSERT INTO content_labels (kind, id, position, words)
  SELECT kind, id, position, words
  FROM jsonb_to_recordset(?::jsonb) AS written (kind text, id text, position integer, words jsonb)
`;

const writeHash = `
  INSERT INTO content_catalog (hash) VALUES (?)
  ON CONFLICT (one_row) DO UPDATE SET hash = excluded.hash, loaded_at = now()
`;

/** Text as a search compares it: without accents and case, and with the apostrophe that keyboards have. */
export function searchable(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll('’', "'");
}

/** What a session is found by, in each locale. */
export function searchTexts(
  words: CatalogItem['words'],
  speaker: CatalogItem['speaker'] = null,
): Record<Locale, string> {
  return Object.fromEntries(
    Object.entries(words).map(([locale, { title, summary }]) => [
      locale,
      searchable([title, summary, speaker?.[locale] ?? ''].join('\n')),
    ]),
  );
}

/** Patterns of `LIKE` that all have to match: one for each word that is searched for, whatever stands in it. */
export function searchPatterns(search: string): string[] {
  return wordsOf(search).map((word) => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);
}

/** The words that are searched for, each once. */
export function wordsOf(search: string): string[] {
  return [...new Set(searchable(search).split(/\s+/).filter(Boolean))];
}
