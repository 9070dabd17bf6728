import { expect, test } from 'vitest';
import { isBlank } from '../../../engine/run/typed-text.ts';

test.each([
  ['nothing', ''],
  ['spaces, also wide ones and those that do not break', ' \t\n\u00A0\u2003\u3000'],
  ['fillers of Hangul', '\u3164\u115F\u1160\uFFA0'],
  ['an empty Braille cell', '\u2800'],
  ['a soft hyphen', '\u00AD'],
  ['joiners and spaces without width', '\u200B\u200C\u200D\u2060\uFEFF\u180E\u034F'],
  ['marks of direction', '\u200E\u202E\u2066\u2069'],
  ['selectors of variants, and tags', '\uFE0F\u{E0100}\u{E0041}'],
  ['control characters', '\u0000\u001B\u0085'],
  ['an empty note, and marks of annotations', '\u{1D159}\uFFF9'],
])('nothing can be seen of %s', (_what, text) => {
  expect(isBlank(text)).toBe(true);
});

test.each(['A', '\u3164a\u3164', '山', 'ש', '-', '.', '\u0301', '👩\u200D🚀', '⠁'])('%j can be seen', (text) => {
  expect(isBlank(text)).toBe(false);
});
