import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  joinBatches,
  packLog,
  type StoredBatch,
  unpackLog,
  wordsIdOf,
  commonWordsOf,
} from '../../api/events/stored-log.ts';
import { realFunnel } from '../engine/author/real-funnels.ts';
import { simulateLogs } from './simulated/simulate-logs.ts';
import { batchesOf } from './simulated/batches-of.ts';
import { visit } from './told.ts';

const { funnel } = realFunnel('sleep-issues');
const words = { id: 70_000, funnel: funnel.id, words: commonWordsOf(funnel) };
const receivedAt = new Date();

function batch(n: number, change: Partial<StoredBatch> = {}): StoredBatch {
  return { funnel: funnel.id, visit, page: 1_000, n, events: [[n, 'hide']], count: 1, receivedAt, ...change };
}

const stored: fc.Arbitrary<StoredBatch> = fc.record({
  visit: fc.constant(visit),
  funnel: fc.constantFrom(funnel.id, 'other'),
  page: fc.nat(),
  n: fc.nat(),
  count: fc.nat(),
  events: fc.array(fc.tuple(fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }), fc.string())),
  receivedAt: fc.date({ noInvalidDate: true }),
});

test('a log is read as it was written, whatever it says, with words and without', () => {
  const log = fc.record({ batches: fc.array(stored), unknown: fc.array(fc.string()) });
  const property = fc.property(log, fc.constantFrom(words, undefined), (written, with_) => {
    const packed = packLog(written, with_);
    expect(wordsIdOf(packed)).toBe(with_?.id ?? 0);
    // JSON knows no -0.
    expect(unpackLog(visit, packed, with_)).toEqual(JSON.parse(JSON.stringify(written), revive));
  });
  fc.assert(property);
});

function revive(key: string, value: unknown): unknown {
  return key === 'receivedAt' ? new Date(value as string) : value;
}

test('a log of a usual visit takes less than 200 bytes', () => {
  const input = { visits: 100, seed: 'log', stay: 0.97, back: 0.03, from: Date.now() - 1_000_000, to: Date.now() };
  const sizes = [...simulateLogs(funnel, input)].map((log) => {
    const told = batchesOf(funnel.id, log).map((each) => ({ ...each, count: 1, receivedAt }));
    return packLog({ batches: joinBatches([], told), unknown: [] }, words).length;
  });
  expect(sizes.reduce((sum, size) => sum + size) / sizes.length).toBeLessThan(200);
});

test('batches of a page that follow one another are one, and each is there once', () => {
  const log = joinBatches([], [batch(4), batch(1), batch(0)]);
  expect(log).toEqual([batch(0, { count: 2, events: [[0, 'hide'], [1, 'hide']] }), batch(4)]); // prettier-ignore
  const again = [batch(1, { events: [[9, 'show']] }), batch(4, { events: [] })];
  expect(joinBatches(log, again)).toEqual(log);
  expect(joinBatches(log, [...again, batch(3), batch(2)])).toMatchObject([{ n: 0, count: 5 }]);
});

test('batches of other pages, of another funnel and of the server stay apart', () => {
  const apart = [batch(1, { page: 0 }), batch(2, { page: 0 }), batch(0), batch(1, { funnel: 'x' }), batch(2, { page: 1_001 })]; // prettier-ignore
  expect(joinBatches([], apart)).toEqual(apart);
});
