import { isDeepStrictEqual } from 'node:util';
import { migrate } from '../../api/platform/db/migrate.ts';
import { openDatabase } from '../../api/platform/db/open-database.ts';
import { saveFunnelVersions } from '../../api/events/funnel-versions.ts';
import { createLog } from '../../api/platform/log.ts';
import { computeReport } from '../../api/reports/read-report.ts';
import { reportGroups, type Report, type ReportGroup } from '../../api/reports/report.ts';
import { realFunnel } from '../engine/author/real-funnels.ts';
import { ExpectedFigures, type Figures } from '../events/simulated/expected-figures.ts';
import { simulateDays, type SimulatedDay } from '../events/simulated/simulate-days.ts';
import { receiveAt, storeAll, storePayments } from '../events/simulated/store-visits.ts';
import { figuresOfDay, figuresOfGroup } from '../events/simulated/reported-figures.ts';
import { createBareInserts } from './bare-inserts.ts';
import { openProofEvents } from './events-store.ts';
import { freshDatabaseUrl } from './postgres.ts';
import { demand, quantile } from './report.ts';

/**
 * A million visits of a month, told in batches as browsers tell them, are stored and counted by the code of the server,
 * day by day; then the report has to say exactly what the visitors did, within three seconds. Each day bare inserts, a
 * row and a commit each, are measured on the same PostgreSQL server. With EVENTS=clickhouse the events are in ClickHouse.
 */
const visits = Number(process.env['VISITS'] ?? 1_000_000);
const days = 30;
const maxSeconds = 3;
/** Batches that are counted in one transaction: more than a server takes at once, since here a day waits. */
const countedAtOnce = 10_000;

const { funnel } = realFunnel('sleep-issues');
const databaseUrl = await freshDatabaseUrl();
const database = await openDatabase({ databaseUrl, dataDirectory: '', log: createLog('error') });
await migrate(database);
await saveFunnelVersions(database, [funnel]);
const store = await openProofEvents(database);
const { events } = store;
const bare = await createBareInserts(databaseUrl);
const expected = new ExpectedFigures(funnel);
const spent = { storing: 0, counting: 0, batches: 0 };

const input = { visits, days, until: Date.now() - 24 * 3_600_000, seed: 'million' };
for (const day of simulateDays(funnel, input, expected)) await storeDay(day);
const rates = { stored: visits / spent.storing, batches: spent.batches / spent.storing, bare: bare.perSecond() };
console.log(`${visits} visits of ${funnel.id} in ${spent.batches} batches over ${days} days`);
console.log(`stored:  ${rates.stored.toFixed(0)} visits/s, ${rates.batches.toFixed(0)} batches/s`);
console.log(`bare durable inserts, a row each: ${rates.bare.toFixed(0)}/s on ${bare.connections} connections`);
console.log(`batches stored as a share of bare inserts: ${((100 * rates.batches) / rates.bare).toFixed(0)} %`);
console.log(`counted: ${(visits / spent.counting).toFixed(0)} visits/s`);
await bare.close();
await printSizes();
await proveReports();
await store.close();
await database.close();

async function storeDay({ end, batches, sold }: SimulatedDay): Promise<void> {
  await bare.measure(1_000);
  spent.storing += await secondsOf(() => storeAll(events, receiveAt(end, batches)));
  spent.batches += batches.length;
  await storePayments(database, sold);
  spent.counting += await secondsOf(async () => {
    while ((await events.count({ limit: countedAtOnce })) > 0);
  });
  console.log(
    `${end.toISOString().slice(0, 10)}: ${batches.length} batches; in all ${spent.storing.toFixed(0)} s of storing, ` +
      `${spent.counting.toFixed(0)} s of counting`,
  );
}

async function printSizes(): Promise<void> {
  const sizes = [...(await store.readSizes())].map(([name, bytes]) => {
    return `${name} ${(bytes / 1e6).toFixed(1)} MB (${(bytes / visits).toFixed(0)} B a visit)`;
  });
  console.log(`on disk, ${store.name}: ${sizes.join(', ')}`);
}

async function proveReports(): Promise<void> {
  for (const by of [null, ...reportGroups]) {
    const seconds: number[] = [];
    let report: Report | undefined;
    for (let time = 0; time < 6; time += 1)
      seconds.push(
        await secondsOf(
          async () =>
            void (report = await computeReport({ database, events }, funnel, {
              from: null,
              to: null,
              without: null,
              by,
            })),
        ),
      );
    const [first = NaN, ...others] = seconds;
    const median = quantile(others, 0.5);
    const times = `first ${first.toFixed(2)} s, then ${median.toFixed(2)} s (median of ${others.length})`;
    demand(`report by ${by ?? 'nothing'} in ${maxSeconds} s`, Math.max(first, median) < maxSeconds, times);
    demandSame(report!, by);
  }
}

function demandSame({ all, groups, days: told }: Report, by: ReportGroup | null): void {
  const differences = [
    ...differencesIn('all', figuresOfGroup(all)),
    ...told.flatMap((day) => differencesIn(`day ${day.day}`, figuresOfDay(day))),
    ...groups.flatMap((group) => differencesIn(`${by} ${group.name}`, figuresOfGroup(group))),
  ];
  const missing = [
    ...expected.names('day').filter((name) => !told.some(({ day }) => day === name)),
    ...expected.names(by ?? 'nothing').filter((name) => !groups.some((group) => group.name === name)),
  ];
  const wrong = [...differences, ...missing.map((name) => `${name} is missing`)];
  const figures = Object.keys(expected.of('all')).length * (1 + groups.length) + told.length;
  demand(`it says what ${visits} visits did`, wrong.length === 0, wrong.slice(0, 5).join('; ') || `${figures} figures`);
}

function differencesIn(group: string, told: Figures): string[] {
  const right = expected.of(group);
  if (isDeepStrictEqual(told, right)) return [];
  const names = new Set([...Object.keys(told), ...Object.keys(right)]);
  return [...names]
    .filter((name) => told[name] !== right[name])
    .map((name) => `${group}, ${name}: ${told[name] ?? 0} instead of ${right[name] ?? 0}`);
}

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1_000;
}
