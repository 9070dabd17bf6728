import { expect, it } from 'vitest';
import { insertUser } from '../../api/accounts/users.ts';
import type { CatalogFile, CatalogItem } from '../../api/content/catalog.ts';
import { loadCatalog } from '../../api/content/catalog.ts';
import type { Database } from '../../api/platform/db/database.ts';
import { smallCatalog } from '../harness/small-site.ts';
import { describePostgres, openAgain } from '../harness/databases.ts';

const [sinking, slower] = smallCatalog.sessions as readonly [CatalogItem, CatalogItem];

/** The small catalogue with other sessions, under another hash. */
const withSessions = (hash: string, ...sessions: readonly CatalogItem[]): CatalogFile => ({
  ...smallCatalog,
  hash,
  sessions,
});

async function listed(database: Database): Promise<readonly string[]> {
  return database.knex('content').whereNull('retired_at').orderBy('position').pluck<string[]>('id');
}

describePostgres('the catalogue', (open) => {
  it('is loaded as the build wrote it', async () => {
    const database = await open();
    const recorded = {
      ...slower,
      audio: { en: 'slower.mp3', es: 'es/slower.mp3' },
      speaker: { en: 'Ada', es: 'Eva' },
      topics: ['wind-down', 'deep-sleep'],
    };
    expect(await loadCatalog(database, withSessions('with a recording', sinking, recorded))).toBe(true);
    const rows = await database.knex('content').orderBy('position');
    expect(rows).toMatchObject([
      { id: 'sinking-slowly', duration_seconds: 1320, words: sinking.words, audio: null, retired_at: null },
      {
        id: 'a-little-slower',
        topics: recorded.topics,
        image_url: slower.imageUrl,
        audio: recorded.audio,
        speaker: recorded.speaker,
      },
    ]);
    const labels = await database.knex('content_labels').select('kind', 'id', 'words').orderBy('position');
    expect(labels).toEqual(smallCatalog.labels);
  });

  it('is loaded again only where something has changed, and then all of it is as it is now', async () => {
    const database = await open();
    await loadCatalog(database, smallCatalog);
    expect(await loadCatalog(database, smallCatalog)).toBe(false);

    const words = { ...slower.words, en: { title: 'Slower', summary: 'What is it like?' } };
    const labels = smallCatalog.labels.slice(1);
    const changed = { ...withSessions('other', { ...slower, words }, sinking), labels };
    expect(await loadCatalog(database, changed)).toBe(true);
    expect(await listed(database)).toEqual(['a-little-slower', 'sinking-slowly']);
    expect(await database.knex('content').where({ id: 'a-little-slower' }).first('words')).toEqual({ words });
    expect(await database.knex('content_labels').orderBy('position').pluck('id')).toEqual(['waves', 'deep-sleep']);
  });

  it('keeps the listening of a session that is gone, and has it when the session is back', async () => {
    const database = await open();
    await loadCatalog(database, smallCatalog);
    const ana = {
      email: 'ana@example.com',
      firstName: 'Ana',
      language: 'es',
      passwordHash: 'none',
      promo: {},
    } as const;
    const userId = await insertUser(database.knex, ana);
    const progress = { user_id: userId, content_id: 'a-little-slower', status: 'in_progress', position_seconds: 90 };
    await database.knex('content_progress').insert(progress);

    await loadCatalog(database, withSessions('without', sinking));
    expect(await listed(database)).toEqual(['sinking-slowly']);
    await loadCatalog(database, smallCatalog);
    expect(await listed(database)).toEqual(['sinking-slowly', 'a-little-slower']);
    expect(await database.knex('content_progress')).toMatchObject([progress]);
  });

  it('stays as it was where another can not be loaded', async () => {
    const database = await open();
    await loadCatalog(database, smallCatalog);
    const retitled = { ...sinking, words: slower.words };
    const broken = withSessions('broken', retitled, { ...slower, category: null as unknown as string });
    await expect(loadCatalog(database, broken)).rejects.toThrow('category');
    expect(await database.knex('content').where({ id: 'sinking-slowly' }).first('words')).toEqual({
      words: sinking.words,
    });
    expect(await loadCatalog(database, smallCatalog)).toBe(false);
  });
});

describePostgres('the catalogue', (open) => {
  it('is loaded once by two processes that start together', async () => {
    const database = await open();
    const other = await openAgain(database);
    const loaded = await Promise.all([loadCatalog(database, smallCatalog), loadCatalog(other, smallCatalog)]);
    expect(loaded.sort()).toEqual([false, true]);
    expect(await listed(database)).toHaveLength(2);
  });
});
