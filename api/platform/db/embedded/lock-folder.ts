import { randomBytes } from 'node:crypto';
import { closeSync, openSync, statSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { DatabaseError } from '../database.ts';

interface LockOptions {
  /** How long one that is just ending is waited for. Default: 2,000. */
  readonly timeoutMilliseconds?: number;
  /**
   * What is said where another process stays: `holder` is such as “another process (42, …)”. Default: that it has the
   * embedded database.
   */
  readonly explain?: (holder: string) => string;
}

/**
 * Keeps other processes out of a folder until the returned function is called. Throws `DatabaseError` if another one is
 * in and stays.
 *
 * Each process that wants in listens on a socket of its own in `<folder>.lock`, then looks at all others there: one that
 * can be connected to is alive. That is what the kernel says, so it also holds for other containers, where process ids
 * mean nothing, and for a process that is suspended; and nothing of a killed one is left that has to expire. Two that
 * start at once see each other, so there is never more than one in.
 */
export async function lockFolder(folder: string, options: LockOptions = {}): Promise<() => Promise<void>> {
  const { timeoutMilliseconds = 2_000, explain = (holder) => explainDatabase(folder, holder) } = options;
  await makeRoom(folder);
  const room = openRoom(folder);
  const deadline = performance.now() + timeoutMilliseconds;
  try {
    for (;;) {
      const leave = (await findLiving(room)).length === 0 ? await enter(room, deadline) : null;
      if (leave) return leave;
      if (performance.now() > deadline) throw new DatabaseError(explain(await nameHolder(room)));
      await wait(50);
    }
  } catch (error) {
    room.close();
    throw error;
  }
}

/** The folder in which processes stand that are in, or want in: a file of each, next to its socket. */
interface Room {
  readonly path: string;
  /** What the process of this name listens on. */
  readonly socketOf: (name: string) => string;
  readonly close: () => void;
}

/** A socket's address has 108 bytes on Linux, 104 on macOS, with a zero at the end. */
const maxSocketLength = 103;

async function makeRoom(folder: string): Promise<void> {
  const path = `${folder}.lock`;
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (isFolder(path)) return;
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new DatabaseError(
      `${path} was made by an older version of this program. ` +
        'Stop its server if it still runs, then remove that file.',
    );
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function openRoom(folder: string): Room {
  const path = `${folder}.lock`;
  const socketOf = (name: string) => join(path, `${name}.sock`);
  if (process.platform === 'win32')
    return { path, close: nothing, socketOf: (name) => `\\\\.\\pipe\\mind-reset-${name}` };
  if (Buffer.byteLength(socketOf(newName())) <= maxSocketLength) return { path, close: nothing, socketOf };
  if (process.platform !== 'linux') throw new DatabaseError(`The path of ${path} is too long: use a shorter DATA_DIR.`);
  const descriptor = openSync(path, 'r');
  return {
    path,
    socketOf: (name) => `/proc/self/fd/${descriptor}/${name}.sock`,
    close: () => closeSync(descriptor),
  };
}

const nothing = (): void => undefined;

function newName(): string {
  return randomBytes(8).toString('hex');
}

/** All processes in the room but one. What dead ones have left is removed: a name is never used twice. */
async function findLiving(room: Room, own?: string): Promise<readonly string[]> {
  const names = (await readdir(room.path)).filter((name) => name !== own && !name.endsWith('.sock'));
  const living: string[] = [];
  for (const name of names) {
    if (await isAlive(room.socketOf(name))) living.push(name);
    else await removeTraces(room, name);
  }
  return living;
}

async function removeTraces({ path }: Room, name: string): Promise<void> {
  await rm(join(path, name), { force: true });
  await rm(join(path, `${name}.sock`), { force: true });
}

/** Whether a process listens there. Where that isn't known, as the socket is another user's, it counts as alive. */
function isAlive(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(socket);
    connection.once('connect', () => {
      connection.destroy();
      resolve(true);
    });
    connection.once('error', ({ code }: NodeJS.ErrnoException) =>
      resolve(code !== 'ECONNREFUSED' && code !== 'ENOENT'),
    );
  });
}

/**
 * Shows itself, and resolves to what ends that once no other process is there; to null where one is. Of several that
 * show themselves at once the one with the first name stays, and waits until the others have withdrawn.
 */
async function enter(room: Room, deadline: number): Promise<(() => Promise<void>) | null> {
  const name = newName();
  const server = createServer((connection) => connection.destroy()).unref();
  const withdraw = async () => {
    await removeTraces(room, name);
    server.close();
  };
  try {
    await listenOn(server, room.socketOf(name));
    // Only now, as one that is seen and does not listen would be taken for dead.
    await writeFile(join(room.path, name), String(process.pid), { mode: 0o600 });
    for (;;) {
      const others = await findLiving(room, name);
      if (others.length === 0) break;
      if (others.some((other) => other < name) || performance.now() > deadline) {
        await withdraw();
        return null;
      }
      await wait(10);
    }
  } catch (error) {
    await withdraw();
    throw error;
  }
  return async () => {
    await withdraw();
    room.close();
  };
}

function listenOn(server: Server, socket: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(socket, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

async function nameHolder(room: Room): Promise<string> {
  const [name = ''] = await findLiving(room);
  const number = await readFile(join(room.path, name), 'utf8').catch(() => '');
  return `another process${number && ` (${number}, as its system counts)`}`;
}

/** What is said where another process stays that has the embedded database of this folder. */
export const explainDatabase = (folder: string, holder: string): string =>
  `The embedded database in ${folder} is in use by ${holder}. ` +
  'Stop that process, or use another DATA_DIR, or a PostgreSQL server by DATABASE_URL.';
