import { describe, expect, test } from 'vitest';
import { experimentReport, judge, sampleRatio } from '../../../api/reports/statistics/experiments.ts';
import type { VariantCount } from '../../../api/reports/statistics/experiments.ts';
import { neededVisitors } from '../../../api/reports/statistics/rates.ts';
import { createRandom } from '../../../engine/author/random.ts';

const random = createRandom('experiments');
const draw = (visitors: number, rate: number) => {
  let converted = 0;
  for (let visitor = 0; visitor < visitors; visitor++) if (random.next() < rate) converted++;
  return converted;
};

/** Looks at an experiment a hundred times, until each variant has so many times the visitors that it takes. */
function seesDifference(rates: readonly number[], times: number): boolean {
  const groups = rates.map(() => ({ visitors: 0, converted: 0 }));
  const more = Math.ceil((neededVisitors((rates[0]! + rates.at(-1)!) / 2, rates.length - 1)! * times) / 100);
  for (let look = 0; look < 100; look++) {
    for (const [at, group] of groups.entries()) {
      group.visitors += more;
      group.converted += draw(more, rates[at]!);
    }
    if (judge(groups).verdict === 'difference') return true;
  }
  return false;
}

/** In how many of so many experiments a difference was seen at any look. */
function foundIn(experiments: number, rates: readonly number[], times: number): number {
  let found = 0;
  for (let number = 0; number < experiments; number++) if (seesDifference(rates, times)) found++;
  return found;
}

const share = (visitors: number, expected: number) => ({ visitors, expected });
const count = (name: string, visitors: number, finished: number): VariantCount => ({
  name,
  visitors,
  expected: visitors,
  sales: [],
  converted: { finished, sign_up: 0, purchase: 0 },
  revenue: [],
});

/** Where half of both groups have finished. */
const verdictAtHalf = (visitors: number) =>
  experimentReport('proof', [count('a', visitors, visitors / 2), count('b', visitors, visitors / 2)]).conversions[0]!
    .verdict;

describe('over many experiments, looked at all the time', () => {
  test.each([0.5, 0.75, 0.95])(
    'a difference that is not there is seen in at most one of twenty, at a rate of %f',
    (rate) => {
      expect(foundIn(200, [rate, rate], 3)).toBeLessThanOrEqual(10);
    },
  );

  test('and in no more where three variants are compared with the first', () => {
    expect(foundIn(200, [0.75, 0.75, 0.75, 0.75], 2)).toBeLessThanOrEqual(10);
  });

  test('a rate that is higher by a tenth is found in four of five', () => {
    expect(foundIn(300, [0.75, 0.825], 1)).toBeGreaterThanOrEqual(240);
  });
});

describe('the spread of visitors', () => {
  test('is suspicious where 821,588 stand against 815,482 (Kohavi, Tang and Xu, Trustworthy Online Controlled Experiments, chapter 21), though less surely than at one look', () => {
    const { p, mismatch } = sampleRatio([share(821_588, 818_535), share(815_482, 818_535)]);
    expect(p).toBeGreaterThan(1.8e-6); // Pearson's chi-square
    expect(p).toBeLessThan(0.001);
    expect(mismatch).toBe(true);
  });

  test('is weighed as Lindon and Malek do: two visitors at even odds, by hand', () => {
    // Beta(500, 500): both in the first variant have 500/1000 · 501/1001 instead of 1/4.
    const { p } = sampleRatio([share(2, 1), share(0, 1)]);
    expect(p).toBeCloseTo(0.25 / ((500 / 1000) * (501 / 1001)), 9);
  });

  test('is not where it is as the weights say, or nearly, or where there are only a few', () => {
    expect(sampleRatio([share(500, 500), share(500, 500)])).toEqual({ p: 1, mismatch: false });
    expect(sampleRatio([share(540, 500), share(460, 500)]).mismatch).toBe(false);
    expect(sampleRatio([share(4, 2), share(0, 2)]).mismatch).toBe(false);
    expect(sampleRatio([share(0, 0), share(0, 0)])).toEqual({ p: 1, mismatch: false });
  });

  test('is where visitors have a variant that no visitor should have', () => {
    expect(sampleRatio([share(100, 100), share(1, 0)])).toEqual({ p: 0, mismatch: true });
  });

  test('is suspicious by accident at any of a hundred looks in at most one of a hundred experiments', () => {
    expect(warnedOf(500, 0.25)).toBeLessThanOrEqual(5);
  });

  test('is suspicious within ten thousand visitors in most experiments that lose a tenth of one variant', () => {
    expect(warnedOf(100, 0.9 / 3.9)).toBeGreaterThan(75);
  });
});

/** Of how many experiments with weights of 1 and 3 it is warned at any of a hundred looks at ten thousand visitors. */
function warnedOf(experiments: number, rate: number): number {
  let warned = 0;
  for (let number = 0; number < experiments; number++) {
    let first = 0;
    const isWarned = Array.from({ length: 100 }, (_, look) => {
      first += draw(100, rate);
      const all = 100 * (look + 1);
      return sampleRatio([share(first, all / 4), share(all - first, (all * 3) / 4)]).mismatch;
    });
    if (isWarned.includes(true)) warned++;
  }
  return warned;
}

