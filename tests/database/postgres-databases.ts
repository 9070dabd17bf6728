import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import type { Database } from '../../api/platform/db/database.ts';
import { openPostgres } from '../../api/platform/db/open-postgres.ts';
import { createLog } from '../../api/log.ts';

const urls = new WeakMap<Database, string>();

/** A fresh, migrated database on the PostgreSQL server for tests; closing it drops it. */
export async function openFreshPostgres(): Promise<Database> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await execute(`CREATE DATABASE ${name} TEMPLATE ${inject('postgresTemplate')}`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = name;
  const database = await connect(url.href);
  return keepUrl(url.href, {
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
  return keepUrl(url, await openPostgres({ databaseUrl: url, log: createLog('silent') }));
}

function keepUrl(url: string, database: Database): Database {
  urls.set(database, url);
  return database;
}

async function execute(sql: string): Promise<void> {
  const client = new pg.Client(inject('postgresUrl'));
  await client.connect();
  await client.query(sql);
  await client.end();
}
