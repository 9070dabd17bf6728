import { mkdir } from 'node:fs/promises';
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

/** PGlite writes `PG_VERSION` last, and makes a folder without it anew: a start that was killed does no harm. */
async function startPglite(folder: string): Promise<PGlite> {
  try {
    return await PGlite.create(folder);
  } catch (error) {
    throw new DatabaseError(
      `The embedded database in ${folder} can't be opened: ${String(error)}. ` +
        'Restore the folder from a backup, or move it away to start with an empty database.',
      { cause: error },
    );
  }
}
