/**
 * How long `npm start` of a built tree takes until it takes requests, with data present, and how much memory it holds when
 * idle; with PostgreSQL and with the embedded database. Exits with 1 where a goal is missed.
 *
 *   npm run bench -- start
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPostgres } from '../../api/platform/db/open-postgres.ts';
import { createLog } from '../../api/platform/log.ts';
import { megabytesOf, startApi, startProcess } from '../harness/processes.ts';
import { freshDatabaseUrl } from '../proofs/postgres.ts';
import { demand } from '../proofs/report.ts';
import { median } from '../proofs/statistics.ts';
import { fillWithListeners } from './content/fill.ts';

const repetitions = 5;
const goals = {
  postgres: { milliseconds: 1_000, megabytes: 100 },
  embedded: { milliseconds: 2_500, megabytes: 300 },
};
/** Until what the start left over is collected. */
const idleAfter = 10_000;

type Environment = Readonly<Record<string, string>>;

interface Figures {
  /** Until it is ready, of starts after the first one. */
  readonly milliseconds: number;
  /** When idle, after the last of them. */
  readonly megabytes: number;
}

async function measureStarts(environment: Environment): Promise<Figures> {
  await (await startApi(environment)).kill('SIGTERM'); // fills the database
  const times: number[] = [];
  for (;;) {
    const began = performance.now();
    const npm = startProcess(['npm', 'start'], { ...process.env, NODE_ENV: 'test', PORT: '0', ...environment });
    await npm.ready;
    times.push(performance.now() - began);
    const server = lastChildOf(npm.child.pid!);
    const isLast = times.length === repetitions;
    if (isLast) await sleep(idleAfter);
    const megabytes = megabytesOf(server);
    process.kill(server, 'SIGTERM');
    await npm.exited;
    if (isLast) return { milliseconds: median(times), megabytes };
  }
}

/** The server, which npm runs by way of a shell. */
function lastChildOf(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return children === '' ? pid : lastChildOf(Number(children.split(' ').at(-1)));
}

const dataDirectory = mkdtempSync(path.join(tmpdir(), 'bench-start-'));
const secret = { AUTH_SECRET: randomBytes(32).toString('base64url') };
const databaseUrl = await freshDatabaseUrl();
const onPostgres = { ...secret, DATABASE_URL: databaseUrl };
await (await startApi(onPostgres)).kill('SIGTERM');
const database = await openPostgres({ databaseUrl, log: createLog('silent') });
await fillWithListeners(database);
await database.close();

/** What npm and its shell take to run anything: part of each start, and nothing that this project can change. */
async function measureNpm(): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-npm-'));
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ scripts: { start: 'node --version' } }));
  const times: number[] = [];
  while (times.length < repetitions) {
    const began = performance.now();
    await startProcess(['npm', 'start'], process.env, folder).exited;
    times.push(performance.now() - began);
  }
  rmSync(folder, { recursive: true });
  return median(times);
}

console.log(`npm itself, which is part of each start: ${(await measureNpm()).toFixed(0)} ms`);
const measured = {
  postgres: await measureStarts(onPostgres),
  embedded: await measureStarts({ ...secret, DATA_DIR: dataDirectory }),
};
rmSync(dataDirectory, { recursive: true });
for (const name of ['postgres', 'embedded'] as const) {
  const { milliseconds, megabytes } = measured[name];
  const goal = goals[name];
  const database = name === 'postgres' ? 'on PostgreSQL' : 'with the embedded database';
  demand(
    `npm start ${database} is ready within ${goal.milliseconds} ms`,
    milliseconds <= goal.milliseconds,
    `${milliseconds.toFixed(0)} ms`,
  );
  demand(`idle ${database} in at most ${goal.megabytes} MB`, megabytes <= goal.megabytes, `${megabytes.toFixed(0)} MB`);
}
