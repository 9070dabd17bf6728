import { spawnSync } from 'node:child_process';
import { isDeepStrictEqual } from 'node:util';
import { createClickHouseEvents } from '../../api/events/clickhouse/clickhouse-events.ts';
import { connectClickHouse } from '../../api/events/clickhouse/connect.ts';
import { makeChanges } from '../../api/events/clickhouse/schema.ts';
import type { EventStore } from '../../api/events/event-store.ts';
import { saveFunnelVersions } from '../../api/events/funnel-versions.ts';
import { createPostgresEvents } from '../../api/events/postgres/postgres-events.ts';
import { migrate } from '../../api/platform/db/migrate.ts';
import { openDatabase } from '../../api/platform/db/open-database.ts';
import { createLog } from '../../api/platform/log.ts';
import { computeReport } from '../../api/reports/read-report.ts';
import { reportGroups } from '../../api/reports/report.ts';
import { installEngine, startEngine } from '../clickhouse/start-engine.ts';
import { realFunnel } from '../engine/author/real-funnels.ts';
import { ExpectedFigures } from '../events/simulated/expected-figures.ts';
import { simulateDays } from '../events/simulated/simulate-days.ts';
import { receiveAt, storeAll, storePayments } from '../events/simulated/store-visits.ts';
import { freshDatabaseUrl } from './postgres.ts';
import { demand } from './report.ts';

/**
 * `npm run copy-events` brings the visits of a month from PostgreSQL to ClickHouse, twice, where a part of what was told on
 * the last day has come as well: the reports say the same afterwards.
 */
const visits = Number(process.env['VISITS'] ?? 20_000);

if (!installEngine()) throw new Error('ClickHouse for proofs could not be installed (tests/clickhouse).');
const { funnel } = realFunnel('sleep-issues');
const databaseUrl = await freshDatabaseUrl();
const database = await openDatabase({ databaseUrl, dataDirectory: '', log: createLog('error') });
await migrate(database);
await saveFunnelVersions(database, [funnel]);
const engine = await startEngine({ fsync: true });
const clickhouseUrl = `${engine.url}/default`;
const clickhouse = connectClickHouse(clickhouseUrl);
await makeChanges(clickhouse);
const postgres = createPostgresEvents(database);
const events = createClickHouseEvents(clickhouse, database);

const input = { visits, days: 30, until: Date.now() - 24 * 3_600_000, seed: 'copy' };
const days = [...simulateDays(funnel, input, new ExpectedFigures(funnel))];
for (const [place, { end, batches, sold }] of days.entries()) {
  await storeAll(postgres, receiveAt(end, batches));
  const again = receiveAt(new Date(end.getTime() + 1_000), batches.slice(batches.length / 2));
  if (place === days.length - 1) await storeAll(events, again);
  await storePayments(database, sold);
}
while ((await postgres.count({ limit: 5_000 })) > 0);
const before = await readReports(postgres);

for (let time = 1; time <= 2; time++) {
  const began = performance.now();
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/copy-events.ts'], {
    env: { ...process.env, DATABASE_URL: databaseUrl, EVENTS_DATABASE_URL: clickhouseUrl },
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`npm run copy-events ended with ${status}`);
  const seconds = (performance.now() - began) / 1_000;
  console.log(`copied ${visits} visits in ${seconds.toFixed(0)} s: ${(visits / seconds).toFixed(0)} visits/s`);
  const after = await readReports(events);
  const wrong = [...before].filter(([by, report]) => !isDeepStrictEqual(report, after.get(by))).map(([by]) => by);
  demand('all reports say what they said before', wrong.length === 0, wrong.join(', ') || `${before.size} reports`);
}
await clickhouse.close();
await engine.remove();
await database.close();

/** By how they are grouped. */
async function readReports(store: EventStore): Promise<ReadonlyMap<string, object>> {
  const reports = new Map<string, object>();
  for (const by of [null, ...reportGroups]) {
    const report = await computeReport({ database, events: store }, funnel, {
      from: null,
      to: null,
      without: null,
      by,
    });
    reports.set(by ?? 'nothing', { ...report, madeAt: null });
  }
  return reports;
}
