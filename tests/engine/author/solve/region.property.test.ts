import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../../../engine/run/rare-functions.ts';
import { applyOperator, type Operator } from '../../../../engine/author/expression/terms.ts';
import { apply, numbers } from '../../../../engine/author/solve/region.ts';

const operators: readonly Operator[] = [
  '+',
  '-',
  '*',
  '/',
  '^',
  'min',
  'max',
  'round',
  'floor',
  'ceil',
  'abs',
  'negate',
  'years_since',
];
const unary: readonly Operator[] = ['floor', 'ceil', 'abs', 'negate'];
const tenths = fc.integer({ min: -2000, max: 2000 }).map((n) => n / 100);
/** A range, and a number in it: one of its ends often. */
const ranged = fc
  .tuple(tenths, tenths, fc.constantFrom(0, 0, 0.25, 0.5, 1, 1))
  .map(([one, other, share]) => ({ least: Math.min(one, other), most: Math.max(one, other), share }));
const valueIn = ({ least, most, share }: { least: number; most: number; share: number }) =>
  share === 1 ? most : least + (most - least) * share;

test('what an operation comes to lies in the region that its parts give it, to the last digit', () => {
  fc.assert(
    fc.property(fc.constantFrom(...operators), ranged, ranged, (operator, one, other) => {
      const second = operator === 'round' ? { least: 1, most: 1, share: 0 } : other;
      const parts = unary.includes(operator) ? [one] : [one, second];
      const value = applyOperator(operator, parts.map(valueIn));
      const region = apply(
        operator,
        parts.map(({ least, most }) => numbers(least, most)),
      );
      if (value === undefined) expect(region.isOther).toBe(true);
      else {
        expect(value).toBeGreaterThanOrEqual(region.least);
        expect(value).toBeLessThanOrEqual(region.most);
      }
    }),
    { numRuns: 20_000 },
  );
});
