import { execFile, execFileSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findPostgres } from './find-postgres.ts';

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

export type StopMode = 'fast' | 'immediate';

const runFile = promisify(execFile);

interface PostgresOptions {
  /** Whether commits wait for the disk, as they do in production. A server that is killed keeps them either way; only a machine that goes down needs it. Default: true. */
  readonly waitsForDisk?: boolean;
}

/** Starts a new, empty PostgreSQL server on a free port of 127.0.0.1. */
export async function startPostgres({ waitsForDisk = true }: PostgresOptions = {}): Promise<Postgres> {
  const programs = findPostgres();
  const user = unprivilegedUser();
  const folder = mkdtempSync(join(tmpdir(), 'still-waters-postgres-'));
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

/** PostgreSQL refuses to run as root. */
function unprivilegedUser(): { uid: number; gid: number } | undefined {
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

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
