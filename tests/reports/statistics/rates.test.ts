import betaCdf from '@stdlib/stats-base-dists-beta-cdf';
import { describe, expect, test } from 'vitest';
import {
  compareMeans,
  momentsOf,
  neededVisitors,
  posteriorOf,
  probabilitiesBest,
  rateInterval,
} from '../../../api/reports/statistics/rates.ts';

const group = (converted: number, visitors: number) => ({ converted, visitors });

/** Evan Miller, Formulas for Bayesian A/B Testing: exact for whole parameters. */
function exactly([a1, b1]: readonly number[], [a2, b2]: readonly number[]): number {
  const logFactorials = [0];
  for (let n = 1; n < a1! + b1! + a2! + b2!; n++) logFactorials.push(logFactorials[n - 1]! + Math.log(n));
  const logBeta = (a: number, b: number) => logFactorials[a - 1]! + logFactorials[b - 1]! - logFactorials[a + b - 1]!;
  let sum = 0;
  for (let i = 0; i < a2!; i++) {
    sum += Math.exp(logBeta(a1! + i, b1! + b2!) - Math.log(b2! + i) - logBeta(1 + i, b2!) - logBeta(a1!, b1!));
  }
  return sum;
}
const rates = (...parameters: readonly (readonly number[])[]) =>
  probabilitiesBest(parameters.map(([alpha, beta]) => ({ alpha: alpha!, beta: beta! })));

describe('the interval of a rate', () => {
  test('is Jeffreys’ (examples of binom.jeffreys in the manual of the R package RSurveillance)', () => {
    const published = { 10: [0.0259934, 0.08687509], 25: [0.08462743, 0.176126], 60: [0.23970343, 0.36603761] };
    for (const [converted, [low, high]] of Object.entries(published)) {
      const interval = rateInterval(group(Number(converted), 200));
      expect(interval[0]).toBeCloseTo(low!, 6);
      expect(interval[1]).toBeCloseTo(high!, 6);
    }
  });

  test('begins at 0 where no visitor has converted, and ends at 1 where all have', () => {
    expect(rateInterval(group(0, 0))).toEqual([0, 1]);
    expect(rateInterval(group(0, 50))[0]).toBe(0);
    expect(rateInterval(group(0, 50))[1]).toBeCloseTo(0.0487585, 6); // scipy 1.17: beta.ppf(0.975, 0.5, 50.5)
    expect(rateInterval(group(50, 50))[0]).toBeCloseTo(0.9512415, 6);
    expect(rateInterval(group(50, 50))[1]).toBe(1);
  });

  test('is right for ten million visitors too (scipy 1.17)', () => {
    expect(rateInterval(group(1, 1e7))[1]).toBeCloseTo(4.6742008e-7, 13);
    expect(rateInterval(group(5e6, 1e7))[0]).toBeCloseTo(0.4996901025, 9);
  });
});

describe('the probability to be best', () => {
  test.each([
    [
      [101, 901],
      [121, 881],
    ],
    [
      [1, 1],
      [3, 2],
    ],
    [
      [2, 400],
      [9, 40],
    ],
    [
      [1, 2_000],
      [700, 1],
    ],
  ])('of two is what the closed formula gives: %j and %j', (one, other) => {
    const [first, second] = rates(one, other);
    expect(second).toBeCloseTo(exactly(one, other), 6);
    expect(first! + second!).toBeCloseTo(1, 9);
  });

  test('is the same for those that are alike, also without any visitor', () => {
    for (const share of rates([0.5, 0.5], [0.5, 0.5], [0.5, 0.5])) expect(share).toBeCloseTo(1 / 3, 6);
    for (const share of rates([1e6, 1e7], [1e6, 1e7])) expect(share).toBeCloseTo(1 / 2, 6);
  });

  test('of several is right too (scipy 1.17: quad of the product of beta.cdf over beta.ppf)', () => {
    const groups = [group(100, 1_000), group(120, 1_000), group(110, 1_000), group(90, 1_000)];
    const expected = [0.0453833168, 0.7245404225, 0.225050236, 0.0050260248];
    probabilitiesBest(groups.map(posteriorOf)).forEach((share, at) => expect(share).toBeCloseTo(expected[at]!, 6));
  });

  test('holds where one group is a thousand times the other', () => {
    const [, large] = rates([5.5, 5.5], [400_000.5, 600_000.5]);
    expect(large).toBeCloseTo(betaCdf(0.4, 5.5, 5.5), 4);
  });
});

const compared = (one: readonly [number, number], other: readonly [number, number], comparisons?: number) =>
  compareMeans(momentsOf(group(...one)), momentsOf(group(...other)), comparisons)!;

describe('the comparison of two rates', () => {
  test('sees aspirin against heart attacks (Agresti, Categorical Data Analysis, section 3.1), though less surely than one look', () => {
    const { p, lift } = compared([189, 11_034], [104, 11_037]);
    expect(p).toBeGreaterThan(5.6919e-7); // Pearson's chi-square
    expect(p).toBeLessThan(0.05);
    expect(lift[0]).toBeLessThan(104 / 189 - 1);
    expect(lift[1]).toBeGreaterThan(104 / 189 - 1);
    expect(lift[1]).toBeLessThan(0);
  });

  test('has an interval that leaves out 0 exactly where p is below 0.05', () => {
    for (let converted = 900; converted < 1_200; converted++) {
      for (const comparisons of [1, 3]) {
        const { p, lift } = compared([1_000, 2_000], [converted, 2_000], comparisons);
        expect(p < 0.05).toBe(lift[0] > 0 || lift[1] < 0);
      }
    }
  });

  test('says nothing of a handful, of none and of all, and nothing at all without visitors', () => {
    expect(compared([0, 100], [0, 100]).p).toBe(1);
    expect(compared([100, 100], [7, 7]).p).toBe(1);
    expect(compared([0, 5], [5, 5]).p).toBeGreaterThan(0.5);
    expect(compareMeans(momentsOf(group(0, 0)), momentsOf(group(3, 7)))).toBeNull();
  });
});

describe('the visitors it takes', () => {
  test('are the more, the fewer convert and the more variants are compared', () => {
    expect([0.02, 0.1, 0.5].map((rate) => neededVisitors(rate))).toEqual([164_476, 30_216, 3_365]);
    expect(neededVisitors(0.5, 2)).toBe(3_790);
  });

  test('find a rate that is lower where none can be so much higher; and are unknown where no visitor has converted', () => {
    expect(neededVisitors(0.96)).toBe(334);
    expect(neededVisitors(1)).toBe(187);
    expect(neededVisitors(0)).toBeNull();
  });
});
