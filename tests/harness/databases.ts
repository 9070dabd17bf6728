import { PGlite } from '@electric-sql/pglite';
import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, inject, onTestFinished, TestRunner } from 'vitest';
import { createLog } from '../../api/platform/log.ts';
import type { Database } from '../../api/platform/db/database.ts';
import { connectEmbedded } from '../../api/platform/db/embedded/open-embedded.ts';
import { openPostgres } from '../../api/platform/db/open-postgres.ts';

/** Opens a fresh, migrated database, closed after the test, or after the block if it was opened outside a test. */
export type OpenDatabase = () => Promise<Database>;

/**
 * Runs a block of tests on the embedded database and on a PostgreSQL server: for what can differ between them, such as
 * types, transactions, migrations, and what happens at the same time.
 */
export function describeDatabases(sentence: string, block: (open: OpenDatabase) => void): void {
  describe(`${sentence} (embedded)`, () => block(closing(openFreshEmbedded)));
  describePostgres(sentence, block);
}

/** Runs a block of tests on a PostgreSQL server. */
export function describePostgres(sentence: string, block: (open: OpenDatabase) => void): void {
  describe(`${sentence} (PostgreSQL)`, () => block(closing(openFreshPostgres)));
}

/** In a test, opens the same PostgreSQL database with a pool of its own, as another process would. */
export async function openAgain(database: Database): Promise<Database> {
  const again = await connectAgain(database);
  onTestFinished(() => again.close());
  return again;
}

function closing(open: OpenDatabase): OpenDatabase {
  const openedOutside: Database[] = [];
  afterAll(async () => void (await Promise.all(openedOutside.map((database) => database.close()))));
  return async () => {
    const database = await open();
    if (TestRunner.getCurrentTest()) onTestFinished(() => database.close());
    else openedOutside.push(database);
    return database;
  };
}

const urls = new WeakMap<Database, string>();
/** Whose URL a test has asked for: its processes may write there at any time, so nobody gets these again. */
const known = new WeakSet<Database>();

/** A database without rows that nobody uses. */
interface Free<Where> {
  readonly where: Where;
  readonly shape: string;
}

/** Emptied and used again: to make one takes as long as most tests. */
const freePostgres: Free<string>[] = [];

/** A fresh, migrated database on the PostgreSQL server for tests; nobody has it once it is closed. */
export async function openFreshPostgres(): Promise<Database> {
  const { where: url, shape } = freePostgres.pop() ?? (await makePostgres());
  const database = await connect(url);
  const free = async () => {
    await database.close();
    const emptied = known.has(own) ? null : await withClient(url, (ask) => emptyAlone(ask, shape));
    if (emptied !== null) freePostgres.push({ where: url, shape: emptied });
    else await execute(`DROP DATABASE ${new URL(url).pathname.slice(1)} WITH (FORCE)`);
  };
  let closed: Promise<void> | undefined;
  const own: Database = { ...database, close: () => (closed ??= free()) };
  return withUrl(url, own);
}

/** Empties it when nobody else is connected any more. */
async function emptyAlone(ask: Ask, shape: string): Promise<string | null> {
  await ask(`
    SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()
  `);
  return empty(ask, shape);
}

async function makePostgres(): Promise<Free<string>> {
  const template = inject('postgresTemplate');
  const name = `${template}_${randomUUID().replaceAll('-', '')}`;
  await execute(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = name;
  return { where: url.href, shape: await withClient(url.href, readShape) };
}

/** Connects to the same PostgreSQL database with a pool of its own, as another process would. */
export async function connectAgain(database: Database): Promise<Database> {
  return connect(urlOf(database));
}

/** The URL of a PostgreSQL database that a test has opened: for processes that the test starts. */
export function urlOf(database: Database): string {
  const url = urls.get(database);
  if (url === undefined) throw new Error('Only a fresh PostgreSQL database has a URL: an embedded one is alone.');
  known.add(database);
  return url;
}

async function connect(url: string): Promise<Database> {
  return withUrl(url, await openPostgres({ databaseUrl: url, log: createLog('silent') }));
}

function withUrl(url: string, database: Database): Database {
  urls.set(database, url);
  return database;
}

const execute = (sql: string) => withClient(inject('postgresUrl'), (ask) => ask(sql));

/** Runs one statement. */
type Ask = (sql: string) => Promise<{ readonly rows: unknown[] }>;

async function withClient<Result>(url: string, act: (ask: Ask) => Promise<Result>): Promise<Result> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await act((sql) => client.query(sql));
  } finally {
    await client.end();
  }
}

