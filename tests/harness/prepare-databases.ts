import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { connectEmbedded } from '../../api/platform/db/embedded/open-embedded.ts';
import { migrate } from '../../api/platform/db/migrate.ts';
import { openPostgres } from '../../api/platform/db/open-postgres.ts';
import { createLog } from '../../api/platform/log.ts';
import { installEngine, startEngine } from '../clickhouse/start-engine.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of a superuser on the server for tests. */
    postgresUrl: string;
    /** A migrated database on it, to make others of. */
    postgresTemplate: string;
    /** The file with a migrated embedded database, to make others of. */
    embeddedImage: string;
    /** A folder with a migrated embedded database, to make copies of: a new one takes seconds. */
    embeddedFolder: string;
    /** `clickhouse://127.0.0.1:port` of a server for tests; null: there is none for this platform, or CLICKHOUSE is `off`. */
    clickhouseUrl: string | null;
  }
}

const log = createLog('silent');

/** Makes the two migrated databases that each test gets a copy of; returns what removes them. */
export default async function prepare(project: TestProject): Promise<() => Promise<void>> {
  const postgresUrl = process.env['TEST_DATABASE_URL'];
  if (!postgresUrl) throw new Error('TEST_DATABASE_URL is not set. Run these tests by: npm test -- db <file>');
  const postgresTemplate = `template_${process.pid}`;
  const folder = mkdtempSync(join(tmpdir(), 'databases-'));
  const embeddedImage = join(folder, 'image.tar');
  const embeddedFolder = join(folder, 'data');
  await makeTemplate(postgresUrl, postgresTemplate);
  await makeEmbedded(embeddedFolder, embeddedImage);
  const isWanted = process.env['CLICKHOUSE'] !== 'off';
  const clickhouse = isWanted && installEngine() ? await startEngine() : null;
  if (isWanted && !clickhouse && process.env['CI'])
    throw new Error('ClickHouse for tests could not be installed (tests/clickhouse).');
  project.provide('clickhouseUrl', clickhouse?.url ?? null);
  project.provide('postgresUrl', postgresUrl);
  project.provide('postgresTemplate', postgresTemplate);
  project.provide('embeddedImage', embeddedImage);
  project.provide('embeddedFolder', embeddedFolder);
  return async () => {
    await clickhouse?.remove();
    rmSync(folder, { recursive: true, force: true });
    await dropDatabases(postgresUrl, postgresTemplate);
  };
}

async function makeTemplate(postgresUrl: string, name: string): Promise<void> {
  await execute(postgresUrl, `CREATE DATABASE ${name}`);
  const url = new URL(postgresUrl);
  url.pathname = name;
  const database = await openPostgres({ databaseUrl: url.href, log });
  await migrate(database);
  await database.close();
}

/** The template, and those that tests have made of it. */
async function dropDatabases(postgresUrl: string, template: string): Promise<void> {
  const client = new pg.Client(postgresUrl);
  await client.connect();
  const { rows } = await client.query<{ datname: string }>(
    'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
    [template],
  );
  for (const { datname } of rows) await client.query(`DROP DATABASE ${datname} WITH (FORCE)`);
  await client.end();
}

async function makeEmbedded(folder: string, imagePath: string): Promise<void> {
  mkdirSync(folder);
  const pglite = await PGlite.create(join(folder, 'db'));
  const database = await connectEmbedded({ pglite, log });
  await migrate(database);
  await database.close();
  const image = await pglite.dumpDataDir('none');
  await writeFile(imagePath, Buffer.from(await image.arrayBuffer()));
  await pglite.close();
}

async function execute(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(sql);
  await client.end();
}
