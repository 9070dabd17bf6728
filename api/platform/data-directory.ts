import { randomBytes, randomUUID } from 'node:crypto';
import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { link, mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import path from 'node:path';

/** What older versions left open to others, besides the folder itself. */
const olderEntries = ['auth-secret', 'stripe-stand-in.json', 'db', 'audio'];

/**
 * From now on only this user can read what this process writes, whichever library writes it; and what an older version
 * has left open in `DATA_DIR` is closed. A folder that belongs to another user stays as it is. Returns the mask (umask)
 * that was in force.
 */
export function closeToOthers(dataDirectory: string): number {
  const umask = process.umask(0o077);
  for (const entry of olderEntries) closeTree(path.join(dataDirectory, entry));
  closeTree(dataDirectory, []);
  return umask;
}

function closeTree(file: string, entries?: readonly string[]): void {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats === undefined || !(stats.isFile() || stats.isDirectory())) return;
  try {
    if (stats.isDirectory()) for (const entry of entries ?? readdirSync(file)) closeTree(path.join(file, entry));
    if ((stats.mode & 0o077) !== 0) chmodSync(file, stats.mode & 0o700);
  } catch (error) {
    if (!unchangeable.has(systemCodeOf(error))) throw error;
  }
}

/** It is another user's, or the disk can only be read: whether the server can work with it shows when it writes. */
const unchangeable = new Set(['EPERM', 'EACCES', 'EROFS']);

/**
 * A sentence on what is wrong with the disk or the folder, and what to do, where an error comes from that: of Node's
 * file system, of the embedded database's own, or of its SQL. Else null.
 */
export function explainDiskError(error: unknown, directory: string, use: Use = database): string | null {
  if (isElsewhere(error, directory)) return null;
  const folder = `${directory} (${use.setting})`;
  const remedy = `or set ${use.setting} to another folder`;
  switch (reasonOf(error)) {
    case 'full':
      return `The disk of ${folder} is full or too small: ${use.needs}. Make room, ${remedy}.`;
    case 'read-only':
      return `The disk of ${folder} can only be read. Make it writable, ${remedy}.`;
    case 'forbidden':
      return `This process, of the user ${userName()}, may not write to ${folder}. Give the folder to that user, ${remedy}.`;
    case 'no-folder':
      return `${folder} is a file, or leads through one. Remove that file, ${remedy}.`;
    case 'missing':
      return `${folder} can't be made. Make it yourself, writable by the user ${userName()}, ${remedy}.`;
    case 'no-sockets':
      return (
        `The file system of ${folder} has no sockets, by which a second process is kept out of the database. ` +
        `Set ${use.setting} to a folder on a disk of this machine.`
      );
    case 'broken':
      return `The disk of ${folder} fails. Have it checked, ${remedy}.`;
    case null:
      return null;
  }
}

/** What a folder is for. */
interface Use {
  readonly setting: 'DATA_DIR' | 'AUDIO_DIR';
  readonly needs: string;
}

const database: Use = { setting: 'DATA_DIR', needs: 'a new database takes 40 MB, and grows' };
const madeAudio: Use = { setting: 'AUDIO_DIR', needs: 'all audio takes 370 MB' };

/** What says where audio is stored, and whether the embedded database is in `DATA_DIR`. */
interface Folders {
  readonly databaseUrl: string | null;
  readonly dataDirectory: string;
  readonly audioDirectory: string;
}

/**
 * A warning where the server could not store the audio that it makes; else null, and the folder is there. Where it is in
 * `DATA_DIR`, the embedded database finds out.
 */
export async function warnOfAudioFolder({
  databaseUrl,
  dataDirectory,
  audioDirectory,
}: Folders): Promise<string | null> {
  if (databaseUrl === null && isIn(dataDirectory, audioDirectory)) return null;
  const file = path.join(audioDirectory, `.probe-${randomUUID()}`);
  try {
    await mkdir(audioDirectory, { recursive: true });
    await writeFile(file, Buffer.alloc(4_096)).finally(() => rm(file, { force: true }));
    return null;
  } catch (error) {
    const sentence =
      explainDiskError(error, audioDirectory, madeAudio) ??
      `${audioDirectory} (AUDIO_DIR) can't be written to: ${String(error)}. Set AUDIO_DIR to another folder.`;
    return `${sentence} Until then, nobody hears sessions without a recording.`;
  }
}

type Reason = 'full' | 'read-only' | 'forbidden' | 'no-folder' | 'missing' | 'no-sockets' | 'broken';

const reasons: Readonly<Record<string, Reason>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EROFS: 'read-only',
  EACCES: 'forbidden',
  EPERM: 'forbidden',
  ENOTDIR: 'no-folder',
  EEXIST: 'no-folder',
  ENOENT: 'missing',
  EIO: 'broken',
  // PostgreSQL: disk_full, io_error.
  '53100': 'full',
  '58030': 'broken',
};

/** How WebAssembly numbers them (WASI). */
const wasiCodes: Readonly<Record<number, string>> = {
  2: 'EACCES',
  19: 'EDQUOT',
  20: 'EEXIST',
  29: 'EIO',
  33: 'EMFILE',
  41: 'ENFILE',
  44: 'ENOENT',
  48: 'ENOMEM',
  51: 'ENOSPC',
  54: 'ENOTDIR',
  63: 'EPERM',
  69: 'EROFS',
};

function reasonOf(error: unknown): Reason | null {
  const code = systemCodeOf(error);
  const isListening = error instanceof Error && 'syscall' in error && error.syscall === 'listen';
  if (isListening && /^(?:EPERM|EINVAL|ENOSYS|E(?:OP)?NOTSUPP?)$/.test(code)) return 'no-sockets';
  return reasons[code] ?? null;
}

/** The code of an error of Node's file system, or of the embedded database's own; empty where it has none. */
export function systemCodeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  const isOfPglite = 'name' in error && error.name === 'ErrnoError' && 'errno' in error;
  return isOfPglite ? (wasiCodes[Number(error.errno)] ?? '') : '';
}

/** About another folder. The errors of a file that is open name none. */
function isElsewhere(error: unknown, dataDirectory: string): boolean {
  const about = error instanceof Error && 'path' in error ? error.path : undefined;
  return typeof about === 'string' && !isIn(dataDirectory, about) && !isIn(about, dataDirectory);
}

function isIn(folder: string, file: string): boolean {
  return !path.relative(folder, file).startsWith('..');
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run as a number that no user has.
    return String(process.getuid?.());
  }
}

/**
 * The secret that a server without `AUTH_SECRET` keeps in its data folder: made once, readable by its user only. Several
 * processes that start at once agree on one. Throws when the file holds something else.
 */
export async function readOrMakeAuthSecret(dataDirectory: string): Promise<string> {
  const file = path.join(dataDirectory, 'auth-secret');
  const known = await readSecret(file);
  if (known === null) {
    await mkdir(dataDirectory, { recursive: true });
    await makeSecret(file);
  }
  const secret = known ?? (await readSecret(file)) ?? '';
  if (secret.length < shortest) throw new Error(`${file} is damaged: remove it, and all users have to log in again.`);
  return secret;
}

/** As many characters as are asked of `AUTH_SECRET`. */
const shortest = 32;

async function readSecret(file: string): Promise<string | null> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/** Written aside and linked when it is whole: no process reads half a secret, and the first one to link it wins. */
async function makeSecret(file: string): Promise<void> {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(`${randomBytes(32).toString('base64url')}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  try {
    await link(draft, file);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
