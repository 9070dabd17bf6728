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

/** Runs a block of tests on the embedded database and on a PostgreSQL server. */
export function describeDatabases(sentence: string, block: (open: OpenDatabase) => void): void {
  describe(`${sentence} (embedded)`, () => block(closing(openFreshEmbedded)));
  describePostgres(sentence, block);
}

/** Runs a block of tests on a PostgreSQL server only: for what several processes do to one database. */
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

/** A fresh, migrated database on the PostgreSQL server for tests; closing it drops it. */
export async function openFreshPostgres(): Promise<Database> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await execute(`CREATE DATABASE ${name} TEMPLATE ${inject('postgresTemplate')}`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = name;
  const database = await connect(url.href);
  return withUrl(url.href, {
    ...database,
    close: async () => {
      await database.close();
      await execute(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  });
}

/** Connects to the same PostgreSQL database with a pool of its own, as another process would. */
export async function connectAgain(database: Database): Promise<Database> {
  return connect(urlOf(database));
}

/** The URL of a PostgreSQL database that a test has opened: for processes that the test starts. */
export function urlOf(database: Database): string {
  const url = urls.get(database);
  if (url === undefined) throw new Error('Only a fresh PostgreSQL database has a URL: an embedded one is alone.');
  return url;
}

async function connect(url: string): Promise<Database> {
  return withUrl(url, await openPostgres({ databaseUrl: url, log: createLog('silent') }));
}

function withUrl(url: string, database: Database): Database {
  urls.set(database, url);
  return database;
}

async function execute(sql: string): Promise<void> {
  const client = new pg.Client(inject('postgresUrl'));
  await client.connect();
  await client.query(sql);
  await client.end();
}

/** Emptied and used again: to start one takes long. */
const free: PGlite[] = [];

/** A fresh, migrated embedded database in memory. */
async function openFreshEmbedded(): Promise<Database> {
  const pglite = free.pop() ?? (await start());
  const schema = await readSchema(pglite);
  const afterClose = async () => {
    if ((await readSchema(pglite)) === schema) await empty(pglite);
    else await pglite.close();
    if (!pglite.closed) free.push(pglite);
  };
  return connectEmbedded({ pglite, log: createLog('silent'), afterClose });
}

async function start(): Promise<PGlite> {
  return PGlite.create({ loadDataDir: new Blob([await readFile(inject('embeddedImage'))]) });
}

/** Tells whether a test has changed what it leaves behind beside rows. */
async function readSchema(pglite: PGlite): Promise<string> {
  const { rows } = await pglite.query(`
    SELECT 'table', table_name::text, column_name::text FROM information_schema.columns WHERE table_schema = 'public'
    UNION ALL SELECT 'migration', name, '' FROM migrations
    ORDER BY 1, 2, 3
  `);
  return JSON.stringify(rows);
}

async function empty(pglite: PGlite): Promise<void> {
  await pglite.exec(`
    DO $$ DECLARE tables text; BEGIN
      SELECT string_agg(quote_ident(tablename), ', ') INTO tables
        FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'migrations';
      EXECUTE 'TRUNCATE ' || tables || ' RESTART IDENTITY CASCADE';
    END $$
  `);
}

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
