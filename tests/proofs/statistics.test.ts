import { expect, test } from 'vitest';
import { boundMedianDifference, compareSamples, median } from './statistics.ts';

const numbers = (length: number, start = 0) => Array.from({ length }, (_, at) => start + at);

test('samples that are alike show no difference', () => {
  expect(compareSamples(numbers(100), numbers(100))).toEqual({ superiority: 0.5, p: expect.closeTo(1, 6) });
});

test('the test gives the textbook’s figures', () => {
  // U = 48 of 49 pairs; z = 24.5 − 1 / √(7 · 7 · 15 / 12)
  const { superiority, p } = compareSamples([8, 9, 10, 11, 12, 13, 6.5], [1, 2, 3, 4, 5, 6, 7]);
  expect(superiority).toBeCloseTo(48 / 49);
  expect(p).toBeCloseTo(0.00267, 4);
});

test('a small shift of many values is found, and bounded', () => {
  const [early, late] = [numbers(1_000), numbers(1_000, 100)];
  expect(compareSamples(late, early).p).toBeLessThan(1e-6);
  const [low, high] = boundMedianDifference(late, early, 500);
  expect(low).toBeGreaterThan(0);
  expect(low).toBeLessThan(100);
  expect(high).toBeGreaterThan(100);
});

test('the median of an even number of values lies between the middle ones', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([9, 1, 3])).toBe(3);
});
