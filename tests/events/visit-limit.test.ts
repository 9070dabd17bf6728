import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { VisitsOfDay } from '../../api/events/not-recorded.ts';
import { createVisitLimit, type ReceivedBatch } from '../../api/events/visit-limit.ts';
import type { StoredBatch } from '../../api/events/stored-log.ts';
import { ApiError } from '../../api/platform/http/problem.ts';
import { batchOf, visitAt } from './told.ts';

/** Processes with one store and one count of days, which a test may make fail. */
function run({ perMinute = 120, partsOfDay = Infinity } = {}) {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const stored = new Map<string, StoredBatch[]>();
  const leftOut: VisitsOfDay[] = [];
  const parts = new Map<string, number>();
  const failures: Error[] = [];
  const queries: number[] = [];
  const startProcess = () => {
    const isRecorded = createVisitLimit({
      visitLimit: { perMinute, perDay: 5_000 },
      events: {
        async readReported(ids) {
          queries.push(ids.length);
          await nextTurn();
          return new Map([...stored].filter(([id]) => ids.includes(id)));
        },
      },
      rateLimits: {
        async consume(_name, network) {
          parts.set(String(network), (parts.get(String(network)) ?? 0) + 1);
          if (parts.get(String(network))! > partsOfDay) throw new ApiError('too_many_requests');
        },
      },
      async countLeftOut(visit) {
        if (failures.length > 0) throw failures.pop();
        leftOut.push(visit);
      },
    });
    /** Resolves to whether the batch is recorded. */
    return async (change: Partial<ReceivedBatch> & { readonly page?: number }): Promise<boolean> => {
      const batch = { ...batchOf(), ip: '192.0.2.1', ...change };
      const is = await isRecorded(batch);
      const row: StoredBatch = { ...batch, count: 1, receivedAt: new Date() };
      if (is) stored.set(batch.visit, [...(stored.get(batch.visit) ?? []), row]);
      return is;
    };
  };
  return { startProcess, stored, leftOut, failures, queries };
}

const visit = (number: number) => visitAt('2026-11-21T12:00:00Z', number);
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const minute = () => void vi.advanceTimersByTime(60_000);

test('hundreds behind the address of a phone network go on, however many others begin there', async () => {
  const { startProcess, leftOut } = run();
  const [send, sendElsewhere] = [startProcess(), startProcess()];
  const people = Array.from({ length: 360 }, (_, number) => visit(number));
  for (const [number, id] of people.entries()) {
    if (number % 120 === 0) minute();
    expect(await send({ visit: id })).toBe(true);
  }
  minute();
  for (let number = 1_000; number < 1_200; number++) {
    await send({ visit: visit(number) });
    await sendElsewhere({ visit: visit(10_000 + number) });
  }
  expect(leftOut).toHaveLength(2 * 80);
  for (const id of people) {
    expect(await send({ visit: id, n: 1 })).toBe(true);
    // The page is loaded again, and the proxy sends it to another process.
    expect(await sendElsewhere({ visit: id, page: 2 })).toBe(true);
    expect(await sendElsewhere({ visit: id, page: 2, n: 1 })).toBe(true);
  }
  expect(leftOut).toHaveLength(2 * 80);
});

test('a visit that is left out stays so, and counts once', async () => {
  const { startProcess, leftOut } = run({ perMinute: 1 });
  const send = startProcess();
  expect(await send({ visit: visit(1) })).toBe(true);
  for (const n of [0, 0, 1]) expect(await send({ visit: visit(2), n })).toBe(false);
  minute();
  for (const page of [1, 2]) expect(await send({ visit: visit(2), page })).toBe(false);
  expect(await send({ visit: visit(3) })).toBe(true);
  expect(leftOut).toHaveLength(1);
});

test('addresses of one IPv6 network count together, and other networks for themselves', async () => {
  const { startProcess } = run();
  const send = startProcess();
  for (let number = 0; number < 120; number++)
    await send({ visit: visit(number), ip: `2001:db8:0:1::${number.toString(16)}` });
  expect(await send({ visit: visit(200), ip: '2001:db8:0:1:ffff::1' })).toBe(false);
  expect(await send({ visit: visit(201), ip: '2001:db8:0:2::1' })).toBe(true);
  expect(await send({ visit: visit(202), ip: '198.51.100.1' })).toBe(true);
});

test('a visit counts as begun with the first batch of a page, not with one that belongs to no visit', async () => {
  const { startProcess, leftOut } = run({ perMinute: 3 });
  const send = startProcess();
  for (let number = 0; number < 10; number++) expect(await send({ visit: visit(number), n: 1 })).toBe(true);
  const begun = await Promise.all(Array.from({ length: 10 }, (_, number) => send({ visit: visit(number) })));
  expect(begun.filter(Boolean)).toHaveLength(3);
  expect(leftOut).toHaveLength(7);
});

test('a visit is left out on the day on which it would have begun', async () => {
  const { startProcess, leftOut } = run({ perMinute: 1 });
  const send = startProcess();
  for (const hours of [0, 49, 24 * 400]) await send({ visit: visitAt(hoursAgo(hours), hours) });
  const [two, today] = [hoursAgo(49), hoursAgo(0)].map((time) => time.slice(0, 10));
  expect(leftOut).toEqual([two, today].map((day) => ({ funnel: 'sleep-issues', day })));
});

test('what is sent again after the count of it failed is counted then', async () => {
  const { startProcess, leftOut, failures } = run({ partsOfDay: 0 });
  const send = startProcess();
  for (let number = 0; number < 99; number++) await send({ visit: visit(number) });
  failures.push(new Error('away'));
  await expect(send({ visit: visit(99) })).rejects.toThrow('away');
  expect(await send({ visit: visit(99) })).toBe(false);
  expect(leftOut).toHaveLength(1);
});

test('a flood is looked up together, and each of its visits for itself', async () => {
  const { startProcess, queries } = run({ perMinute: 20 });
  const [send, sendElsewhere] = [startProcess(), startProcess()];
  for (let number = 0; number < 20; number++) {
    await send({ visit: visit(number) });
    await sendElsewhere({ visit: visit(5_000 + number) });
  }
  const visits = Array.from({ length: 1_000 }, (_, number) => visit(number));
  const recorded = await Promise.all(visits.map((id) => sendElsewhere({ visit: id, page: 2 })));
  expect(recorded).toEqual(visits.map((_, number) => number < 20));
  expect(queries.length).toBeLessThan(5);
  expect(queries.reduce((sum, ids) => sum + ids, 0)).toBe(1_000);
});
