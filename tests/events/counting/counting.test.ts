import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countVisit } from '../../../api/events/counting/count-visit.ts';
import {
  bucketOf,
  keyOfNumber,
  keysOfNumbers,
  nameOfCount,
  timeAtShare,
  type CountName,
} from '../../../api/events/counting/counts.ts';
import { startOfVisit } from '../../../api/events/batches.ts';
import { utcDay } from '../../../api/platform/utc-day.ts';
import { cleanSource, joinVisit } from '../../../api/events/counting/read-visit.ts';
import type { StoredBatch } from '../../../api/events/stored-log.ts';
import type { BatchEvent } from '../../../api/events/batches.ts';
import type { NumberStep } from '../../../engine/model.ts';
import { buildFunnel } from '../../engine/run/build-funnel.ts';
import { quiz } from './counted-quiz.ts';

const receivedAt = new Date('2026-11-21T12:00:00Z');
const id = '019aa63a-b400-7000-8000-000000000001';
const start = { version: quiz.version, locale: 'es', seed: 'a', source: 'Google' };

function batch(n: number, events: readonly BatchEvent[], change: Partial<StoredBatch> = {}): StoredBatch {
  return { funnel: quiz.id, visit: id, page: 1_000, n, events, count: 1, receivedAt, ...change };
}

const batchOf = (n: number, kind: string) => batch(n, [[0, kind]], { page: 0 });
const opening = batch(0, [
  [0, 'open', start],
  [2_000, 'next', 'welcome'],
]);
const answering = batch(1, [
  [5_000, 'answer', 'sleep', 'badly'],
  [6_000, 'back', 'hours'],
  [8_000, 'answer', 'sleep', 'well'],
]);
const read = (batches: readonly StoredBatch[]) =>
  joinVisit(id, batches, (_, version) => (version === quiz.version ? quiz : undefined));

describe('what a visit adds to the counts', () => {
  const counts = countVisit(read([answering, opening])!, true);
  const count = (...name: CountName) => counts.get(nameOfCount(name));

  test('is one for each thing, however often it happened, but for times', () => {
    expect([count('visits'), count('visitors'), count('finished'), count('unreadable')]).toEqual([
      1,
      1,
      undefined,
      undefined,
    ]);
    expect([count('shown', 'welcome'), count('shown', 'sleep'), count('shown', 'hours')]).toEqual([1, 1, 1]);
    expect([count('way', 'welcome', 'sleep'), count('way', 'sleep', 'hours')]).toEqual([1, 1]);
    expect([count('goal', 'started'), count('goal', 'second')]).toEqual([1, 1]);
    expect([count('time', 'sleep', bucketOf(3)), count('time', 'sleep', bucketOf(2))]).toEqual([1, 1]);
  });

  test('has the last answer, and the step that the visit is on', () => {
    expect([count('answer', 'sleep', 'badly'), count('answer', 'sleep', 'well')]).toEqual([undefined, 1]);
    expect([count('left', 'help'), count('left', 'hours')]).toEqual([1, undefined]);
  });

  test('has of an order what stands first', () => {
    const ranked = buildFunnel({
      id: quiz.id,
      version: quiz.version,
      steps: [{ id: 'cares', type: 'rank', options: ['a', 'b', 'c'] }],
    });
    const told = batch(0, [
      [0, 'open', start],
      [2_000, 'answer', 'cares', ['b', 'c', 'a']],
    ]);
    const names = countVisit(
      joinVisit(id, [told], () => ranked)!,
      true,
    ).keys();
    expect([...names].filter((name) => name.startsWith('answer'))).toEqual([nameOfCount(['answer', 'cares', 'b'])]);
  });

  test('has experiments that were met of first visits only', () => {
    const meeting = batch(1, [
      [5_000, 'answer', 'sleep', 'badly'],
      [6_000, 'answer', 'hours', 5],
    ]);
    const met = (batches: readonly StoredBatch[], first: boolean) =>
      [...countVisit(read(batches)!, first).keys()].filter((name) => name.startsWith('met'));
    expect(met([opening, meeting], true)).toEqual([
      nameOfCount(['met', 'proof', read([opening])!.pages.variants['proof']!]),
    ]);
    expect(met([opening, meeting], false)).toEqual([]);
    expect(met([opening, answering], true)).toEqual([]);
  });

  test('has a sign-up and a purchase once, as the server tells them', () => {
    const joined = countVisit(
      read([opening, batchOf(1, 'sign_up'), batchOf(2, 'payment'), batchOf(3, 'payment')])!,
      false,
    );
    expect([joined.get('visitors'), joined.get('sign_ups'), joined.get('purchases')]).toEqual([undefined, 1, 1]);
  });
});

