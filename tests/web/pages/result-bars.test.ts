import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ResultBar } from '../../../engine/model.ts';
import { bandOf, lengthOf, shownBars } from '../../../web/pages/results/bars.ts';

const bar = (dimension: string, percent: number, points?: ResultBar['points']): ResultBar => ({
  dimension,
  label: dimension,
  percent,
  ...(points && { points }),
});

test('a bar is low, medium or high of what anyone can reach', () => {
  expect([1, 24, 25, 49, 50, 100].map(bandOf)).toEqual(['low', 'low', 'medium', 'medium', 'high', 'high']);
});

test('each band has a third of the bar, and more is never drawn shorter', () => {
  expect([0, 25, 50, 100].map((percent) => lengthOf(bar('calm', percent)))).toEqual([0, 33, 67, 100]);
  const percent = fc.integer({ min: 0, max: 100 });
  fc.assert(
    fc.property(percent, percent, (one, other) => {
      fc.pre(one <= other);
      expect(lengthOf(bar('calm', one))).toBeLessThanOrEqual(lengthOf(bar('calm', other)));
    }),
  );
});

test('the strongest comes first, and what no answer speaks to is left out', () => {
  const bars = [bar('mind', 20), bar('rhythm', 0), bar('body', 60), bar('strain', 20)];
  expect(shownBars(bars).map(({ dimension }) => dimension)).toEqual(['body', 'mind', 'strain']);
});

test('bars that say points are a score: all of them stay, in the author’s order, as long as their share', () => {
  const bars = [bar('one', 0, { total: '0', most: '9' }), bar('two', 44, { total: '4', most: '9' })];
  expect(shownBars(bars)).toEqual(bars);
  expect(bars.map(lengthOf)).toEqual([0, 44]);
});
