import { describe, expect, test } from 'vitest';
import { checkValue } from '../../api/platform/http/check.ts';
import { ApiError } from '../../api/platform/http/problem.ts';

/** The fields that are wrong with a value. */
function mistakesOf(check: (value: unknown) => unknown, value: unknown): readonly string[] {
  try {
    check(value);
    return [];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.errors.map(({ field }) => field);
  }
}

describe('a value that callers send', () => {
  test('may be nested twenty deep, and no deeper', () => {
    const nested = (depth: number): unknown => (depth === 0 ? 'end' : { in: nested(depth - 1) });
    const check = checkValue({});
    expect(mistakesOf(check, nested(20))).toEqual([]);
    expect(mistakesOf(check, nested(21))).toHaveLength(1);
    expect(mistakesOf(check, nested(5_000))).toHaveLength(1);
  });

  test('has at most fifty mistakes named', () => {
    const check = checkValue({ type: 'array', items: { type: 'number' } });
    for (const length of [50, 51])
      expect(
        mistakesOf(
          check,
          Array.from({ length }, () => 'no number'),
        ),
      ).toHaveLength(50);
  });
});
