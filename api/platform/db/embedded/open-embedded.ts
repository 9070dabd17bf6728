import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { explainDiskError } from '../../data-directory.ts';
import { explainShortage } from '../../shortage.ts';
import { type Database, DatabaseError } from '../database.ts';
import { Bridge } from './bridge.ts';
import { explainDatabase, lockFolder } from './lock-folder.ts';
import { canListenIn, createEmbedded, listenIn } from './socket.ts';
import type { Log } from '../../log.ts';

interface EmbeddedOptions {
  /** Made if it is missing. The database is in its folder `db`. */
  readonly dataDirectory: string;
  readonly log: Log;
}

/** Opens the database in the folder, alone, and lets commands connect to it; throws `DatabaseError` if another process has it open, it is broken, or disk or memory fail. */
export async function openEmbedded(options: EmbeddedOptions): Promise<Database> {
  try {
    return await openAlone(options);
  } catch (error) {
    const cause = error instanceof DatabaseError ? error.cause : error;
    const sentence = explainShortage(cause) ?? explainDiskError(cause, options.dataDirectory);
    throw sentence === null ? error : new DatabaseError(sentence, { cause: error });
  }
}

async function openAlone({ dataDirectory, log }: EmbeddedOptions): Promise<Database> {
  const folder = join(dataDirectory, 'db');
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  const isReachable = canListenIn(dataDirectory);
  const explain = (holder: string) => explainDatabase(folder, holder) + (isReachable ? '' : unreachable);
  const unlock = await lockFolder(folder, { explain });
  try {
    const pglite = await startPglite(folder);
    const afterClose = async () => {
      await pglite.close();
      await unlock();
    };
    return await connectEmbedded({ pglite, log, afterClose, ...(isReachable && { listensIn: dataDirectory }) });
  } catch (error) {
    await unlock();
    throw error;
  }
}

const unreachable = ' A command can’t connect to it there: the path of DATA_DIR is too long for a socket.';

/** All of its cache is memory of this process from the start: by default 160 MB, which the system's own cache holds as well. */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB'];

/** PGlite writes `PG_VERSION` last, and makes a folder without it again: a start that was killed does no harm. */
async function startPglite(folder: string): Promise<PGlite> {
  try {
    return await PGlite.create({ fs: new PrivateFiles(folder), startParams });
  } catch (error) {
    const reason = messageOf(error);
    const remedy = brokenFolder.test(reason)
      ? ' Restore the folder from a backup, or move it away to start with an empty database.'
      : '';
    throw new DatabaseError(`The embedded database in ${folder} can't be opened: ${reason}.${remedy}`, {
      cause: error,
    });
  }
}

/** How PGlite fails where PostgreSQL stops at what it finds in its files. Whatever else fails, the folder may be whole. */
const brokenFolder = /^(?:PGlite failed to initialize properly|Aborted\(\))/;

type Options = Parameters<NodeFS['init']>[1];
type Module = Parameters<NonNullable<Options['preRun']>[number]>[0];

/** For this user only: its WebAssembly gives new files the rights that it was built with, whatever the umask is. */
class PrivateFiles extends NodeFS {
  override init(pglite: PGlite, options: Options): ReturnType<NodeFS['init']> {
    return super.init(pglite, { ...options, preRun: [...(options.preRun ?? []), hideFiles] });
  }
}

function hideFiles({ FS }: Module): void {
  const { chmod } = FS;
  FS.chmod = (file: unknown, mode: number): unknown => chmod(file, mode & ~0o077);
}

/** What its WebAssembly throws is not always an `Error`. */
function messageOf(error: unknown): string {
  const hasMessage = typeof error === 'object' && error !== null && 'message' in error;
  return hasMessage ? String(error.message) : JSON.stringify(error);
}

interface ConnectOptions {
  readonly pglite: PGlite;
  readonly log: Log;
  /** Default: 5,000. */
  readonly timeoutMilliseconds?: number;
  /** The folder in which other processes can connect to it too. Default: they can't. */
  readonly listensIn?: string;
  readonly afterClose?: () => Promise<void>;
}

/** Connects Knex and the ordinary driver to a PGlite that runs. From then on nothing else may use it. */
export async function connectEmbedded(parts: ConnectOptions): Promise<Database> {
  const { pglite, log, timeoutMilliseconds = 5_000, listensIn, afterClose } = parts;
  await pglite.exec("SET TIME ZONE 'UTC'");
  const bridge = new Bridge({ execute: (bytes) => pglite.execProtocolRaw(bytes), timeoutMilliseconds });
  const stopListening = listensIn === undefined ? undefined : await listenIn(listensIn, () => bridge.connect());
  return createEmbedded({
    connection: { stream: () => bridge.connect(), host: 'embedded' },
    log,
    afterClose: async () => {
      stopListening?.();
      await afterClose?.();
    },
  });
}
