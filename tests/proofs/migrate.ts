import { hash } from '@node-rs/argon2';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findFreePort } from '../../scripts/postgres/free-port.ts';
import { callApi, logIn, password, signUp } from '../harness/api-calls.ts';
import { serveCommand, startProcess, type RunningProcess } from '../harness/processes.ts';
import { compileNext, migrationOf } from './next-version.ts';
import { freshDatabaseUrl } from './postgres.ts';
import { demand } from './report.ts';

/**
 * The database of the last release becomes that of this version, by two programs at once; then that of the next one, with
 * a slow migration and an index that is built beside, while this version serves. Both versions work on what comes out. A
 * migration that fails leaves nothing of itself behind.
 */
const members = 200;
const next = {
  '9000_slow': migrationOf('SELECT pg_sleep(5); ALTER TABLE users ADD COLUMN next text'),
  '9001_index': `export const statements = [
  'DROP INDEX CONCURRENTLY IF EXISTS users_by_age',
  'CREATE INDEX CONCURRENTLY users_by_age ON users (created_at)',
];
export type Unused = Knex;`,
};
const broken = {
  ...next,
  '9002_whole': migrationOf('CREATE TABLE whole (id integer)'),
  '9003_broken': migrationOf('CREATE TABLE half_done (id integer); ALTER TABLE nowhere ADD COLUMN id integer'),
};

const databaseUrl = await freshDatabaseUrl();
const client = new pg.Client({ connectionString: databaseUrl });
await client.connect();
const schema = readFileSync('tests/database/released-schema.sql', 'utf8');
await client.query(`BEGIN; SET LOCAL check_function_bodies = off; ${schema}; COMMIT`);
await client.query(
  `INSERT INTO users (email, password_hash, agreed_at)
   SELECT 'member-' || number || '@example.com', $1, now() FROM generate_series(1, ${members}) AS number`,
  [await hash(password)],
);

const here = path.resolve('.');
await serveCommand();
const environment = {
  ...process.env,
  NODE_ENV: 'test',
  LOG_LEVEL: 'error',
  DATABASE_URL: databaseUrl,
  AUTH_SECRET: 'a-secret-of-thirty-two-characters-or-more',
};

interface Started extends RunningProcess {
  readonly url: string;
}

async function start(folder: string, more: NodeJS.ProcessEnv = {}): Promise<Started> {
  const PORT = String(await findFreePort());
  const command = [process.execPath, 'dist/server/main.mjs'];
  return Object.assign(startProcess(command, { ...environment, ...more, PORT }, folder), {
    url: `http://127.0.0.1:${PORT}`,
  });
}

/** What `npm run migrate` of a version says, and its exit code. */
async function migrate(folder: string): Promise<{ readonly code: number | null; readonly said: string }> {
  const started = startProcess([process.execPath, 'dist/server/migrate.mjs'], environment, folder);
  const code = await started.exited;
  return { code, said: (started.output + started.errors).trim() };
}

async function migrateTwice(what: string, folder: string): Promise<readonly string[]> {
  const both = await Promise.all([migrate(folder), migrate(folder)]);
  const ran = both.flatMap(({ said }) => said.match(/\d{4}_\w+/g) ?? []);
  const good = both.every(({ code }) => code === 0) && new Set(ran).size === ran.length && ran.length > 0;
  demand(
    `${what}: two at once do each migration once`,
    good,
    both.map(({ code, said }) => `${code}: ${said}`).join(' | '),
  );
  return ran;
}

const status = (url: string, place: string) =>
  fetch(url + place).then(
    (answer) => answer.status,
    () => 0,
  );

/** What a process that waits for migrations answers: alive, but not ready. Then it is ready. */
async function demandPatience(what: string, { url, ready, errors }: Started, work: () => Promise<void>): Promise<void> {
  while ((await status(url, '/api/health/live/')) !== 200) await sleep(50);
  const waiting = [await status(url, '/api/health/ready/'), await status(url, '/login')];
  demand(`${what}: alive and not ready`, waiting.join() === '503,503', `live 200, ready and a page ${waiting.join()}`);
  await work();
  await ready.catch(() => undefined);
  const after = [await status(url, '/api/health/ready/'), await status(url, '/login')];
  demand(`${what}: then ready`, after.join() === '200,200', after.join() === '200,200' ? after.join() : errors);
}

async function demandLogin(what: string, { url }: Started, number: number): Promise<void> {
  const { status: code } = await logIn(url, `member-${number}@example.com`, number);
  demand(`${what}: a member of the last release logs in`, code === 200, `${code}`);
}

const names = async () =>
  (await client.query<{ name: string }>('SELECT name FROM migrations ORDER BY name')).rows.map(({ name }) => name);
const exists = async (table: string) =>
  (await client.query<{ there: boolean }>('SELECT to_regclass($1) IS NOT NULL AS there', [table])).rows[0]!.there;

const current = await start(here, { MIGRATE: 'off' });
await demandPatience('this version on the last release, MIGRATE=off', current, async () => {
  await migrateTwice('from the last release', here);
});
await demandLogin('this version', current, 1);

const nextFolder = compileNext(next);
const ending = new AbortController();
const failures: string[] = [];
let [asked, longest] = [0, 0];
const load = [0, 1, 2, 3].map(async (caller) => {
  while (!ending.signal.aborted) {
    const mine = ++asked;
    const answer = caller > 0 ? await callApi(current.url, '/v1/users/me/', { method: 'GET' }) : await signUp(current.url, `new-${mine}@example.com`, mine); // prettier-ignore
    longest = Math.max(longest, answer.milliseconds);
    if (answer.status !== (caller > 0 ? 401 : 201)) failures.push(`${answer.status}`);
    await sleep(20);
  }
});
await sleep(1_000);
const migrating = migrateTwice('to the next version', nextFolder);
while (!(await isMigrating())) await sleep(50);
const nextServer = await start(nextFolder);
await demandPatience('the next version', nextServer, async () => void (await migrating));
ending.abort();
await Promise.all(load);
demand(`this version meanwhile: of ${asked} requests, failed`, failures.length === 0, `${failures.length}, the longest took ${longest.toFixed(0)} ms`); // prettier-ignore
await demandLogin('the next version', nextServer, 2);

const rolledBack = await start(here);
await rolledBack.ready;
await demandLogin('this version, started again on the schema of the next', rolledBack, 3);

const brokenFolder = compileNext(broken);
const { code, said } = await migrate(brokenFolder);
demand('a migration that fails: exit code and reason', code === 1 && said.includes('nowhere'), `${code}: ${/.*nowhere.*/.exec(said)?.[0]}`); // prettier-ignore
const left = [await exists('half_done'), (await names()).includes('9003_broken')];
demand(
  'it leaves nothing behind',
  left.every((each) => !each),
  `table ${left[0]}, entry ${left[1]}`,
);
const kept = [await exists('whole'), (await names()).includes('9002_whole')];
demand('the one before it stays', kept.every(Boolean), `table ${kept[0]}, entry ${kept[1]}`);
await demandLogin('this version after that', rolledBack, 4);

for (const server of [current, nextServer, rolledBack]) await server.kill('SIGTERM');
await client.end();

/** Whether the slow migration runs. */
async function isMigrating(): Promise<boolean> {
  const { rows } = await client.query("SELECT FROM pg_stat_activity WHERE query LIKE '%pg_sleep(5)%' AND pid <> pg_backend_pid()"); // prettier-ignore
  return rows.length > 0;
}
