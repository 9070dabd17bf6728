import { createServer, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createReplica } from '../../api/platform/db/replica.ts';
import type { Database } from '../../api/platform/db/database.ts';
import { computeReport } from '../../api/reports/read-report.ts';
import { quizOne as funnel } from '../engine/run/quiz-one.ts';
import { recordingLog } from '../harness/app.ts';
import { describePostgres, urlOf } from '../harness/databases.ts';
import { storesIn } from '../harness/event-stores.ts';
import { run } from '../scripts/funnel/run.ts';
import { storeCounts } from './stored-visits.ts';

/** The replica at this address, where events are in the main database. */
function replicaAt(database: Database, databaseReplicaUrl: string) {
  const { log, logged } = recordingLog();
  const config = { databaseReplicaUrl, eventsDatabaseUrl: null, databasePool: 2, databasePrepared: 'on' } as const;
  const replica = createReplica({ database, config, log })!;
  onTestFinished(() => replica.close());
  return { replica, reasons: () => logged.map(({ event, context }) => `${event} ${String(context?.['reason'])}`) };
}

const fail = () => Promise.reject(new TypeError('a bug'));
const readNewTable = (copy: Database) => copy.knex.raw('SELECT * FROM a_table_that_is_not_there_yet');

const always = { from: null, to: null, without: null, by: null };

describePostgres('a replica', (open) => {
  test('is read by reports, once it has what is known', async () => {
    const database = await open();
    const { replica, reasons } = replicaAt(database, urlOf(database));
    const read: string[] = [];
    const followed: typeof replica = {
      ...replica,
      read: (work, otherwise) =>
        replica.read((copy, knownAt) => {
          read.push(copy === database ? 'the database' : 'its copy');
          return work(copy, knownAt);
        }, otherwise),
    };
    const stores = storesIn(database);
    await storeCounts(stores, { funnel, counts: { visits: 5, visitors: 4 } });
    const before = new Date();
    const report = await computeReport({ ...stores, replica: followed }, funnel, always);
    expect([report.all.visits, read]).toEqual([5, ['its copy']]);
    expect(Date.parse(report.madeAt)).toBeGreaterThanOrEqual(before.getTime());
    expect(reasons()).toEqual([]);
  });

  test('that is away is left alone for a while: the database itself is read', async () => {
    const database = await open();
    const { replica, reasons } = replicaAt(database, 'postgres://nobody@127.0.0.1:1/none');
    const stores = storesIn(database);
    await storeCounts(stores, { funnel, counts: { visits: 5, visitors: 4 } });
    for (let time = 0; time < 2; time++) {
      const report = await computeReport({ ...stores, replica }, funnel, always);
      expect(report.all.visits).toBe(5);
    }
    expect(reasons()).toEqual([expect.stringMatching(/^replica_not_read .*127\.0\.0\.1:1.*DATABASE_REPLICA_URL/)]);
  });

  test('is no other database', async () => {
    const [database, other] = [await open(), await open()];
    const { replica, reasons } = replicaAt(database, urlOf(other));
    const [there, here] = [() => Promise.resolve('there'), () => Promise.resolve('here')];
    expect(await replica.read(there, here)).toBe('here');
    expect(reasons()).toEqual([expect.stringContaining('no copy of the one at DATABASE_URL')]);
  });

  test('is not to blame for what goes wrong in the work itself, which is thrown', async () => {
    const database = await open();
    const { replica, reasons } = replicaAt(database, urlOf(database));
    await expect(replica.read(fail, () => Promise.resolve('here'))).rejects.toThrow('a bug');
    expect(reasons()).toEqual([]);
    expect(await replica.read(readNewTable, () => Promise.resolve('here'))).toBe('here');
    expect(reasons()).toEqual([expect.stringContaining('a_table_that_is_not_there_yet')]);
  });

  test('is asked for leads by their command', async () => {
    const database = await open();
    let isAsked = false;
    const replica = createServer((socket) => {
      isAsked = true;
      socket.destroy();
    });
    await new Promise<void>((resolve) => replica.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void replica.close());
    vi.stubEnv('DATABASE_URL', urlOf(database));
    vi.stubEnv('DATABASE_REPLICA_URL', `postgres://nobody@127.0.0.1:${(replica.address() as AddressInfo).port}/none`);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await run(['leads', '--json'])).toMatchObject({ out: '[]\n', exitCode: 0 });
    expect(isAsked).toBe(true);
  });
});
