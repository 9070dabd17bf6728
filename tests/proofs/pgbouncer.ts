import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findFreePort } from '../../scripts/postgres/free-port.ts';
import { findProgram } from './programs.ts';
import { unprivilegedUser } from '../../scripts/postgres/start-postgres.ts';

/** pgbouncer in transaction mode, in front of a PostgreSQL. */
export interface Pgbouncer {
  readonly pid: number;
  /** For the same database as it was given. */
  readonly url: string;
  /** The lines of its log that report more than its life. */
  readonly warnings: readonly string[];
  readonly stop: () => Promise<void>;
}

interface PgbouncerOptions {
  readonly databaseUrl: string;
  /** Connections to PostgreSQL. */
  readonly poolSize: number;
  /** Further lines of its configuration. */
  readonly more?: readonly string[];
}

const program = findProgram('pgbouncer') ?? 'pgbouncer';

/** Its version, such as 1.18. */
export function pgbouncerVersion(): string {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  return /PgBouncer ([\d.]+)/.exec(stdout)?.[1] ?? '';
}

/** Starts it on a free port. */
export async function startPgbouncer({ databaseUrl, poolSize, more = [] }: PgbouncerOptions): Promise<Pgbouncer> {
  const { hostname, port, username, pathname } = new URL(databaseUrl);
  const folder = mkdtempSync(path.join(tmpdir(), 'proof-pgbouncer-'));
  const user = unprivilegedUser();
  if (user) chownSync(folder, user.uid, user.gid);
  const listenPort = await findFreePort();
  const file = path.join(folder, 'pgbouncer.ini');
  const lines = [
    '[databases]',
    `* = host=${hostname} port=${port} user=${username}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${listenPort}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    `default_pool_size = ${poolSize}`,
    'max_client_conn = 1000',
    'log_connections = 0',
    'log_disconnections = 0',
    'log_stats = 0',
    ...more,
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  const child = spawn(program, [file], { ...user, stdio: ['ignore', 'pipe', 'pipe'] });
  process.once('exit', () => child.kill('SIGKILL'));
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (log += String(chunk)));
  const url = `postgres://${username}@127.0.0.1:${listenPort}${pathname}`;
  await answers(url).catch((error: unknown) => {
    throw new Error(`pgbouncer does not start: ${log}`, { cause: error });
  });
  return {
    pid: child.pid!,
    url,
    get warnings() {
      return log.split('\n').filter((line) => / (?:WARNING|ERROR|FATAL) /.test(line));
    },
    stop: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

/** Resolves when a database answers there; tries for 10 seconds. */
export async function answers(connectionString: string, attempts = 100): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000 });
  try {
    await client.connect();
    await client.query('SELECT 1');
  } catch (error) {
    if (attempts === 1) throw error;
    await sleep(100);
    return answers(connectionString, attempts - 1);
  } finally {
    await client.end().catch(() => undefined);
  }
}
