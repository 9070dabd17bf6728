import { readdirSync, readFileSync } from 'node:fs';
import { batchesAtOnce, dueUntil } from '../../api/events/counting/sparing-count.ts';
import type { EventBatch } from '../../api/events/batches.ts';
import { saveFunnelVersions } from '../../api/events/funnel-versions.ts';
import { migrate } from '../../api/platform/db/migrate.ts';
import { openPostgres } from '../../api/platform/db/open-postgres.ts';
import { createLog } from '../../api/platform/log.ts';
import { realFunnel } from '../engine/author/real-funnels.ts';
import { ExpectedFigures } from '../events/simulated/expected-figures.ts';
import { simulateDays } from '../events/simulated/simulate-days.ts';
import { receiveAt, storeAll } from '../events/simulated/store-visits.ts';
import { openProofEvents } from './events-store.ts';
import { freshDatabaseUrl } from './postgres.ts';
import { demand } from './report.ts';

/**
 * What a visit takes in PostgreSQL, with all its indexes, and of the processors (with EVENTS=clickhouse: in ClickHouse): batches come in the order of their
 * times, 200 visits a minute, as pages and the server report them, and what is due is counted every five seconds; only
 * time runs faster. What the first half needs, such as room for what waits, the second half finds there.
 */
const visits = Number(process.env['VISITS'] ?? 20_000);
const visitsPerDay = 200 * 60 * 24;
const maxBytes = 800;
const second = 1_000;

const { funnel } = realFunnel('sleep-issues');
const database = await openPostgres({ databaseUrl: await freshDatabaseUrl(), log: createLog('error') });
await migrate(database);
await saveFunnelVersions(database, [funnel]);
const store = await openProofEvents(database);
const { events } = store;
const isPostgres = store.name === 'postgres';
const server = await findServer();
const input = { visits, days: visits / visitsPerDay, until: Date.now() - 3_600 * second, seed: 'size' };
const days = [...simulateDays(funnel, input, new ExpectedFigures(funnel))];
const arrivals = inOrder(days.flatMap(({ batches }) => batches));
const seconds = { node: 0, server: secondsSpent() };
let now = arrivals[0]!.at;
let half: Sizes | undefined;
for (let next = 0; next < arrivals.length; now += 5 * second) {
  const part: EventBatch[] = [];
  for (; (arrivals[next]?.at ?? Infinity) <= now; next++) part.push(arrivals[next]!.batch);
  await storeAll(events, receiveAt(new Date(now), part));
  await count(dueUntil(now));
  if (isPostgres && now % (60 * second) < 5 * second) await vacuum();
  if (next > arrivals.length / 2) half ??= await readSizes();
}
const end = await readSizes();
const perVisit = (total: number) => `${((total * 1_000) / visits).toFixed(2)} ms`;
console.log(`${visits} visits of ${funnel.id} in ${arrivals.length} batches`);
console.log(`counting: ${perVisit(seconds.node)} of this process a visit`);
console.log(`storing and counting: ${perVisit(secondsSpent() - seconds.server)} of ${store.name} a visit`);
const grown = [...end].map(([name, size]) => {
  return { name, bytes: Math.max(0, size - (half?.get(name) ?? 0)) / (visits / 2) };
});
for (const { name, bytes } of grown) console.log(`${name.padEnd(36)} ${bytes.toFixed(0).padStart(5)} B a visit`);
const bytes = grown.reduce((sum, each) => sum + each.bytes, 0);
demand(`a visit takes at most ${maxBytes} B in all`, bytes <= maxBytes, `${bytes.toFixed(0)} B`);
await store.close();
await database.close();

/** When each batch comes: with its last event; what the server reports a minute after the visit, or two. */
function inOrder(batches: readonly EventBatch[]): readonly { readonly at: number; readonly batch: EventBatch }[] {
  const ends = new Map<string, number>();
  for (const batch of batches) ends.set(batch.visit, Math.max(ends.get(batch.visit) ?? 0, endOf(batch)));
  const timeOf = (batch: EventBatch) =>
    batch.page > 0 ? endOf(batch) : ends.get(batch.visit)! + batch.n * 60 * second;
  return batches.map((batch) => ({ at: timeOf(batch), batch })).toSorted((one, other) => one.at - other.at);
}

function endOf({ page, events }: EventBatch): number {
  return page + events.at(-1)![0];
}

async function count(until: Date): Promise<void> {
  const before = process.cpuUsage();
  while ((await events.count({ limit: batchesAtOnce, until })) > 0);
  const { user, system } = process.cpuUsage(before);
  seconds.node += (user + system) / 1e6;
}

/** As autovacuum would, which looks every minute: a fifth of the batches has gone by then. */
async function vacuum(): Promise<void> {
  await database.knex.raw('VACUUM event_batches');
  await database.knex.raw('VACUUM quiz_counts');
}

type Sizes = ReadonlyMap<string, number>;

/** Of tables with their TOAST, and of indexes; all partitions of one together. */
async function readSizes(): Promise<Sizes> {
  if (!isPostgres) return store.readSizes();
  const { rows } = await database.knex.raw<{ rows: { name: string; bytes: string }[] }>(`
    SELECT coalesce(pg_partition_root(oid), oid)::regclass AS name, sum(pg_table_size(oid)) AS bytes
    FROM pg_class WHERE relkind IN ('r', 'i') AND relname ~ '^(event_batches|quiz_|visit_)'
    GROUP BY 1 ORDER BY 2 DESC`);
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}

/** The process that all of PostgreSQL's are children of; it runs on this machine. */
async function findServer(): Promise<number> {
  const { rows } = await database.knex.raw<{ rows: { pid: number }[] }>('SELECT pg_backend_pid() AS pid');
  return Number(statOf(rows[0]!.pid)[1]);
}

/** Processor time of what has the events. */
function secondsSpent(): number {
  return store.pid === null ? secondsOf(server) : secondsOf(store.pid);
}

/** Processor time of a process with its children, also those that have ended. */
function secondsOf(parent: number): number {
  const stats = readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(statOf); // prettier-ignore
  const children = stats.filter((stat) => stat[1] === String(parent));
  const ticks = children.reduce((sum, stat) => sum + Number(stat[11]) + Number(stat[12]), 0);
  const own = statOf(parent);
  return [11, 12, 13, 14].reduce((sum, field) => sum + Number(own[field]), ticks) / 100;
}

/** From the state on; empty where the process is gone. */
function statOf(pid: number | string): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    return [];
  }
}
