import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { chown } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createPostgresEvents } from '../../api/events/postgres/postgres-events.ts';
import { migrate } from '../../api/platform/db/migrate.ts';
import { openDatabase } from '../../api/platform/db/open-database.ts';
import { createReplica, type Replica } from '../../api/platform/db/replica.ts';
import { createLog } from '../../api/platform/log.ts';
import { computeReport } from '../../api/reports/read-report.ts';
import { findFreePort } from '../../scripts/postgres/free-port.ts';
import { findPostgres, startPostgres, unprivilegedUser } from '../../scripts/postgres/start-postgres.ts';
import { loadOne } from '../../scripts/funnel/load-one.ts';
import { batchOf, visitAt } from '../events/told.ts';
import { demand } from './report.ts';

/**
 * Reports read a streaming replica of PostgreSQL: what was reported a moment ago is in them; where the replica is behind,
 * they say as of when they are; where it is away, they read the database itself.
 */
const run = promisify(execFile);
const programs = findPostgres();
const user = unprivilegedUser();
const primary = await startPostgres();
const folder = mkdtempSync(path.join(tmpdir(), 'proof-replica-'));
if (user) await chown(folder, user.uid, user.gid);
const data = path.join(folder, 'data');
const port = await findFreePort();
const postgres = (program: string, ...args: string[]) =>
  run(path.join(programs, program), args, { ...user, cwd: folder, env: { PATH: process.env['PATH'], LC_ALL: 'C' } });
await postgres('pg_basebackup', '-d', primary.url, '-D', data, '-R', '-X', 'stream', '-c', 'fast');
const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=300`;
await postgres('pg_ctl', 'start', '-w', '-D', data, '-l', path.join(folder, 'log'), '-o', settings);
const databaseReplicaUrl = `postgres://postgres@127.0.0.1:${port}/postgres`;

const log = createLog('warn');
const database = await openDatabase({ databaseUrl: primary.url, dataDirectory: folder, log });
await migrate(database);
const config = { databaseReplicaUrl, eventsDatabaseUrl: null, databasePool: 4, databasePrepared: 'on' } as const;
const replica = createReplica({ database, config, log })!;
const copy = await openDatabase({
  databaseUrl: databaseReplicaUrl,
  setting: 'DATABASE_REPLICA_URL',
  dataDirectory: folder,
  log,
});
const events = createPostgresEvents(database);
await events.prepare();
const { funnel } = loadOne('sleep-issues', 'funnels');

let read: ('there' | 'here')[] = [];
/** Tells where it was read. */
const followed: Replica = {
  ...replica,
  read: (work, otherwise) =>
    replica.read(
      async (...given) => {
        const result = await work(...given);
        read.push('there');
        return result;
      },
      () => {
        read.push('here');
        return otherwise();
      },
    ),
};
let visits = 0;

/** Somebody visits, and a report is read at once. */
async function visitAndRead() {
  read = [];
  await events.storeBatches([batchOf({ visit: visitAt('2026-11-21T12:00:00Z', ++visits) })]);
  const began = Date.now();
  const report = await computeReport({ database, events, replica: followed }, funnel, {
    from: null,
    to: null,
    without: null,
    by: null,
  });
  const took = Date.now() - began;
  const age = began - Date.parse(report.madeAt);
  return {
    visits: report.all.visits,
    took,
    age,
    read: read.join(),
    figures: `${report.all.visits} of ${visits} visits, read ${read.join()} in ${took} ms, as of ${age} ms before`,
  };
}

const millisecondsOf: number[] = [];
let isWhole = true;
for (let time = 0; time < 100; time++) {
  const result = await visitAndRead();
  millisecondsOf.push(result.took);
  isWhole &&= result.visits === visits && result.read === 'there';
}
const slowest = Math.max(...millisecondsOf);
demand('100 reports are read there, each with the visit before it', isWhole, `the slowest took ${slowest} ms`);

await copy.knex.raw('SELECT pg_wal_replay_pause()');
await sleep(500);
const behind = await visitAndRead();
const saysSo = behind.read === 'there' && behind.visits === visits - 1 && behind.age > 0 && behind.took < 5_000;
demand('where it is behind, the report says as of when it is, after two seconds', saysSo, behind.figures);
await copy.knex.raw('SELECT pg_wal_replay_resume()');
const again = await visitAndRead();
demand('where it has caught up, it has everything', again.read === 'there' && again.visits === visits, again.figures);

await copy.close();
await postgres('pg_ctl', 'stop', '-w', '-D', data, '-m', 'immediate');
const away = await visitAndRead();
demand('where it is away, the database itself is read', away.read === 'here' && away.visits === visits, away.figures);
const later = await visitAndRead();
demand('and it is left alone for a while', later.read === 'here' && later.took < 1_000, later.figures);

await replica.close();
await database.close();
await primary.remove();
