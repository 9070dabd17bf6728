/**
 * How long the server takes from its start until it takes requests, with data present, and how much memory it holds when
 * idle; with PostgreSQL and with the embedded database. Exits with 1 where a goal is missed.
 *
 *   npm run bench -- start
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPostgres } from '../../api/platform/db/open-postgres.ts';
import { createLog } from '../../api/platform/log.ts';
import { startApi } from '../harness/processes.ts';
import { freshDatabaseUrl } from '../proofs/postgres.ts';
import { demand } from '../proofs/report.ts';
import { median } from '../proofs/statistics.ts';
import { fillWithListeners } from './content/fill.ts';

const repetitions = 5;
const goals = { postgres: 1_500, embedded: 3_000, idleMegabytes: 150 };
/** Until what the start left over is collected. */
const idleAfter = 10_000;

type Environment = Readonly<Record<string, string>>;

/** Milliseconds until it is ready, of starts after the first one, and the idle memory of the last. */
async function measureStarts(environment: Environment): Promise<{ ready: number; megabytes: number }> {
  await (await startApi(environment)).kill('SIGTERM'); // fills the database
  const times: number[] = [];
  for (;;) {
    const began = performance.now();
    const api = await startApi(environment);
    times.push(performance.now() - began);
    if (times.length < repetitions) {
      await api.kill('SIGTERM');
      continue;
    }
    await sleep(idleAfter);
    const megabytes = api.megabytes;
    await api.kill('SIGTERM');
    return { ready: median(times), megabytes };
  }
}

const dataDirectory = mkdtempSync(path.join(tmpdir(), 'bench-start-'));
const secret = { AUTH_SECRET: randomBytes(32).toString('base64url') };
const databaseUrl = await freshDatabaseUrl();
const onPostgres = { ...secret, DATABASE_URL: databaseUrl };
await (await startApi(onPostgres)).kill('SIGTERM');
const database = await openPostgres({ databaseUrl, log: createLog('silent') });
await fillWithListeners(database);
await database.close();

const postgres = await measureStarts(onPostgres);
const embedded = await measureStarts({ ...secret, DATA_DIR: dataDirectory });
rmSync(dataDirectory, { recursive: true });
const inWhole = (value: number, unit: string) => `${value.toFixed(0)} ${unit}`;
demand(
  `ready within ${goals.postgres} ms with data present`,
  postgres.ready <= goals.postgres,
  inWhole(postgres.ready, 'ms'),
);
demand(
  `ready within ${goals.embedded} ms with the embedded database`,
  embedded.ready <= goals.embedded,
  inWhole(embedded.ready, 'ms'),
);
demand(
  `idle in at most ${goals.idleMegabytes} MB`,
  postgres.megabytes <= goals.idleMegabytes,
  inWhole(postgres.megabytes, 'MB'),
);
console.log(`idle with the embedded database: ${inWhole(embedded.megabytes, 'MB')}`);
