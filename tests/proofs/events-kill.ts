import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrate } from '../../api/platform/db/migrate.ts';
import { openDatabase } from '../../api/platform/db/open-database.ts';
import { readStoredVisits } from '../../api/events/postgres/stored-visits.ts';
import { createLog } from '../../api/platform/log.ts';
import { loadOne } from '../../scripts/funnel/load-one.ts';
import { startPostgres } from '../../scripts/postgres/start-postgres.ts';
import { makeSmallSite } from '../harness/small-site.ts';
import { batchOf, visitAt } from '../events/told.ts';
import { callApi, clientIp } from '../harness/api-calls.ts';
import { startApi } from '../harness/processes.ts';
import { publishFunnel } from './publish-funnel.ts';
import { demand } from './report.ts';

/**
 * The server is killed (-9) while pages tell what happens on them, and so is PostgreSQL, again and again: every batch
 * that was acknowledged is there, and each is there once, although pages send again what was not acknowledged.
 */
const rounds = 10;
const pages = 16;

interface Place {
  readonly name: string;
  readonly environment: Readonly<Record<string, string>>;
  /** PostgreSQL dies like a machine that loses its power, and comes back. Missing where only the server can. */
  readonly restartDatabase?: () => Promise<void>;
}

async function prove({ name, environment, restartDatabase }: Place): Promise<void> {
  await publishFunnel(environment, loadOne('sleep-issues', 'funnels').funnel);
  let api = await startApi(environment);
  const end = new AbortController();
  let resent = 0;
  const acknowledged: string[] = [];
  /** A page that sends one batch after the other, each until it is acknowledged. */
  async function sendPage(number: number): Promise<void> {
    const visit = visitAt(new Date().toISOString(), number);
    for (let n = 0; !end.signal.aborted; n++) {
      const body = batchOf({ visit, n, ...(n > 0 && { events: [[n, 'hide']] }) });
      const send = () => callApi(api.url, '/v1/events/', { body, ip: clientIp(number) }).catch(() => null);
      let answer = await send();
      for (; answer?.status !== 204; answer = await send()) {
        if (answer && answer.status !== 503) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`);
        resent++;
        await sleep(20);
      }
      acknowledged.push(`${visit} ${n}`);
    }
  }
  const told = Promise.all(Array.from({ length: pages }, (_, number) => sendPage(number)));
  for (let round = 0; round < rounds; round++) {
    await sleep(200 + Math.random() * 800);
    if (restartDatabase && round % 2 === 1) await restartDatabase();
    else {
      await api.kill('SIGKILL');
      api = await startApi(environment);
    }
  }
  end.abort();
  await told;
  await api.kill('SIGKILL');
  const stored = await readStored(environment);
  const missing = acknowledged.filter((key) => !stored.has(key));
  const twice = [...stored.values()].filter((times) => times > 1);
  console.log(`${name}: ${rounds} kills, ${acknowledged.length} acknowledged batches, ${resent} sent again`);
  demand(`${name}: acknowledged batches that are missing`, missing.length === 0, `${missing.length}`);
  demand(`${name}: batches that are there twice`, twice.length === 0, `${twice.length}`);
  demand(
    `${name}: batches that nobody sent`,
    stored.size === acknowledged.length,
    `${stored.size - acknowledged.length}`,
  );
}

/** How often each batch is there, by visit and number. */
async function readStored(environment: Place['environment']): Promise<ReadonlyMap<string, number>> {
  const { DATABASE_URL, DATA_DIR } = environment;
  const place = { databaseUrl: DATABASE_URL || null, dataDirectory: DATA_DIR ?? '' };
  const database = await openDatabase({ ...place, log: createLog('silent') });
  await migrate(database);
  const waiting = await database.knex('event_batches').distinct().pluck<string[]>('visit');
  const visits = [...waiting, ...(await database.knex('quiz_visits').pluck<string[]>('id'))];
  const stored = await readStoredVisits(database.knex, [...new Set(visits)]);
  await database.close();
  const times = new Map<string, number>();
  for (const [visit, { log, batches }] of stored)
    for (const { n, count } of [...(log?.batches ?? []), ...batches])
      for (let each = n; each < n + count; each++)
        times.set(`${visit} ${each}`, (times.get(`${visit} ${each}`) ?? 0) + 1);
  return times;
}

const site = makeSmallSite();
const postgres = await startPostgres();
const restartDatabase = async () => {
  await postgres.stop('immediate');
  await postgres.start();
};
await prove({ name: 'postgres', environment: { DATABASE_URL: postgres.url, SITE_DIR: site }, restartDatabase });
await postgres.remove();
const folder = mkdtempSync(path.join(tmpdir(), 'events-kill-'));
await prove({ name: 'embedded', environment: { DATABASE_URL: '', DATA_DIR: folder, SITE_DIR: site } });
