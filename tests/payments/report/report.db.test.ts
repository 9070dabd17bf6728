import { expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../../api/platform/db/database.ts';
import { describePostgres } from '../../harness/databases.ts';
import { readPaymentReport, type ReportPeriod, type ReportRow } from '../../../api/payments/report.ts';
import { storePayments } from './paid.ts';

const always: ReportPeriod = { from: null, to: null };

/** The rows of one group, each by its value and currency. */
async function report(database: Database, by: ReportRow['by'], period: ReportPeriod = always) {
  const rows = await readPaymentReport(database, period);
  return rows.filter((row) => row.by === by);
}

describePostgres('the report', (open) => {
  test('sums up what was paid, given back and disputed by plan, and each currency for itself', async () => {
    const database = await open();
    await storePayments(database, [{ paidAt: null }]);
    expect(await readPaymentReport(database, always)).toEqual([]);
    await storePayments(database, [
      { refunded: 1499, givenTwice: 870 },
      { refunded: 500 },
      { kind: 'renewal', disputed: true, refunded: 99 },
      { plan: 'lifetime', amount: 8999 },
      { currency: 'EUR', amount: 1399 },
      { paidAt: null },
    ]);
    const none = { purchases: 0, renewals: 0, refunded: 0, givenTwice: 0, disputed: 0 };
    const lifetime = { ...none, currency: 'USD', purchases: 1, paid: 8999, net: 8999 };
    const counts = { currency: 'USD', purchases: 2, renewals: 1 };
    const basic = { ...counts, paid: 4497, refunded: 2098, givenTwice: 870, disputed: 1400, net: 999 };
    const euros = { ...none, currency: 'EUR', purchases: 1, paid: 1399, net: 1399 };
    expect(await report(database, 'plan')).toEqual([
      { by: 'plan', value: 'basic', ...euros },
      { by: 'plan', value: 'lifetime', ...lifetime },
      { by: 'plan', value: 'basic', ...basic },
    ]);
    expect(await report(database, 'all')).toEqual([
      { by: 'all', value: null, ...euros },
      { by: 'all', value: null, ...basic, purchases: 3, paid: 13496, net: 9998 },
    ]);
  });

  test('counts a renewal for the funnel and the source of the purchase, even of one before the period or removed since', async () => {
    const database = await open();
    const mine = [
      { subscription: 'sub_1', funnel: 'sleep', source: 'meta', paidAt: '2026-10-10T12:00:00Z' },
      { subscription: 'sub_1', kind: 'renewal', plan: 'basic', paidAt: '2026-11-10T12:00:00Z' },
      { subscription: 'sub_2', kind: 'renewal', amount: 100, paidAt: '2026-11-11T12:00:00Z' },
    ] as const;
    await storePayments(database, mine, { removed: true });
    const period = { from: '2026-11-01', to: '2026-11-30' };
    const expected = [
      { value: 'sleep', purchases: 0, renewals: 1, paid: 1499 },
      { value: null, purchases: 0, renewals: 1, paid: 100 },
    ];
    expect(await report(database, 'funnel', period)).toMatchObject(expected);
    expect(await report(database, 'utm_source', period)).toMatchObject([
      { ...expected[0], value: 'meta' },
      expected[1],
    ]);
  });

  test('counts days and months in UTC, the last day to its end', async () => {
    const database = await open();
    await database.knex.raw(`SET TIME ZONE 'Pacific/Auckland'`);
    onTestFinished(() => database.knex.raw('RESET TIME ZONE'));
    const edges = [
      '2026-10-31T23:59:59.999Z',
      '2026-11-01T00:00:00Z',
      '2026-11-30T23:59:59.999Z',
      '2026-12-01T00:00:00Z',
    ];
    await storePayments(
      database,
      edges.map((paidAt, index) => ({ paidAt, amount: 10 ** index })),
    );
    expect(await report(database, 'all', { from: '2026-11-01', to: '2026-11-30' })).toMatchObject([{ paid: 110 }]);
    expect(await report(database, 'all', { from: '2026-11-01', to: null })).toMatchObject([{ paid: 1110 }]);
    expect(await report(database, 'all', { from: null, to: '2026-10-31' })).toMatchObject([{ paid: 1 }]);
    expect(await report(database, 'month')).toMatchObject([
      { value: '2026-10', paid: 1 },
      { value: '2026-11', paid: 110 },
      { value: '2026-12', paid: 1000 },
    ]);
  });
});
