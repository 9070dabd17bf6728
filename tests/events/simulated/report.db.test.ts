import { expect, test } from 'vitest';
import { saveFunnelVersions } from '../../../api/events/funnel-versions.ts';
import { computeReport } from '../../../api/reports/read-report.ts';
import { reportGroups, type ReportGroup } from '../../../api/reports/report.ts';
import { describeEventStores } from '../../harness/event-stores.ts';
import { realFunnel } from '../../engine/author/real-funnels.ts';
import { ExpectedFigures } from './expected-figures.ts';
import { simulateDays } from './simulate-days.ts';
import { receiveAt, storeAll, storePayments } from './store-visits.ts';
import { figuresOfDay, figuresOfGroup } from './reported-figures.ts';

const { funnel } = realFunnel('sleep-issues');
const day = 24 * 3_600_000;
const input = { days: 2, seed: 'report', until: Date.now() - day };
/** The embedded database is many times slower, and runs the same SQL. */
const visits = { postgres: 2_000, embedded: 400 };

describeEventStores('a report on simulated visits', (open) => {
  test('says exactly what the visitors did, in all and in each group', async () => {
    const stores = await open();
    const { database, events } = stores;
    await saveFunnelVersions(database, [funnel]);
    const expected = new ExpectedFigures(funnel);
    for (const { batches, sold, end } of simulateDays(funnel, { ...input, visits: visits[database.kind] }, expected)) {
      await storeAll(events, receiveAt(end, batches));
      await storePayments(database, sold);
    }
    while ((await events.count({ limit: 2_000 })) > 0);
    const read = (by: ReportGroup | null) => computeReport(stores, funnel, { from: null, to: null, without: null, by });
    const { all, days } = await read(null);
    expect(figuresOfGroup(all)).toEqual(expected.of('all'));
    expect(days.map(({ day }) => day).sort()).toEqual([...expected.names('day')].sort());
    for (const each of days) expect(figuresOfDay(each)).toEqual(expected.of(`day ${each.day}`));
    for (const by of reportGroups) {
      const { groups } = await read(by);
      expect(groups.map(({ name }) => name).sort()).toEqual([...expected.names(by)].sort());
      for (const group of groups) expect(figuresOfGroup(group)).toEqual(expected.of(`${by} ${group.name}`));
    }
  });
});
