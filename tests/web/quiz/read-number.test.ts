import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkAnswer } from '../../../engine/run/answers.ts';
import type { NumberStep } from '../../../engine/model.ts';
import { readNumber, writeNumber } from '../../../web/quiz/fields/read-number.ts';

/** A question for any number of this range. */
function asking(min: number, max: number, step = 0.001) {
  const blank = { id: 'n', counts: true, next: [{ to: null }], fewest: 0, most: 0 } as const;
  const question: NumberStep = { ...blank, type: 'number', field: 'n', input: 'field', min, max, step };
  return (value: number) => checkAnswer(question, value);
}
const anything = asking(-1_000_000, 1_000_000);
const read = (written: string, locale: string, problemOf = anything) => readNumber(written, locale, problemOf);

describe('a number is read as people of the language write it', () => {
  test.each<[string, number, number]>([
    ['7', 7, 7],
    ['1000', 1000, 1000],
    ['0.5', 0.5, 0.5],
    ['0,5', 0.5, 0.5],
    ['1,5', 1.5, 1.5],
    ['1.5', 1.5, 1.5],
    ['.5', 0.5, 0.5],
    ['7,25', 7.25, 7.25],
    ['0.125', 0.125, 0.125],
    ['1234,5', 1234.5, 1234.5],
    ['1,234.5', 1234.5, 1234.5],
    ['1.234,5', 1234.5, 1234.5],
    ['12.3450', 12.345, 12.345],
    ['1 000', 1000, 1000],
    ['1 000,5', 1000.5, 1000.5],
    ["12'000", 12_000, 12_000],
    ['1,000,000', 1_000_000, 1_000_000],
    ['1.000.000', 1_000_000, 1_000_000],
    ['-1,5', -1.5, -1.5],
    ['−2', -2, -2],
    [' 42 ', 42, 42],
  ])('%s', (written, english, spanish) => {
    expect(read(written, 'en')).toEqual({ value: english });
    expect(read(written, 'es')).toEqual({ value: spanish });
  });

  test('a thousand, and never 1', () => {
    expect(read('1,000', 'en')).toEqual({ value: 1000 });
    expect(read('1.000', 'es')).toEqual({ value: 1000 });
    expect(read('1,000', 'en', asking(0, 10))).toEqual({ value: 1000 }); // too many, which the visitor is told
    expect(read('1.000', 'es', asking(0, 10))).toEqual({ value: 1000 });
  });

  test('the sign of the other language is read as what the question takes', () => {
    expect(read('1.500', 'en', asking(100, 5000, 1))).toEqual({ value: 1500 });
    expect(read('1,500', 'es', asking(0, 100, 0.5))).toEqual({ value: 1.5 });
    expect(read('1.500', 'en', asking(0, 1, 1))).toEqual({ value: 1.5 }); // takes neither: as it is written
  });

  test('where the question takes both, both are given', () => {
    expect(read('1.000', 'en', asking(0, 5000, 1))).toEqual({ value: 1, other: 1000 });
    expect(read('2,500', 'es', asking(0, 5000, 0.5))).toEqual({ value: 2.5, other: 2500 });
  });

  test('nothing is nothing', () => {
    expect(read('', 'en')).toEqual({ value: undefined });
    expect(read('  ', 'es')).toEqual({ value: undefined });
  });
});

test.each([
  'seven',
  '1,00,000',
  '1.2.3',
  '12 34',
  '1,234,56',
  '1,2.3,4',
  '7 hours',
  '--1',
  '.',
  ',',
  '1e5',
  '0x10',
  '1..5',
])('is no number: %s', (written) => {
  expect(read(written, 'en')).toEqual({ value: Number.NaN });
  expect(read(written, 'es')).toEqual({ value: Number.NaN });
});

test('what is shown back is read as the same number, and as no other', () => {
  const places = fc.integer({ min: -5_000_000, max: 5_000_000 });
  fc.assert(
    fc.property(
      places,
      fc.constantFrom(1, 0.5, 0.1, 0.01, 0.001),
      fc.constantFrom('en', 'es'),
      (place, step, locale) => {
        const value = Number((place * step).toPrecision(12));
        if (Math.abs(value) > 1_000_000) return;
        const problemOf = asking(-1_000_000, 1_000_000, step);
        expect(readNumber(writeNumber(value, locale, problemOf), locale, problemOf)).toEqual({ value });
      },
    ),
  );
});
