import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { EventBatch } from '../../api/events/batches.ts';
import { openEvents } from '../../api/events/open-events.ts';
import { replayStoredVisit } from '../../api/events/replay-visits.ts';
import { readConfig } from '../../api/platform/config/config.ts';
import { openDatabase } from '../../api/platform/db/open-database.ts';
import { createLog } from '../../api/platform/log.ts';
import { computeReport } from '../../api/reports/read-report.ts';
import { simulateLogs, type SimulatedLog } from '../events/simulated/simulate-logs.ts';
import { findPostgres } from '../../scripts/postgres/start-postgres.ts';
import { quiz } from '../events/counting/counted-quiz.ts';
import { batchesOf } from '../events/simulated/batches-of.ts';
import { callApi, clientIp, signupBody } from '../harness/api-calls.ts';
import { startApi } from '../harness/processes.ts';
import { makeSmallSite } from '../harness/small-site.ts';
import { freshDatabaseUrl } from './postgres.ts';
import { publishFunnel } from './publish-funnel.ts';
import { demand } from './report.ts';

/**
 * The events of a site that is in use move to a database of their own, by the very commands of
 * docs/guide/operate/events-database.md. Visitors go on, sign up and send; a page keeps what gets a 503. Afterwards every
 * visit is there and can be replayed, every sign-up is counted once, and no sign-up was turned away.
 */
const visits = Number(process.env['VISITS'] ?? 300);

const hour = 3_600_000;
const times = { from: Date.now() - 40 * 24 * hour, to: Date.now() - hour };
const newer = { ...quiz, version: 'c1c1c1c1c1c1c1c1' };
const simulate = (funnel: typeof quiz, share: number) =>
  simulateLogs(funnel, { visits: share * visits, seed: funnel.version, stay: 0.9, back: 0.1, ...times });
/** The last visits are of a version that is published after the move. */
const logs = [...simulate(quiz, 0.9), ...simulate(newer, 0.1)];
const databaseUrl = await freshDatabaseUrl();
const server = new URL(databaseUrl);
const urlOf = (name: string) => Object.assign(new URL(databaseUrl), { pathname: `/${name}` }).href;
const environment = { DATABASE_URL: databaseUrl, SITE_DIR: makeSmallSite() };
await publishFunnel(environment, quiz);

const kept: EventBatch[] = [];
const signedUp: string[] = [];
const turnedAway: number[] = [];
let api = await startApi(environment);

/** A visitor, from the first page on; every third signs up. */
async function visit(log: SimulatedLog, number: number): Promise<void> {
  for (const batch of batchesOf(quiz.id, log)) await send(batch);
  if (number % 3 !== 0) return;
  const answers = { sleep: 'well', help: ['rest'], age: 30, name: '' };
  const finished = { funnel: quiz.id, version: quiz.version, answers, input: {}, id: log.visit };
  const body = { ...signupBody(`visitor-${number}@example.com`), visit: finished };
  const { status } = await callApi(api.url, '/v1/auth/signup/', { body, ip: clientIp(number) });
  if (status === 201) signedUp.push(log.visit);
  else turnedAway.push(status);
}

async function send(batch: EventBatch): Promise<void> {
  const { status } = await callApi(api.url, '/v1/events/', { body: batch, ip: clientIp(signedUp.length) });
  if (status === 503) kept.push(batch);
  else if (status !== 204) throw new Error(`A batch was answered with ${status}`);
}

async function visitAll(from: number, to: number): Promise<void> {
  for (let number = Math.floor(from * visits); number < Math.floor(to * visits); number++)
    await visit(logs[number]!, number);
}

/** The commands of the page, below its numbered step, on this machine's server. */
function runStep(step: number): void {
  const page = readFileSync('docs/guide/operate/events-database.md', 'utf8');
  const [, text = ''] = new RegExp(`\n${step}\\. [^]*?\n\n((?: {7}.*\n)+)`).exec(page) ?? [];
  const commands = text
    .replaceAll('postgres://site:…@events.internal', `postgres://${server.username}@${server.host}`)
    .replaceAll('events.internal', server.hostname);
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    PATH: `${findPostgres()}${path.delimiter}${process.env['PATH']}`,
    PGPORT: server.port,
    PGUSER: server.username,
  };
  execFileSync('bash', ['-euo', 'pipefail', '-c', commands], { env, stdio: ['ignore', 'ignore', 'inherit'] });
}

await visitAll(0, 0.3);
await countIn(null);
await visitAll(0.3, 0.5);
await api.kill('SIGTERM');
api = await startApi({ ...environment, EVENTS_DATABASE_URL: urlOf('events') });
await visitAll(0.5, 0.7);
demand('events wait in the pages meanwhile', kept.length > 0, `${kept.length} batches`);
runStep(2);
await visitAll(0.7, 0.8);
runStep(3);
const began = performance.now();
while (kept.length > 0) {
  const [batch] = kept.splice(0, 1);
  await send(batch!);
  if (kept.length > 0) await sleep(20);
}
console.log(
  `taken again and sent ${((performance.now() - began) / 1_000).toFixed(1)} s after the database has its name`,
);
await visitAll(0.8, 0.9);
runStep(4);
await publishFunnel(environment, newer);
await visitAll(0.9, 1);
await api.kill('SIGTERM');
await countIn(urlOf('events'));
await dropBoth();

/** Counts all that waits, and where events are in their own database, compares with what visitors did. */
async function countIn(eventsDatabaseUrl: string | null): Promise<void> {
  const log = createLog('silent');
  const config = { ...readConfig({ DATABASE_URL: databaseUrl }), eventsDatabaseUrl };
  const database = await openDatabase({ ...config, log });
  const { events, close } = await openEvents({ database, config, log });
  while ((await events.count({ limit: 500 })) > 0);
  if (eventsDatabaseUrl !== null) {
    const { all } = await computeReport({ database, events }, quiz, { from: null, to: null, without: null, by: null });
    demand('every visit is counted', all.visits === visits && all.unreadable === 0, `${all.visits} of ${visits}`);
    const finished = logs.filter(({ outcome }) => outcome !== null).length;
    demand('as it ended', all.finished === finished, `${all.finished} of ${finished} finished`);
    demand('no sign-up was turned away', turnedAway.length === 0, JSON.stringify(turnedAway));
    demand('each is counted once', all.signUps === signedUp.length, `${all.signUps} of ${signedUp.length}`);
    let same = 0;
    for (const { visit, outcome } of logs) {
      const replayed = await replayStoredVisit({ database, events }, visit);
      if (replayed?.outcome === outcome && replayed.signedUp === signedUp.includes(visit)) same++;
    }
    demand('every visit is replayed as it was', same === visits, `${same} of ${visits}`);
    const left = await database.knex('event_batches').count<{ count: number }[]>({ count: '*' });
    demand('nothing is left in the main database', left[0]!.count === 0, `${left[0]!.count} batches`);
  }
  await close();
  await database.close();
}

async function dropBoth(): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf('postgres') });
  await client.connect();
  await client.query('DROP DATABASE events');
  await client.end();
}
