import fc from 'fast-check';
import { expect, test } from 'vitest';
import { evaluate, type EvaluationScope } from '../../../engine/run/expression.ts';
import { formatValue } from '../../../engine/run/recall.ts';
import { compare, literal } from './build-funnel.ts';

const nowhere: EvaluationScope = {
  answer: () => undefined,
  variable: () => undefined,
  variant: () => '',
  query: () => undefined,
};

function round(value: number, decimals: number): unknown {
  return evaluate({ kind: 'call', name: 'round', arguments: [literal(value), literal(decimals)] }, nowhere);
}

/** Half away from zero, in whole numbers: `value` is so many of `10 ** -places`. */
function roundedOnPaper(value: number, places: number, decimals: number): number {
  if (decimals >= places) return Number(`${value}e-${places}`);
  const unit = 10 ** (places - decimals);
  const [whole, rest] = [Math.floor(Math.abs(value) / unit), Math.abs(value) % unit];
  const rounded = whole + (2 * rest >= unit ? 1 : 0);
  return Number(`${value < 0 && rounded > 0 ? '-' : ''}${rounded}e-${decimals}`);
}

/** What an English text says of a number, read back. */
function shown(value: number, decimals: number): string {
  const format = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return formatValue(value, format, 'en')!.replaceAll(',', '');
}

test('numbers with few decimals are rounded as on paper, and texts say the same', () => {
  const digits = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 });
  const places = fc.integer({ min: 0, max: 6 });
  const decimals = fc.integer({ min: 0, max: 4 });
  fc.assert(
    fc.property(digits, places, decimals, (each, from, to) => {
      const value = Number(`${each}e-${from}`);
      const expected = roundedOnPaper(each, from, to);
      expect(round(value, to)).toBe(expected);
      expect(shown(value, to)).toBe(expected.toFixed(to));
    }),
    { numRuns: 20_000 },
  );
});

test('15 % of every price up to 1,000.00 is one amount to expressions and to texts', () => {
  const format = { style: 'currency', currency: 'EUR' } as const;
  for (let cents = 0; cents <= 100_000; cents++) {
    const saved = evaluate(compare(literal(cents / 100), '*', literal(0.15)), nowhere) as number;
    const rounded = round(saved, 2) as number;
    expect(rounded).toBe(roundedOnPaper(cents * 15, 4, 2));
    if (cents % 10 === 7) expect(formatValue(saved, format, 'en')).toBe(formatValue(rounded, format, 'en'));
  }
});

test('a little less than nothing is nothing', () => {
  expect(shown(-0.004, 2)).toBe('0.00');
  expect(formatValue(-0.4, { maximumFractionDigits: 0 }, 'es')).toBe('0');
});
