import { expect, test } from 'vitest';
import type { ResultBar } from '../../../engine/model.ts';
import { bandOf, shownBars } from '../../../web/pages/results/bars.ts';

const bar = (dimension: string, percent: number, points?: ResultBar['points']): ResultBar => ({
  dimension,
  label: dimension,
  percent,
  ...(points && { points }),
});

test('a bar is low, medium or high of what anyone can reach', () => {
  expect([1, 24, 25, 49, 50, 100].map(bandOf)).toEqual(['low', 'low', 'medium', 'medium', 'high', 'high']);
});

test('the strongest comes first, and what no answer speaks to is left out', () => {
  const bars = [bar('mind', 20), bar('rhythm', 0), bar('body', 60), bar('strain', 20)];
  expect(shownBars(bars).map(({ dimension }) => dimension)).toEqual(['body', 'mind', 'strain']);
});

test('bars that say points are a score: all of them stay, in the author’s order', () => {
  const bars = [bar('one', 0, { total: '0', most: '9' }), bar('two', 44, { total: '4', most: '9' })];
  expect(shownBars(bars)).toEqual(bars);
});
