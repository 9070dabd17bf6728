import { expect, onTestFinished, test } from 'vitest';
import { saveFunnelVersions } from '../../api/events/funnel-versions.ts';
import { storeNotRecorded } from '../../api/events/not-recorded.ts';
import { computeReport } from '../../api/reports/read-report.ts';
import type { ReportQuery } from '../../api/reports/report.ts';
import type { ExperimentReport } from '../../api/reports/statistics/experiments.ts';
import { describeEventTables } from '../harness/event-stores.ts';
import { buildFunnel } from '../engine/run/build-funnel.ts';
import { storeCounts, storePayments, storeVisit } from './stored-visits.ts';

const always: ReportQuery = { from: null, to: null, without: null, by: null };

const funnel = buildFunnel({
  version: '2222222222222222',
  goals: { start: 'began', finish: 'ended' },
  experiments: [{ name: 'tone', variants: ['warm', 'plain'].map((name) => ({ name, weight: 50 })) }],
  steps: [
    { id: 'welcome', type: 'intro' },
    { id: 'trouble', type: 'single_choice', options: ['noise', { key: 'worry', renamedFrom: ['thoughts'] }] },
    { id: 'hours', type: 'number', min: 5, max: 7, renamedFrom: ['sleep'] },
  ],
  outcomes: [{ id: 'calm', topics: ['rest'] }],
});

const earlier = buildFunnel({
  version: '1111111111111111',
  steps: [
    { id: 'hello', type: 'intro' },
    { id: 'trouble', type: 'single_choice', options: ['noise', 'thoughts', 'light'] },
    { id: 'sleep', type: 'number', min: 5, max: 7 },
  ],
});

