import { readFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { inject } from 'vitest';
import type { Database } from '../../api/platform/db/database.ts';
import { connectEmbedded } from '../../api/platform/db/embedded/connect-embedded.ts';
import { createLog } from '../../api/log.ts';

/** Emptied and used again: to start one takes long. */
const free: PGlite[] = [];

/** A fresh, migrated embedded database in memory. */
export async function openFreshEmbedded(): Promise<Database> {
  const pglite = free.pop() ?? (await start());
  const schema = await readSchema(pglite);
  const afterClose = async () => {
    if ((await readSchema(pglite)) === schema) await empty(pglite);
    else await pglite.close();
    if (!pglite.closed) free.push(pglite);
  };
  return connectEmbedded({ pglite, log: createLog('silent'), afterClose });
}

async function start(): Promise<PGlite> {
  return PGlite.create({ loadDataDir: new Blob([await readFile(inject('embeddedImage'))]) });
}

/** Tells whether a test has changed what it leaves behind beside rows. */
async function readSchema(pglite: PGlite): Promise<string> {
  const { rows } = await pglite.query(`
    SELECT 'table', table_name::text, column_name::text FROM information_schema.columns WHERE table_schema = 'public'
    UNION ALL SELECT 'migration', name, '' FROM migrations
    ORDER BY 1, 2, 3
  `);
  return JSON.stringify(rows);
}

async function empty(pglite: PGlite): Promise<void> {
  await pglite.exec(`
    DO $$ DECLARE tables text; BEGIN
      SELECT string_agg(quote_ident(tablename), ', ') INTO tables
        FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'migrations';
      EXECUTE 'TRUNCATE ' || tables || ' RESTART IDENTITY CASCADE';
    END $$
  `);
}