describe('a visit', () => {
  test('is read up to the first batch of a page that has not come', () => {
    expect(read([answering])).toBeNull();
    expect(read([batch(1, [[0, 'sign_up']], { page: 0 })])).toBeNull();
    const late = batch(2, [[9_000, 'answer', 'sleep', 'well']]);
    expect(read([opening, late])!.pages).toMatchObject({ readable: true, at: 'sleep' });
  });

  test('says what is known of it', () => {
    expect(read([opening])).toMatchObject({
      version: quiz.version,
      locale: 'es',
      source: 'google',
      seed: 'a',
      signedUpAt: null,
    });
    const unknown = batch(0, [[0, 'open', { ...start, version: 'gone', locale: 'xx' }]]);
    expect(read([unknown])).toMatchObject({ version: '', locale: '', pages: { readable: false, variants: {} } });
  });

  test('belongs to the funnel that its first page names', () => {
    const foreign = batch(0, [[0, 'open', start]], { funnel: 'another', page: 2_000 });
    expect(read([foreign, opening])!.funnel).toBe(quiz.id);
  });

  test('began at the time in its id, unless that can not be', () => {
    const at = (time: string) => startOfVisit(id, new Date(time)).toISOString();
    const inId = new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));
    const later = (milliseconds: number) => new Date(inId.getTime() + milliseconds).toISOString();
    expect(at(later(0))).toBe(inId.toISOString());
    expect(at(later(7 * 86_400_000))).toBe(inId.toISOString());
    expect(at(later(7 * 86_400_000 + 1))).toBe(later(7 * 86_400_000 + 1));
    expect(at(later(-3_600_000))).toBe(inId.toISOString());
    expect(at(later(-3_600_001))).toBe(later(-3_600_001));
    expect(startOfVisit('019aa63a-b400-4000-8000-000000000001', receivedAt)).toBe(receivedAt);
    expect(utcDay(new Date('2026-11-21T23:59:59.999Z'))).toBe('2026-11-21');
  });

  test('has a source in small letters, of at most 64 characters, and only what a source can be', () => {
    expect(cleanSource(' Face\u0000Book\n')).toBe('facebook');
    expect(cleanSource('É'.repeat(70))).toBe('é'.repeat(64));
    expect(cleanSource('Ana@example.org')).toBe('');
    expect(cleanSource(undefined)).toBe('');
  });
});

describe('times', () => {
  const anyTimes = fc.array(fc.double({ min: 0.125, max: 1_800, noNaN: true }), { minLength: 1, maxLength: 50 });

  test('are estimated from their buckets within a factor of √2', () => {
    fc.assert(
      fc.property(anyTimes, fc.constantFrom(0.5, 0.9), (times, share) => {
        const buckets: Record<string, number> = {};
        for (const time of times) buckets[bucketOf(time)] = (buckets[bucketOf(time)] ?? 0) + 1;
        const right = times.toSorted((one, other) => one - other)[Math.ceil(share * times.length) - 1]!;
        const ratio = timeAtShare(buckets, share)! / right;
        expect(ratio).toBeGreaterThanOrEqual(1 / Math.SQRT2 - 1e-9);
        expect(ratio).toBeLessThanOrEqual(Math.SQRT2 + 1e-9);
      }),
    );
  });

  test('are not known where no visit was timed', () => {
    expect(timeAtShare({}, 0.5)).toBeNull();
    expect(bucketOf(0)).toBe('-6');
    expect(bucketOf(99_999)).toBe('21');
  });
});

function step(draft: { min: number; max: number; step?: number }): NumberStep {
  return buildFunnel({ steps: [{ id: 'n', type: 'number', ...draft }] }).steps[0] as NumberStep;
}

describe('numbers', () => {
  test('are counted by value where there are up to 21, else by ten ranges', () => {
    expect(keysOfNumbers(step({ min: 0, max: 10, step: 0.5 }))).toHaveLength(21);
    expect(keyOfNumber(step({ min: 3, max: 10, step: 0.5 }), 7.5)).toBe('7.5');
    expect(keysOfNumbers(step({ min: 18, max: 99 }))).toEqual([
      '18–26',
      '27–34',
      '35–42',
      '43–50',
      '51–58',
      '59–67',
      '68–75',
      '76–83',
      '84–91',
      '92–99',
    ]);
  });

  test('have each one key, in whose range they are', () => {
    const anyStep = fc.record({
      min: fc.integer({ min: 0, max: 50 }),
      steps: fc.integer({ min: 1, max: 300 }),
      step: fc.constantFrom(1, 0.5, 0.1, 5),
    });
    fc.assert(
      fc.property(anyStep, fc.double({ min: 0, max: 1, noNaN: true }), ({ min, steps, step: width }, share) => {
        const number = step({ min, max: min + steps * width, step: width });
        const value = Number((min + Math.round(share * steps) * width).toPrecision(12));
        const key = keyOfNumber(number, value);
        const keys = keysOfNumbers(number);
        expect(keys.filter((each) => each === key)).toHaveLength(1);
        const [from, to = from] = key.split('–').map(Number);
        expect(value).toBeGreaterThanOrEqual(from!);
        expect(value).toBeLessThanOrEqual(to!);
        expect(new Set(keys).size).toBe(keys.length);
      }),
    );
  });
});