/** Emptied and used again: to start one takes long. */
const freeEmbedded: Free<PGlite>[] = [];

/** A fresh, migrated embedded database in memory. */
async function openFreshEmbedded(): Promise<Database> {
  const { where: pglite, shape } = freeEmbedded.pop() ?? (await start());
  const afterClose = async () => {
    const emptied = await empty((sql) => pglite.query(sql), shape);
    if (emptied === null) await pglite.close();
    else freeEmbedded.push({ where: pglite, shape: emptied });
  };
  return connectEmbedded({ pglite, log: createLog('silent'), afterClose });
}

/**
 * For tests that move the clock of their process: an embedded database's timers go by it, and would go off each
 * millisecond once it is put back.
 */
export async function closeFreeEmbedded(): Promise<void> {
  await Promise.all(freeEmbedded.splice(0).map(({ where }) => where.close()));
}

async function start(): Promise<Free<PGlite>> {
  const pglite = await PGlite.create({ loadDataDir: new Blob([await readFile(inject('embeddedImage'))]) });
  return { where: pglite, shape: await readShape((sql) => pglite.query(sql)) };
}

/** Another text after each change of something other than rows: the system's tables have another latest transaction then. */
async function readShape(ask: Ask): Promise<string> {
  const catalogs = ['pg_class', 'pg_attribute', 'pg_constraint', 'pg_index', 'pg_trigger', 'pg_proc'];
  const counts = catalogs.map((catalog) => `(SELECT (count(*), max(xmin::text::bigint))::text FROM ${catalog})`);
  const { rows } = await ask(
    `SELECT ${counts.join(' || ')} || string_agg(name, ' ' ORDER BY name) AS shape FROM migrations`,
  );
  return (rows[0] as { shape: string }).shape;
}

/** Removes all rows; resolves to the shape that the database then has, or to null where that was no longer this one. */
async function empty(ask: Ask, shape: string): Promise<string | null> {
  if ((await readShape(ask).catch(() => null)) !== shape) return null;
  const { rows } = await ask(
    `SELECT bool_or(pg_relation_size(oid) > 1e6) AS "isLarge" FROM (${tablesWithRows}) AS tables`,
  );
  const { isLarge } = rows[0] as { isLarge: boolean | null };
  await ask(isLarge ? truncateAll : deleteRows);
  return isLarge ? readShape(ask) : shape;
}

const tablesWithRows = `
  SELECT oid, oid::regclass AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> 'migrations' AND pg_relation_size(oid) > 0
`;

/** For the few rows of a test this takes a tenth of what TRUNCATE does, which makes new files for all tables and indexes. */
const deleteRows = `
  DO $$ DECLARE each record; BEGIN
    SET LOCAL session_replication_role = replica; -- in any order
    FOR each IN ${tablesWithRows} LOOP EXECUTE 'DELETE FROM ' || each.name; END LOOP;
    PERFORM setval(seqrelid, seqstart, false) FROM pg_sequence;
  END $$
`;

/** What was deleted stays in the files: where there was much, later tests would be slow. */
const truncateAll = `
  DO $$ DECLARE tables text; BEGIN
    SELECT string_agg(quote_ident(tablename), ', ') INTO tables
      FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'migrations';
    EXECUTE 'TRUNCATE ' || tables || ' RESTART IDENTITY CASCADE';
  END $$
`;

/** A folder with a migrated embedded database that nobody has used, removed after the test: a server that begins with none takes seconds to make it. */
export function makeEmbeddedFolder(): string {
  const folder = makeTemporaryFolder();
  cpSync(inject('embeddedFolder'), folder, { recursive: true });
  return folder;
}

/** A new folder that is removed after the test. */
export function makeTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'still-waters-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