describeEventTables('the report', (open) => {
  test('tells each step, answer and outcome of the present version, also what had no visitors', async () => {
    const stores = await open();
    await storeCounts(stores, {
      funnel,
      counts: {
        visits: 5,
        visitors: 4,
        finished: 1,
        sign_ups: 2,
        purchases: 1,
        unreadable: 1,
        'shown welcome': 5,
        'left welcome': 2,
        'way welcome trouble': 3,
        'time welcome 2': 9,
        'time welcome 9': 1,
        'shown trouble': 3,
        'left trouble': 2,
        'answer trouble noise': 1,
        'way trouble ': 1,
        'outcome calm': 1,
        'goal began': 3,
      },
    });
    const { all, days, groups, version } = await computeReport(stores, funnel, always);
    expect(version).toBe(funnel.version);
    const times = { median: expect.closeTo(2.35, 1) as number, p90: expect.closeTo(2.8, 1) as number };
    expect(all).toEqual({
      visitors: 4,
      visits: 5,
      finished: 1,
      signUps: 2,
      purchases: 1,
      unreadable: 1,
      revenue: [],
      steps: [
        {
          id: 'welcome',
          type: 'intro',
          shown: 5,
          left: 2,
          time: times,
          answers: null,
          ways: [{ to: 'trouble', visits: 3 }],
        },
        {
          id: 'trouble',
          type: 'single_choice',
          shown: 3,
          left: 2,
          time: null,
          answers: [
            { key: 'noise', visits: 1 },
            { key: 'worry', visits: 0 },
          ],
          ways: [{ to: null, visits: 1 }],
        },
        {
          id: 'hours',
          type: 'number',
          shown: 0,
          left: 0,
          time: null,
          ways: [],
          answers: ['5', '6', '7'].map((key) => ({ key, visits: 0 })),
        },
      ],
      outcomes: [{ id: 'calm', visits: 1 }],
      goals: [
        { name: 'began', visits: 3 },
        { name: 'ended', visits: 0 },
      ],
    });
    expect(days).toEqual([{ day: '2026-11-10', visitors: 4, visits: 5, finished: 1, signUps: 2, purchases: 1 }]);
    expect(groups).toEqual([]);
  });

  test('carries earlier names over, and lists what is gone after what there is', async () => {
    const stores = await open();
    await storeCounts(stores, {
      funnel: earlier,
      counts: {
        visits: 4,
        'shown hello': 4,
        'way hello trouble': 4,
        'shown trouble': 4,
        'shown sleep': 3,
        'shown never': 0,
        'answer trouble thoughts': 2,
        'answer trouble light': 1,
        'way trouble sleep': 3,
        'answer sleep 6': 2,
        'outcome tired': 2,
        'goal old': 1,
        'time sleep 2': 1,
      },
    });
    await storeCounts(stores, { funnel, counts: { visits: 1, 'shown trouble': 1, 'answer trouble worry': 1 } });
    const { all } = await computeReport(stores, funnel, always);
    expect(all.steps.map(({ id, type, shown }) => [id, type, shown])).toEqual([
      ['welcome', 'intro', 0],
      ['trouble', 'single_choice', 5],
      ['hours', 'number', 3],
      ['hello', 'intro', 4],
    ]);
    const [, trouble, hours] = all.steps;
    expect(trouble!.answers).toEqual([
      { key: 'noise', visits: 0 },
      { key: 'worry', visits: 3 },
      { key: 'light', visits: 1 },
    ]);
    expect(trouble!.ways).toEqual([{ to: 'hours', visits: 3 }]);
    expect(hours!.answers).toContainEqual({ key: '6', visits: 2 });
    expect(hours!.time).not.toBeNull();
    expect(all.outcomes).toEqual([
      { id: 'calm', visits: 0 },
      { id: 'tired', visits: 2 },
    ]);
    expect(all.goals.at(-1)).toEqual({ name: 'old', visits: 1 });
  });

  test('is of the days that are asked for, both included, and of no other funnel', async () => {
    const stores = await open();
    await stores.tables.knex.raw(`SET TIME ZONE 'Pacific/Auckland'`);
    onTestFinished(() => stores.tables.knex.raw('RESET TIME ZONE'));
    const days = ['2026-10-31', '2026-11-01', '2026-11-03', '2026-11-04'];
    for (const [index, day] of days.entries()) {
      await storeCounts(stores, { funnel, day, counts: { visits: 10 ** index, visitors: 1 } });
      const visit = await storeVisit(stores, funnel, {
        startedAt: `${day}T${index % 2 ? '00:00:00' : '23:59:59.999'}Z`,
      });
      await storePayments(stores.database, [{ visit, amount: 10 ** index }]);
    }
    await storeCounts(stores, { funnel: { ...funnel, id: 'other' }, day: '2026-11-02', counts: { visits: 7 } });
    const { all, days: told } = await computeReport(stores, funnel, {
      from: '2026-11-01',
      to: '2026-11-03',
      without: null,
      by: null,
    });
    expect(all).toMatchObject({ visits: 110, visitors: 2, revenue: [{ currency: 'USD', paid: 110, returned: 0 }] });
    expect(told.map(({ day, visits }) => [day, visits])).toEqual([
      ['2026-11-01', 10],
      ['2026-11-02', 0],
      ['2026-11-03', 100],
    ]);
    const since = await computeReport(stores, funnel, { from: '2026-11-04', to: null, without: null, by: null });
    expect([since.all.visits, since.all.revenue[0]!.paid]).toEqual([1000, 1000]);
    expect((await computeReport(stores, funnel, { ...always, to: '2026-10-30' })).days).toEqual([]);
  });

  test('leaves days out, to the millisecond: their visits, visitors, revenue, and what experiments know of them', async () => {
    const stores = await open();
    const days = ['2026-11-03', '2026-11-04', '2026-11-05', '2026-11-06'];
    const times = ['23:59:59.999', '00:00:00', '23:59:59.999', '00:00:00'];
    for (const [index, day] of days.entries()) {
      const [count, variants] = [10 ** index, { tone: 'warm' }];
      const met = {
        'met tone warm': count,
        'met_finished tone warm': count,
        ...(index === 1 && { 'met tone plain': 1 }),
      };
      const counts = { visits: count, visitors: count, ...met };
      await storeCounts(stores, { funnel, day, counts, variants });
      const startedAt = `${day}T${times[index]!}Z`;
      const visit = await storeVisit(stores, funnel, { startedAt, variants, signedUp: true, bought: true });
      await storePayments(stores.database, [{ visit, amount: count }]);
      await storeNotRecorded(
        stores.database.knex,
        Array.from({ length: 2 ** index }, () => ({ funnel: funnel.id, day })),
      );
    }
    await storeNotRecorded(stores.database.knex, [{ funnel: 'other', day: '2026-11-03' }]);
    // The first visit of this browser is left out, so that nothing of the experiment is known of it; the later one counts.
    await storeVisit(stores, funnel, { seed: 'a', startedAt: '2026-11-04T12:00:00Z', variants: { tone: 'plain' } });
    await storeVisit(stores, funnel, { seed: 'a', first: false, startedAt: '2026-11-06T12:00:00Z', bought: true });
    const read = async (query: Partial<ReportQuery>) => {
      const report = await computeReport(stores, funnel, { ...always, ...query });
      const [{ conversions, revenue, variants }] = report.experiments as [ExperimentReport];
      return {
        visits: report.all.visits,
        paid: report.all.revenue[0]!.paid,
        days: report.days.map(({ day }) => day),
        met: variants.map(({ visitors }) => visitors),
        sold: variants[0]!.sales.map(({ amount }) => amount),
        converted: conversions.map(({ variants }) => variants.map(({ converted }) => converted)),
        kept: revenue[0]!.variants[0]!.rate,
        notRecorded: report.notRecorded,
      };
    };
    expect(await read({})).toMatchObject({ visits: 1_111, notRecorded: 15, converted: [[1_111, 0], [4, 0], [4, 1]] }); // prettier-ignore
    const without = { from: '2026-11-04', to: '2026-11-05' };
    expect(await read({ without })).toEqual({
      visits: 1_001,
      paid: 1_001,
      days: ['2026-11-03', '2026-11-06'],
      met: [1_001, 0],
      sold: [1, 1_000],
      converted: [[1_001, 0], [2, 0], [2, 0]], // prettier-ignore
      kept: 1,
      notRecorded: 9,
    });
    expect(await read({ without, to: '2026-11-05' })).toMatchObject({ visits: 1, paid: 1, notRecorded: 1 });
  });

  test('puts groups beside each other that add up to all, with what their visits brought', async () => {
    const stores = await open();
    const shares = [
      { locale: 'en', source: 'meta', variants: { tone: 'warm' }, counts: { visits: 3, 'shown welcome': 3 } },
      { locale: 'es', source: '', variants: { tone: 'plain' }, counts: { visits: 5, 'shown welcome': 4 } },
      { locale: 'en', source: '', variants: {}, counts: { visits: 1, 'shown welcome': 1 } },
    ];
    for (const share of shares) {
      await storeCounts(stores, { funnel, ...share });
      const visit = await storeVisit(stores, funnel, share);
      await storePayments(stores.database, [{ visit, amount: 100 * share.counts.visits }]);
    }
    const read = async (by: 'variant' | 'utm_source' | 'locale') => {
      const { all, groups } = await computeReport(stores, funnel, { ...always, by });
      expect(groups.reduce((sum, { visits }) => sum + visits, 0)).toBe(all.visits);
      return groups.map(({ name, visits, steps, revenue }) => [name, visits, steps[0]!.shown, revenue[0]!.paid]);
    };
    expect(await read('locale')).toEqual([
      ['es', 5, 4, 500],
      ['en', 4, 4, 400],
    ]);
    expect(await read('utm_source')).toEqual([
      ['(none)', 6, 5, 600],
      ['meta', 3, 3, 300],
    ]);
    expect(await read('variant')).toEqual([
      ['tone=plain', 5, 4, 500],
      ['tone=warm', 3, 3, 300],
      ['(none)', 1, 1, 100],
    ]);
  });

  test('sums up however many counts there are', async () => {
    const stores = await open();
    const text = `
      INSERT INTO quiz_counts
      SELECT ?, ?, '2026-11-01'::date + number % 3, 'en', 'source ' || number, '{}', '{"visits": 1}'
      FROM generate_series(1, 4001) AS number`;
    await stores.tables.knex.raw(text, [funnel.id, funnel.version]);
    const { all, groups, days } = await computeReport(stores, funnel, { ...always, by: 'utm_source' });
    expect(all.visits).toBe(4001);
    expect(groups.at(-1)).toMatchObject({ name: '(other)', visits: 3981 });
    expect(days.map(({ visits }) => visits)).toEqual([1333, 1334, 1334]);
  });

  test('counts renewals for the visit of their purchase, and tells what was given back or is disputed', async () => {
    const stores = await open();
    await storeCounts(stores, { funnel, counts: { visits: 2 } });
    const [one, other] = [await storeVisit(stores, funnel), await storeVisit(stores, funnel)];
    await storePayments(stores.database, [
      { visit: one, subscription: 'sub_1', amount: 1499, refunded: 500 },
      { kind: 'renewal', subscription: 'sub_1', amount: 1499, disputed: true, refunded: 99 },
      { kind: 'renewal', subscription: 'sub_1', amount: 1499 },
      { visit: other, amount: 900, currency: 'EUR' },
      { visit: other, amount: 7777, paid: false },
      { kind: 'renewal', subscription: 'sub_2', amount: 8888 },
      { amount: 9999 },
    ]);
    expect((await computeReport(stores, funnel, always)).all.revenue).toEqual([
      { currency: 'EUR', paid: 900, returned: 0 },
      { currency: 'USD', paid: 3 * 1499, returned: 500 + 1499 },
    ]);
  });

  test('says of experiments what became of each visitor, also after a later visit', async () => {
    const stores = await open();
    const old = {
      ...earlier,
      experiments: [
        {
          name: 'tone',
          variants: [
            { name: 'warm', weight: 3 },
            { name: 'plain', weight: 1 },
          ],
        },
        { name: 'look', variants: ['light', 'dark'].map((name) => ({ name, weight: 1 })) },
      ],
    };
    await storeCounts(stores, {
      funnel: old,
      counts: {
        'met tone warm': 3,
        'met tone plain': 1,
        'met_finished tone warm': 2,
        'met look dark': 1,
        'met look light': 1,
      },
    });
    await storeCounts(stores, { funnel, counts: { 'met tone warm': 1, 'met tone plain': 3, 'met look dark': 2 } });
    const [warm, plain] = [{ variants: { tone: 'warm' } }, { variants: { tone: 'plain' } }];
    await storeVisit(stores, funnel, { ...warm, seed: 'a', signedUp: true });
    await storeVisit(stores, funnel, { ...plain, seed: 'a', first: false, signedUp: true, bought: true });
    const visit = await storeVisit(stores, funnel, { ...plain, seed: 'b' });
    await storePayments(stores.database, [
      { visit, amount: 999 },
      { visit, amount: 999 },
      { visit, amount: 999, kind: 'renewal' },
    ]);
    await storeVisit(stores, funnel, {
      ...plain,
      seed: 'b',
      first: false,
      startedAt: '2027-01-01T00:00:00Z',
      bought: true,
    });
    await storeVisit(stores, { ...funnel, id: 'other' }, { ...plain, seed: 'b', bought: true, signedUp: true });
    const later = await storeVisit(stores, funnel, { ...plain, seed: 'a', first: false, bought: true });
    await storePayments(stores.database, [
      { visit: later, amount: 1499, refunded: 500 },
      { visit: later, amount: 8999, disputed: true },
      { visit: later, amount: 8999, paid: false },
    ]);
    const { experiments } = await computeReport(stores, funnel, { ...always, to: '2026-11-30' });
    expect(experiments[0]!.revenue).toMatchObject([
      {
        currency: 'USD',
        // Of who came back and met another variant, it counts for the first one; of the renewal nothing does.
        variants: [
          { name: 'warm', visitors: 4, rate: 999 / 4, lift: null },
          { name: 'plain', visitors: 4, rate: 1998 / 4, lift: [expect.any(Number), expect.any(Number)] },
        ],
        verdict: 'too_small',
      },
    ]);
    expect(experiments[1]!.revenue).toEqual([]);
    expect(experiments.map(({ name, variants }) => [name, variants])).toEqual([
      [
        'tone',
        [
          { name: 'warm', visitors: 4, expected: 0.75 * 4 + 0.5 * 4, sales: [] },
          {
            name: 'plain',
            visitors: 4,
            expected: 0.25 * 4 + 0.5 * 4,
            sales: [
              { plan: 'basic', amount: 999, currency: 'USD', count: 2 },
              { plan: 'basic', amount: 1499, currency: 'USD', count: 1 },
              { plan: 'basic', amount: 8999, currency: 'USD', count: 1 },
            ],
          },
        ],
      ],
      [
        'look', // is over: the one that the others were compared with is first all the same
        [
          { name: 'light', visitors: 1, expected: 1, sales: [] },
          { name: 'dark', visitors: 3, expected: 1, sales: [] },
        ],
      ],
    ]);
    const converted = experiments[0]!.conversions.map(({ conversion, variants }) => [
      conversion,
      variants.map(({ converted }) => converted),
    ]);
    expect(converted).toEqual([
      ['finished', [2, 0]],
      ['sign_up', [1, 0]],
      ['purchase', [1, 1]],
    ]);
  });

  test('comes to the same in whatever order the counts are read', async () => {
    const stores = await open();
    for (const [number, weight] of [1, 5, 2].entries()) {
      const variants = ['warm', 'plain'].map((name, place) => ({ name, weight: place === 0 ? weight : 7 }));
      const version = funnel.version.replaceAll('2', String(number + 3));
      const counted = { ...funnel, version, experiments: [{ ...funnel.experiments[0]!, variants }] };
      await storeCounts(stores, { funnel: counted, counts: { visits: 1, 'met tone warm': 1 } });
    }
    const backwards: typeof stores.events = {
      ...stores.events,
      async readCounted(id, period, add) {
        const rows: Parameters<typeof add>[0][] = [];
        const converted = await stores.events.readCounted(id, period, (row) => void rows.unshift(row));
        rows.forEach(add);
        return converted;
      },
    };
    const report = await computeReport(stores, funnel, always);
    const { madeAt } = report;
    expect({ ...(await computeReport({ ...stores, events: backwards }, funnel, always)), madeAt }).toEqual(report);
  });

  test('counts what was reported until now', async () => {
    const stores = await open();
    await saveFunnelVersions(stores.database, [funnel]);
    const start = { version: funnel.version, locale: 'en', seed: 'a', source: 'Meta' };
    const visit = '0192f0c1-2a3b-7c4d-8e5f-0123456789ab';
    const events = [
      [0, 'open', start],
      [1500, 'next', 'welcome'],
    ] as const;
    await stores.events.storeBatches([{ funnel: funnel.id, visit, page: Date.now(), n: 0, events }]);
    const { all, groups } = await computeReport(stores, funnel, { ...always, by: 'utm_source' });
    expect(all).toMatchObject({ visitors: 1, visits: 1, unreadable: 0 });
    expect(all.steps.map(({ shown, left }) => [shown, left])).toEqual([
      [1, 0],
      [1, 1],
      [0, 0],
    ]);
    expect(groups.map(({ name }) => name)).toEqual(['meta']);
  });
});
