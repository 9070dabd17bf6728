import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { DatabaseError } from '../database.ts';
import { isRunning, processIdentity } from './process-identity.ts';

interface Holder {
  readonly pid: number;
  readonly identity: string | null;
}

/** How long one that is just ending (stopped, or killed) is waited for, in milliseconds. */
const PATIENCE = 2_000;

/**
 * Keeps other processes out of a folder, by the file `<folder>.lock`, until the returned function is called. Throws
 * `DatabaseError` if another one is in and stays. The lock of a process that is gone is taken over.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = `${folder}.lock`;
  const own = JSON.stringify({ pid: process.pid, identity: processIdentity(process.pid), key: randomUUID() });
  const deadline = performance.now() + PATIENCE;
  while (!(await create(path, own))) {
    const found = await readIfThere(path);
    if (found === undefined) continue;
    const holder = parseHolder(found);
    if (!holder || !isRunning(holder)) await removeStale(path, found);
    else if (holder.pid === process.pid || performance.now() > deadline) throw occupied(folder, path, holder);
    else await wait(50);
  }
  return async () => {
    if ((await readIfThere(path)) === own) await rm(path, { force: true });
  };
}

/** The process that keeps others out of a folder now; undefined where nobody does. */
export async function findHolder(folder: string): Promise<number | undefined> {
  const holder = parseHolder((await readIfThere(`${folder}.lock`)) ?? '');
  return holder && isRunning(holder) ? holder.pid : undefined;
}

function occupied(folder: string, path: string, { pid }: Holder): DatabaseError {
  return new DatabaseError(
    `The embedded database in ${folder} is in use by process ${pid}. ` +
      'Stop that process, or use another DATA_DIR, or a PostgreSQL server by DATABASE_URL. ' +
      `If that process is no server of this kind, remove ${path}.`,
  );
}

/** Makes the file whole or not at all; `false` if there is one already. */
async function create(path: string, text: string): Promise<boolean> {
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, text, { flag: 'wx' });
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Another process may do the same just now: what it has put in the stale one's place is put back. */
async function removeStale(path: string, stale: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if ((await readFile(aside, 'utf8')) !== stale) await link(aside, path);
  await rm(aside, { force: true });
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** `undefined` if the file is none of ours. */
function parseHolder(text: string): Holder | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isHolder = typeof value === 'object' && value !== null && 'pid' in value && typeof value.pid === 'number';
    return isHolder ? (value as Holder) : undefined;
  } catch {
    return undefined;
  }
}
