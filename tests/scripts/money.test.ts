import { expect, test } from 'vitest';
import { inSmallestUnit } from '../../scripts/money.ts';

test('Every price with two decimals becomes exactly its cents', () => {
  for (let cents = 1; cents <= 2_000; cents += 1) {
    if (inSmallestUnit(Number((cents / 100).toFixed(2)), 'USD') !== cents) throw new Error(`Not exact: ${cents}`);
  }
});

test('A currency without hundredths is counted in whole units', () => {
  expect(inSmallestUnit(1_500, 'JPY')).toBe(1_500);
  expect(() => inSmallestUnit(14.99, 'JPY')).toThrow('14.99 JPY is no price: JPY has 0 decimals.');
});

test('A price with more decimals than its currency is refused', () => {
  expect(() => inSmallestUnit(14.999, 'EUR')).toThrow('14.999 EUR is no price: EUR has 2 decimals.');
});

test('A currency that Stripe counts otherwise than the pages show it is refused', () => {
  for (const currency of ['KWD', 'HUF', 'UGX', 'ISK']) expect(() => inSmallestUnit(10, currency)).toThrow(currency);
});
