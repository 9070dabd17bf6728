/**
 * How many batches of events a second are stored for good, as a share of what PostgreSQL takes by bare durable inserts of
 * one such row each, over as many connections. By our own code without HTTP, and over HTTP by a real server process.
 * They take turns; medians. Exits with 1 where a goal is missed.
 *
 *   npm run bench -- events
 */
import pg from 'pg';
import { openPostgres } from '../../api/platform/db/open-postgres.ts';
import { createBatchWriter } from '../../api/events/batch-writer.ts';
import type { EventBatch } from '../../api/events/batches.ts';
import { storeBatches } from '../../api/events/postgres/store-batches.ts';
import { createLog } from '../../api/platform/log.ts';
import { loadOne } from '../../scripts/funnel/load-one.ts';
import { makeSmallSite } from '../harness/small-site.ts';
import { startApi } from '../harness/processes.ts';
import { freshDatabaseUrl } from '../proofs/postgres.ts';
import { publishFunnel } from '../proofs/publish-funnel.ts';
import { demand, quantile } from '../proofs/report.ts';
import { median } from '../proofs/statistics.ts';
import { createBatches } from './events/next-batch.ts';
import { openSender } from './events/sender.ts';

const goals = { writer: 1, http: 0.6, p99: 100, counting: 0.05 };
const metricsToken = 'token-of-the-metrics';
const connections = Number(process.env['CONNECTIONS'] ?? 32);
const repetitions = 7;
const seconds = 2;

/** Stores one batch; each has callers of its own, which wait for what they store. */
type Store = () => Promise<void>;

const databaseUrl = await freshDatabaseUrl();
const { funnel } = loadOne('sleep-issues', 'funnels');
const environment = { DATABASE_URL: databaseUrl, SITE_DIR: makeSmallSite(), METRICS_TOKEN: metricsToken };
await publishFunnel(environment, funnel);
const nextBatch = createBatches(funnel);
const api = await startApi(environment);
const startedAt = performance.now();
const database = await openPostgres({ databaseUrl, log: createLog('silent') });
// Else nothing would be due while this runs, and counting would take nothing from the server.
const anHourAgo = new Date(Date.now() - 3_600_000).toISOString();
await database.knex.raw(`ALTER TABLE event_batches ALTER received_at SET DEFAULT '${anHourAgo}'`);
const clients = Array.from({ length: connections }, () => new pg.Client({ connectionString: databaseUrl }));
await Promise.all(clients.map((client) => client.connect()));
const senders = await Promise.all(clients.map(() => openSender(new URL(api.url))));
await clients[0]!.query(`
  CREATE TABLE bare (visit uuid, page bigint, n integer, funnel text, events json,
    received_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (visit, page, n))`);

const insert = 'INSERT INTO bare (visit, page, n, funnel, events) VALUES ($1, $2, $3, $4, $5)';
const writer = createBatchWriter<EventBatch>((batches) => storeBatches(database, batches));
const rivals: Readonly<Record<'bare' | 'writer' | 'http', readonly Store[]>> = {
  bare: clients.map((client) => async () => {
    const { visit, page, n, funnel, events } = nextBatch();
    await client.query({ name: 'bare', text: insert, values: [visit, page, n, funnel, JSON.stringify(events)] });
  }),
  writer: clients.map(() => () => writer.write(nextBatch())),
  http: senders.map((sender) => () => sender.send(nextBatch())),
};
const names = ['bare', 'writer', 'http'] as const;

const times: number[] = [];
const rates = { bare: [] as number[], writer: [] as number[], http: [] as number[] };

/** Batches a second; `note` is told the milliseconds of each. */
async function run(stores: readonly Store[], note: (milliseconds: number) => void): Promise<number> {
  const began = performance.now();
  const until = began + seconds * 1_000;
  let stored = 0;
  const callers = stores.map(async (store) => {
    for (let at = performance.now(); at < until; at = performance.now()) {
      await store();
      note(performance.now() - at);
      stored++;
    }
  });
  await Promise.all(callers);
  return (stored * 1_000) / (performance.now() - began);
}

for (const name of names) await run(rivals[name], () => undefined);
for (let repetition = 0; repetition < repetitions; repetition++)
  for (let turn = 0; turn < names.length; turn++) {
    const name = names[(turn + repetition) % names.length]!;
    rates[name].push(await run(rivals[name], (time) => (name === 'http' ? times.push(time) : 0)));
  }
const counting = (await readMetric('visit_counting_seconds')) / ((performance.now() - startedAt) / 1_000);
await api.kill('SIGTERM');
await Promise.all(clients.map((client) => client.end()));
await database.close();

/** What the server counts of itself. */
async function readMetric(name: string): Promise<number> {
  const response = await fetch(`${api.url}/api/metrics`, { headers: { Authorization: `Bearer ${metricsToken}` } });
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(await response.text())?.[1]);
}

const share = (name: 'writer' | 'http') => median(rates[name].map((rate, at) => rate / rates.bare[at]!));
const percent = (ratio: number) => `${(ratio * 100).toFixed(0)} %`;
for (const name of names) console.log(`${name.padEnd(6)} ${median(rates[name]).toFixed(0).padStart(6)} batches/s`);
console.log(
  `over HTTP: median ${quantile(times, 0.5).toFixed(1)} ms, of ${times.length} over ${connections} connections`,
);
demand(`our storage, of a bare insert, at least ${percent(goals.writer)}`, share('writer') >= goals.writer, percent(share('writer'))); // prettier-ignore
demand(`over HTTP, of a bare insert, at least ${percent(goals.http)}`, share('http') >= goals.http, percent(share('http'))); // prettier-ignore
const p99 = quantile(times, 0.99);
demand(`over HTTP, p99 at most ${goals.p99} ms`, p99 <= goals.p99, `${p99.toFixed(1)} ms`);
demand(`counting visits takes at most ${percent(goals.counting)} of the server's time`, counting <= goals.counting, percent(counting)); // prettier-ignore
