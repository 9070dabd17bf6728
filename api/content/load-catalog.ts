import type { Knex } from 'knex';
import type { Database } from '../platform/db/database.ts';
import type { Catalog, CatalogItem } from './catalog.ts';
import { searchTexts } from './searchable.ts';

/** Any number that no other program uses for its locks on the same database, and none that this one uses for others. */
const lockId = 7_291_034_418;

/**
 * Brings the catalogue in the database up to date: all of it or, where that fails, nothing. A session that is gone from
 * the catalogue is retired, and what was heard of it stays; one that comes back is listed again. Processes that start
 * together wait for one another. Resolves to whether anything had to be loaded.
 */
export async function loadCatalog(database: Database, catalog: Catalog): Promise<boolean> {
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
  return { ...item, search: searchTexts(item.words) };
}

function numbered<Item extends object>(items: readonly Item[]): (Item & { position: number })[] {
  return items.map((item, position) => ({ ...item, position }));
}

const upsertSessions = `
  INSERT INTO content (id, position, category, voice, topics, duration_seconds, words, search, image_url, audio)
  SELECT id, position, category, voice, topics, "durationSeconds", words, search, "imageUrl", audio
  FROM jsonb_to_recordset(?::jsonb) AS written (
    id text, position integer, category text, voice text, topics text[], "durationSeconds" integer, words jsonb,
    search jsonb, "imageUrl" text, audio jsonb
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