const times = (amount: number, often: number) => Array<number>(often).fill(amount);

const brought = (name: string, visitors: number, ...amounts: readonly number[]): VariantCount => ({
  ...count(name, visitors, 0),
  revenue: [
    {
      currency: 'USD',
      sum: amounts.reduce((sum, amount) => sum + amount, 0),
      squares: amounts.reduce((sum, amount) => sum + amount ** 2, 0),
    },
  ],
});

describe('what visitors bring', () => {
  test('is judged as the rate is, where all pay the same', () => {
    const variants = [brought('a', 9_000, ...times(999, 900)), brought('b', 9_000, ...times(999, 1_100))];
    const [revenue] = experimentReport('price', variants).revenue;
    const { comparisons } = judge([
      { visitors: 9_000, converted: 900 },
      { visitors: 9_000, converted: 1_100 },
    ]);
    expect(revenue!.variants[1]!.lift![0]).toBeCloseTo(comparisons[1]!.lift[0], 9);
    expect(revenue).toMatchObject({ verdict: 'difference', variants: [{ rate: 99.9, p: null }, {}] });
  });

  test('is the same where half as many pay twice as much, and less sure than their number', () => {
    const variants = [brought('a', 40_000, ...times(1_000, 4_000)), brought('b', 40_000, ...times(2_000, 2_000))];
    const [revenue] = experimentReport('price', variants).revenue;
    const [low, high] = revenue!.variants[1]!.lift!;
    expect(low).toBeLessThan(0);
    expect(high).toBeGreaterThan(0);
    expect(revenue!.neededVisitors).toBeGreaterThan(neededVisitors(0.1)!);
  });

  test('is judged in each currency for itself, as if there were no other, and never added up', () => {
    const dollars = [brought('a', 9_000, ...times(999, 900)), brought('b', 9_000, ...times(999, 1_100))];
    const euros = dollars.map((each, index) => ({
      ...each,
      revenue: [...each.revenue, ...(index === 1 ? [{ currency: 'EUR', sum: 899, squares: 899 ** 2 }] : [])],
    }));
    const { revenue } = experimentReport('price', euros);
    expect(revenue.map(({ currency }) => currency)).toEqual(['EUR', 'USD']);
    expect(revenue[1]).toEqual(experimentReport('price', dollars).revenue[0]);
    expect(revenue[0]!.variants.map(({ rate }) => rate)).toEqual([0, 899 / 9_000]);
    expect(experimentReport('price', [count('a', 100, 0), count('b', 100, 0)]).revenue).toEqual([]);
  });
});

describe('the report of an experiment', () => {
  test('tells each conversion apart, against the first variant', () => {
    const { name, conversions } = experimentReport('proof', [
      count('plain', 2_000, 1_000),
      count('doctors', 2_000, 1_100),
    ]);
    expect(name).toBe('proof');
    expect(conversions.map(({ conversion, verdict }) => [conversion, verdict])).toEqual([
      ['finished', 'difference'],
      ['sign_up', 'too_small'],
      ['purchase', 'too_small'],
    ]);
    const [plain, doctors] = conversions[0]!.variants;
    expect(plain).toMatchObject({ name: 'plain', visitors: 2_000, converted: 1_000, rate: 0.5, p: null });
    expect(doctors!.lift![0]).toBeGreaterThan(0);
    expect(doctors!.lift![1]).toBeLessThan(0.25);
    expect(doctors!.p).toBeLessThan(0.05);
    expect(doctors!.probabilityBest).toBeGreaterThan(0.999);
    expect(conversions[1]).toMatchObject({ neededVisitors: null });
  });

  test('finds no difference only where it would have seen one', () => {
    expect([1_000, 2_000, 4_000, 100_000].map(verdictAtHalf)).toEqual([
      'too_small',
      'too_small',
      'no_difference',
      'no_difference',
    ]);
  });

  test('takes more visitors where more is compared', () => {
    const variants = ['a', 'b', 'c'].map((name) => count(name, 1_730, 865));
    const { verdict, neededVisitors: needed } = experimentReport('proof', variants).conversions[0]!;
    expect([verdict, needed]).toEqual(['too_small', neededVisitors(0.5, 2)]);
  });

  test('says nothing while a variant has hardly any visitors', () => {
    const { verdict } = experimentReport('proof', [count('a', 90_000, 45_000), count('b', 20, 8)]).conversions[0]!;
    expect(verdict).toBe('too_small');
  });

  test('is there without visitors, and for as many as there may ever be', () => {
    const none = experimentReport('proof', [count('a', 0, 0), count('b', 0, 0)]);
    expect(none.conversions[0]!.variants[1]).toMatchObject({
      rate: 0,
      interval: [0, 1],
      p: null,
      probabilityBest: 0.5,
    });
    const many = [count('a', 1e12, 2e11), count('b', 1e12, 2.001e11), count('c', 1e12, 0)];
    expect(experimentReport('proof', many).conversions[0]!.variants[1]).toMatchObject({
      visitors: 1e12,
      probabilityBest: 1,
    });
  });

  test('refuses counts that can’t be', () => {
    expect(() => experimentReport('proof', [count('a', 10, 11), count('b', 10, 1)])).toThrow(RangeError);
  });
});
