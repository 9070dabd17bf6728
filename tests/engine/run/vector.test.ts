import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptyVector, getEntry, setEntry } from '../../../engine/run/vector.ts';

test.each([1, 32, 33, 1024, 1025, 40_000])('a vector of %i holds what was set, entry by entry', (size) => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(size - 1), fc.option(fc.nat(), { nil: undefined })), { maxLength: 50 }),
      (sets) => {
        const expected = new Map(sets);
        const vector = sets.reduce((all, [index, entry]) => setEntry(all, index, entry), emptyVector<number>(size));
        for (const [index, entry] of expected) expect(getEntry(vector, index)).toBe(entry);
      },
    ),
    { numRuns: 50 },
  );
});

test('setting an entry leaves the given vector as it was', () => {
  const before = setEntry(emptyVector<string>(5000), 4321, 'before');
  const after = setEntry(before, 4321, 'after');
  expect([getEntry(before, 4321), getEntry(after, 4321)]).toEqual(['before', 'after']);
  expect(getEntry(after, 0)).toBeUndefined();
});
