import { parseArgs } from 'node:util';
import { copyEvents } from '../api/events/clickhouse/copy-events.ts';
import { openClickHouse } from '../api/events/clickhouse/open-clickhouse.ts';
import { type Config, ConfigError, readConfig } from '../api/platform/config/config.ts';
import { databaseUrl } from '../api/platform/config/parse.ts';
import type { Database } from '../api/platform/db/database.ts';
import { openDatabase } from '../api/platform/db/open-database.ts';
import { createLog, type Log } from '../api/platform/log.ts';
import { isUuid } from '../api/platform/uuid.ts';
import { runAtTerminal, UsageError } from './terminal.ts';
import { refuseToWait, withDatabase } from './with-database.ts';

const usage = `Usage: npm run copy-events -- [<url>] [--before <id>]

Copies the events of the main database to ClickHouse at EVENTS_DATABASE_URL, the latest visits first, while the site goes
on. Done again, it changes nothing.

  <url>          copies those of this database instead: postgres://user:password@host/database
  --before <id>  only visits with smaller ids: goes on where it broke off

The environment is read as npm start reads it (docs/guide/operations.md).`;

process.exitCode = await runAtTerminal(usage, () => run(process.argv.slice(2)));

async function run(args: readonly string[]): Promise<number> {
  const { url, before, help } = readArguments(args);
  if (help) {
    console.log(usage);
    return 0;
  }
  const config = readConfig(process.env);
  if (!config.eventsDatabaseUrl?.startsWith('clickhouse:'))
    throw new ConfigError('EVENTS_DATABASE_URL does not lead to ClickHouse: set it as the servers have it.');
  const log = createLog(config.logLevel);
  await withDatabase(config, log, async (main) => {
    const source = url === undefined ? main : await openSource(config, url, log);
    try {
      await copyTo(config, { main, source, ...(before !== undefined && { before }) });
    } finally {
      if (source !== main) await source.close();
    }
  });
  return 0;
}

function openSource(config: Config, url: string, log: Log): Promise<Database> {
  return openDatabase({ ...config, databaseUrl: url, setting: 'the URL', log });
}

interface Copying {
  readonly main: Database;
  readonly source: Database;
  readonly before?: string;
}

async function copyTo({ eventsDatabaseUrl, migrates }: Config, copying: Copying): Promise<void> {
  const options = { main: copying.main, migrates, beforeWaiting: refuseToWait };
  const { clickhouse, close } = await openClickHouse(eventsDatabaseUrl!, options);
  let copied = 0;
  let nextLine = 0;
  try {
    await copyEvents({
      ...copying,
      clickhouse,
      onCopied({ visits, last }) {
        copied += visits;
        if (performance.now() < nextLine) return;
        nextLine = performance.now() + 10_000;
        console.log(`${copied} visits are copied; to go on from here: --before ${last}`);
      },
    });
    console.log(`All ${copied} visits are copied, and the figures of earlier ones.`);
  } finally {
    await close();
  }
}

function readArguments(args: readonly string[]) {
  const { values, positionals } = parse(args);
  const [url, ...others] = positionals;
  if (others.length > 0 || (url !== undefined && databaseUrl.read(url) === undefined))
    throw new UsageError(`The database to copy from is ${databaseUrl.expects}.`);
  if (values.before !== undefined && !isUuid(values.before))
    throw new UsageError('--before is the id of a visit, as this command prints it.');
  return { ...values, url };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: { before: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}.`);
  }
}
