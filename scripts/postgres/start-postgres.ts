import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { installFromDebian } from '../install-from-debian.ts';
import { findFreePort } from './free-port.ts';

/** A PostgreSQL server of one's own, with its data in a temporary folder. */
export interface Postgres {
  /** Of the superuser. */
  readonly url: string;
  readonly start: () => Promise<void>;
  /** Gracefully, or at once as if it crashed. Connections are broken either way. */
  readonly stop: (mode: StopMode) => Promise<void>;
  /** Stops it and removes its data. */
  readonly remove: () => Promise<void>;
}

type StopMode = 'fast' | 'immediate';

const runFile = promisify(execFile);

interface PostgresOptions {
  /** Whether commits wait for the disk, as they do in production. A server that is killed keeps them either way; only a machine that goes down needs it. Default: true. */
  readonly waitsForDisk?: boolean;
}

/** Starts a new, empty PostgreSQL server on a free port of 127.0.0.1. */
export async function startPostgres({ waitsForDisk = true }: PostgresOptions = {}): Promise<Postgres> {
  const programs = findPostgres();
  const user = unprivilegedUser();
  const folder = mkdtempSync(join(tmpdir(), 'funnel-postgres-'));
  if (user) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const port = await findFreePort();
  const run = (program: string, ...args: string[]) =>
    runFile(join(programs, program), args, { ...user, cwd: folder, env: { PATH: process.env['PATH'], LC_ALL: 'C' } });
  const start = async () => {
    const disk = waitsForDisk ? '' : '-c fsync=off -c full_page_writes=off';
    const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=300 ${disk}`;
    await run('pg_ctl', 'start', '-w', '-D', data, '-l', join(folder, 'log'), '-o', settings);
  };
  const stop = async (mode: StopMode) => void (await run('pg_ctl', 'stop', '-w', '-D', data, '-m', mode));
  const remove = async () => {
    // A test may have stopped it.
    await stop('immediate').catch(() => {});
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync');
    await start();
  } catch (error) {
    await remove();
    throw error;
  }
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, start, stop, remove };
}

/** Whom to run it as where this process is root's, as which PostgreSQL refuses to run. */
export function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    try {
      return { uid: idOf('-u', name), gid: idOf('-g', name) };
    } catch {
      // No such user: the next one.
    }
  }
  throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody to run it as.');
}

function idOf(kind: '-u' | '-g', name: string): number {
  return Number(execFileSync('id', [kind, name], { stdio: 'pipe' }));
}

const minVersion = 15;

/** The folder with `initdb` and `pg_ctl` of PostgreSQL 15 or newer, which is installed first if there is none. */
export function findPostgres(): string {
  const found = find() ?? (installFromDebian('PostgreSQL', ['postgresql']) ? find() : undefined);
  if (found) return found;
  throw new Error(
    `No PostgreSQL ${minVersion} or newer was found or could be installed. Install one, so that initdb is in PATH or ` +
      'pg_config knows where it is, or set TEST_DATABASE_URL to the URL of a superuser on a server for tests.',
  );
}

function find(): string | undefined {
  return listPlaces().find((place) => versionOf(place) >= minVersion);
}

/** Debian has a folder for each version and only wrappers in PATH. */
function listPlaces(): string[] {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const config = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' });
  const configured = config.status === 0 ? [config.stdout.trim()] : [];
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return [...versions.map((version) => join(debian, version, 'bin')), ...configured, ...path];
}

/** 0 if it isn't there, or not whole. */
function versionOf(place: string): number {
  const isWhole = ['initdb', 'pg_ctl', 'postgres'].every((program) => existsSync(join(place, program)));
  if (!isWhole) return 0;
  const text = execFileSync(join(place, 'postgres'), ['--version'], { encoding: 'utf8' });
  return Number(/\d+/.exec(text)?.[0] ?? 0);
}
