import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { dayOfVisit, type EventBatch } from '../../api/events/batches.ts';
import { createBatchWriter } from '../../api/events/batch-writer.ts';
import { batchOf, visitAt } from './told.ts';

describe('the day of a visit', () => {
  test.each([
    [visitAt('2026-11-21T00:00:00Z'), '2026-11-21'],
    [visitAt('2026-11-21T23:59:59.999Z'), '2026-11-21'],
    [visitAt('2019-12-31T23:59:59.999Z'), '0001-01-01'],
    [visitAt('2100-01-01T00:00:00Z'), '0001-01-01'],
    ['ffffffff-ffff-7fff-bfff-ffffffffffff', '0001-01-01'],
    ['019aa400-0000-4000-8000-000000000001', '0001-01-01'],
  ])('is in its id: %s', (visit, day) => {
    expect(dayOfVisit(visit)).toBe(day);
  });
});

/** A store that takes as long as the test lets it. */
function slowStore() {
  const groups: { readonly batches: readonly EventBatch[]; readonly end: (error?: unknown) => void }[] = [];
  const store = (batches: readonly EventBatch[]) =>
    new Promise<void>((resolve, reject) => {
      groups.push({ batches, end: (error) => (error === undefined ? resolve() : reject(error)) });
    });
  return { groups, writer: createBatchWriter(store) };
}

const numbers = (batches: readonly EventBatch[] | undefined) => batches?.map(({ n }) => n);
/** Until all that can happen now has happened. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await nextTurn();
}

describe('batches that come while others are stored', () => {
  test('are stored together, and acknowledged only then', async () => {
    const { groups, writer } = slowStore();
    const acknowledged: number[] = [];
    const write = async (...batches: readonly number[]) => {
      for (const n of batches) void writer.write(batchOf({ n })).then(() => acknowledged.push(n));
      await settle();
    };
    await write(0, 1);
    await write(2);
    await write(3, 4, 5);
    expect([groups.map(({ batches }) => numbers(batches)), acknowledged]).toEqual([[[0, 1], [2]], []]);
    groups[1]!.end();
    await settle();
    expect([groups.map(({ batches }) => numbers(batches)), acknowledged]).toEqual([[[0, 1], [2], [3, 4, 5]], [2]]);
    groups[2]!.end();
    await settle();
    expect(acknowledged).toEqual([2, 3, 4, 5]);
  });

  test('don’t fail with one that can’t be stored', async () => {
    const stored: number[] = [];
    const writer = createBatchWriter<EventBatch>(async (batches) => {
      if (batches.some(({ n }) => n === 5)) throw Object.assign(new Error('not this one'), { code: '22P02' });
      stored.push(...numbers(batches)!);
    });
    const results = await Promise.allSettled(Array.from({ length: 9 }, (_, n) => writer.write(batchOf({ n }))));
    expect(results.map(({ status }) => status === 'fulfilled')).toEqual(results.map((_, n) => n !== 5));
    expect(new Set(stored)).toEqual(new Set([0, 1, 2, 3, 4, 6, 7, 8]));
  });

  test.each(['ECONNREFUSED', '57014'])(
    'all fail at once while the database is away or busy, and later ones are tried: %s',
    async (code) => {
      const { groups, writer } = slowStore();
      const first = Promise.allSettled([0, 1, 2].map((n) => writer.write(batchOf({ n }))));
      await settle();
      groups[0]!.end(Object.assign(new Error('connect'), { code }));
      expect((await first).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
      const later = writer.write(batchOf({ n: 3 }));
      await settle();
      groups[1]!.end();
      await expect(later).resolves.toBeUndefined();
      expect(groups).toHaveLength(2);
    },
  );

  test('are refused where too many wait', async () => {
    const { groups, writer } = slowStore();
    const waiting = Array.from({ length: 5_000 }, () => writer.write(batchOf()));
    await expect(writer.write(batchOf())).rejects.toMatchObject({ code: 'busy', retryAfterSeconds: 10 });
    await settle();
    for (let at = 0; at < groups.length; at++) {
      groups[at]!.end();
      await settle();
    }
    await expect(Promise.all(waiting)).resolves.toHaveLength(5_000);
  });
});
