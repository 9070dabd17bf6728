import { execFile } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { findFreePort } from '../../scripts/postgres/free-port.ts';
import { findPostgres, unprivilegedUser } from '../../scripts/postgres/start-postgres.ts';
import { signUp } from '../harness/api-calls.ts';
import { startApi, type ApiProcess } from '../harness/processes.ts';
import { demandPlay, grantAccess } from './member.ts';
import { demand } from './report.ts';

/**
 * pgBackRest keeps a full backup and the write-ahead log of a database that is used. Somebody deletes all accounts; the
 * database is restored, elsewhere, to the moment before that. Then by a dump. Each time the server starts on it, nobody is
 * missing, and a member signs in, has access and plays.
 */
const before = 20;
const after = 20;

const programs = findPostgres();
const user = unprivilegedUser();
const folder = mkdtempSync(path.join(tmpdir(), 'proof-restore-'));
const inFolder = (name: string) => path.join(folder, name);
if (user) chownSync(folder, user.uid, user.gid);
for (const name of ['repository', 'log', 'lock']) {
  mkdirSync(inFolder(name));
  if (user) chownSync(inFolder(name), user.uid, user.gid);
}
const execute = promisify(execFile);
const runAs = (program: string, ...args: string[]) =>
  execute(program, args, { ...user, cwd: folder, env: { PATH: process.env['PATH'], LC_ALL: 'C' } });
const postgres = (program: string, ...args: string[]) => runAs(path.join(programs, program), ...args);
const backrest = (...args: string[]) => runAs('pgbackrest', `--config=${configuration}`, '--stanza=site', ...args);

const port = await findFreePort();
const urlOf = (name: string) => `postgres://postgres@127.0.0.1:${port}/${name}`;
const configuration = inFolder('pgbackrest.conf');
writeFileSync(
  configuration,
  `[global]
repo1-path=${inFolder('repository')}
repo1-retention-full=2
repo1-cipher-type=aes-256-cbc
repo1-cipher-pass=kept-elsewhere-too
start-fast=y
log-level-console=warn
log-path=${inFolder('log')}
lock-path=${inFolder('lock')}

[site]
pg1-path=${inFolder('data')}
pg1-port=${port}
pg1-socket-path=${folder}
pg1-user=postgres
`,
);

/** Starts PostgreSQL on this folder of data, with its log archived. */
async function startOn(data: string): Promise<void> {
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'archive_mode=on',
    `archive_command='pgbackrest --config=${configuration} --stanza=site --pg1-path=${data} archive-push %p'`,
    'archive_timeout=60',
  ];
  const options = settings.map((setting) => `-c ${setting}`).join(' ');
  await postgres('pg_ctl', 'start', '-w', '-t', '120', '-D', data, '-l', inFolder('postgres.log'), '-o', options);
}

async function ask<Row extends object>(name: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: urlOf(name) });
  await client.connect();
  const { rows } = await client.query<Row>(sql);
  await client.end();
  return rows;
}

const serve = (name: string): Promise<ApiProcess> =>
  startApi({
    DATABASE_URL: urlOf(name),
    DATA_DIR: inFolder('site'),
    AUTH_SECRET: 'a-secret-of-thirty-two-characters-or-more',
  });

const acknowledged: string[] = [];
async function signUpSome(api: ApiProcess, count: number): Promise<void> {
  for (let number = 0; number < count; number++) {
    const email = `member-${acknowledged.length}@example.com`;
    if ((await signUp(api.url, email, acknowledged.length)).status === 201) acknowledged.push(email);
  }
}

/** What it says while one file of the backup has another byte. */
async function verifyDamaged(): Promise<string> {
  const files = readdirSync(inFolder('repository/backup'), { recursive: true, encoding: 'utf8' });
  const file = inFolder(
    path.join(
      'repository/backup',
      files.find((name) => name.endsWith('pg_control.gz'))!,
    ),
  );
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.with(bytes.length >> 1, bytes.at(bytes.length >> 1)! ^ 1));
  const said = await verify();
  writeFileSync(file, bytes);
  return said;
}

/** Resolves when PostgreSQL has replayed the log up to the moment, and takes writes. */
async function recovered(): Promise<void> {
  const [row] = await ask<{ recovers: boolean }>('postgres', 'SELECT pg_is_in_recovery() AS recovers');
  if (!row?.recovers) return;
  await sleep(100);
  return recovered();
}

/** Says whether the server that runs on a database finds all that it must, and lets a member in. */
async function demandWhole(what: string, name: string): Promise<void> {
  const api = await serve(name);
  const stored = await ask<{ email: string }>(name, 'SELECT email FROM users');
  const known = new Set(stored.map(({ email }) => email));
  const missing = acknowledged.filter((email) => !known.has(email));
  demand(
    `${what}: of ${acknowledged.length} accounts acknowledged, missing`,
    missing.length === 0,
    `${missing.length}`,
  );
  await demandPlay(what, api.url, acknowledged.at(-1)!);
  await api.kill('SIGTERM');
}

await postgres('initdb', '-D', inFolder('data'), '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--data-checksums');
await startOn(inFolder('data'));
await ask('postgres', 'CREATE DATABASE site');
await backrest('stanza-create');
await backrest('check');
const api = await serve('site');
await signUpSome(api, before);
await backrest('backup', '--type=full');
await signUpSome(api, after);
grantAccess(urlOf('site'), acknowledged.at(-1)!);
await demandPlay('before', api.url, acknowledged.at(-1)!);

const [moment] = await ask<{ at: string }>('site', 'SELECT clock_timestamp()::text AS at');
await ask('site', 'SELECT pg_sleep(1); DELETE FROM users; SELECT pg_switch_wal()');
const [left] = await ask<{ count: string }>('site', 'SELECT count(*) FROM users');
demand('the mistake: accounts left', left?.count === '0', left?.count ?? '');
await backrest('check');
await api.kill('SIGTERM');
await postgres('pg_ctl', 'stop', '-w', '-D', inFolder('data'), '-m', 'fast');

const verify = () => backrest('verify', '--output=text').then(({ stdout }) => stdout.trim(), String);
const [whole, damaged] = [await verify(), await verifyDamaged()];
demand('pgbackrest verify of the backup', whole === '', whole || 'nothing to say');
demand('of one with a wrong byte', /status: error/.test(damaged), damaged.split('\n').at(-1)?.trim() ?? '');
const began = performance.now();
await backrest(
  'restore',
  `--pg1-path=${inFolder('restored')}`,
  '--type=time',
  `--target=${moment!.at}`,
  '--target-action=promote',
);
await startOn(inFolder('restored'));
await recovered();
console.log(`restored to ${moment!.at} in ${((performance.now() - began) / 1_000).toFixed(1)} s`);
const checked = await postgres('pg_amcheck', '--install-missing', '-h', '127.0.0.1', '-p', `${port}`, '-U', 'postgres', 'site').then(() => 'whole', String); // prettier-ignore
demand('pg_amcheck finds tables and indexes whole', checked === 'whole', checked.slice(0, 300));
await demandWhole('restored to the moment before', 'site');

await postgres('pg_dump', '-Fc', '-d', urlOf('site'), '-f', inFolder('site.dump'));
await ask('postgres', 'CREATE DATABASE dumped');
await postgres('pg_restore', '--exit-on-error', '--no-owner', '-d', urlOf('dumped'), inFolder('site.dump'));
await demandWhole('restored from a dump', 'dumped');

await postgres('pg_ctl', 'stop', '-w', '-D', inFolder('restored'), '-m', 'fast');
