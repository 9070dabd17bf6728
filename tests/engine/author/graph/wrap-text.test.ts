import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { monospace, sans, widthOf, wrapText } from '../../../../engine/author/graph/wrap-text.ts';

const mono = { face: monospace, size: 10 };

describe('lines of text', () => {
  test('break at spaces', () => {
    expect(wrapText('hours < 5 or strain >= 6', 80, mono)).toEqual(['hours < 5 or', 'strain >= 6']);
  });

  test('break within a word only where it has no room on a line of its own', () => {
    expect(wrapText('has "late_caffeine" so', 100, mono)).toEqual(['has', '"late_caffeine"', 'so']);
    expect(wrapText('wizard_second_step_passed', 100, mono)).toEqual(['wizard_second_', 'step_passed']);
    expect(wrapText('abcdefghijklmnop', 50, mono)).toEqual(['abcdefgh', 'ijklmnop']);
  });

  test('give characters of East Asia and pictures the room of two, and a picture of several parts that of one', () => {
    expect(widthOf('漢字', mono)).toBeCloseTo(24);
    expect(widthOf('👩‍👩‍👧', mono)).toBeCloseTo(12);
    expect(widthOf('é', mono)).toBeCloseTo(widthOf('e', mono));
  });

  test('are never wider than their room, and lose nothing but spaces', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 20, max: 300 }), (text, room) => {
        for (const lettering of [mono, { face: sans, size: 12 }]) {
          const lines = wrapText(text, room, lettering);
          expect(lines.filter((line) => widthOf(line, lettering) > room)).toEqual([]);
          expect(lines.join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
        }
      }),
    );
  });
});
