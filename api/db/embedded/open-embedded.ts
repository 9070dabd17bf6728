import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { Log } from '../../log.ts';
import { DatabaseError, type Database } from '../database.ts';
import { connectEmbedded } from './connect-embedded.ts';
import { lockFolder } from './lock-folder.ts';

interface EmbeddedOptions {
  /** Made if it is missing. The database is in its folder `db`. */
  readonly dataDirectory: string;
  readonly log: Log;
}

/** Opens the database in the folder, alone; throws `DatabaseError` if another process has it open. */
export async function openEmbedded({ dataDirectory, log }: EmbeddedOptions): Promise<Database> {
  const folder = join(dataDirectory, 'db');
  await mkdir(dataDirectory, { recursive: true });
  const unlock = await lockFolder(folder);
  try {
    const pglite = await startPglite(folder);
    const afterClose = async () => {
      await pglite.close();
      await unlock();
    };
    return await connectEmbedded({ pglite, log, afterClose });
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** A process that is killed while it makes the folder leaves one that no database can start from. */
async function startPglite(folder: string): Promise<PGlite> {
  const unfinished = `${folder}.unfinished`;
  if (existsSync(unfinished)) await rm(folder, { recursive: true, force: true });
  const isNew = !existsSync(folder);
  if (isNew) await writeFile(unfinished, '');
  try {
    const pglite = await PGlite.create(folder);
    if (isNew || existsSync(unfinished)) await rm(unfinished, { force: true });
    return pglite;
  } catch (error) {
    throw new DatabaseError(
      `The embedded database in ${folder} can't be opened: ${String(error)}. ` +
        'Restore the folder from a backup, or move it away to start with an empty database.',
      { cause: error },
    );
  }
}
