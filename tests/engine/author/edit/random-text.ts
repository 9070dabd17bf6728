import fc from 'fast-check';
import { hasControlCharacter } from '../../../../engine/author/yaml/odd-characters.ts';

const signs = [
  '=',
  '+',
  '-',
  '@',
  "'",
  '"',
  ',',
  ';',
  '\n',
  '\n\n',
  '\t',
  ' ',
  '  ',
  ': ',
  ':',
  ' #',
  '#',
  '{',
  '}',
  '[',
  ']',
];
const yamlSigns = [
  '&',
  '*',
  '!',
  '|',
  '>',
  '%',
  '`',
  '?',
  '- ',
  '\\',
  '\\n',
  '$&',
  '~',
  '---',
  '...',
  '<<',
  '＝',
  '\u00a0',
  '\u2028',
];
const values = ['yes', 'null', 'true', '12', '0x1', '1e3', 'word', 'a longer text of several words', 'https://x.y'];
const pieces = [...signs, ...yamlSigns, ...values, 'ñ', '😀', '👩‍👩‍👧', '“”'];

/** Texts that a translator could write, and many that nobody would: with whatever YAML or a spreadsheet could trip over. */
export const randomText: fc.Arbitrary<string> = fc
  .oneof(
    fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 8 }).map((parts) => parts.join('')),
    fc.array(fc.constantFrom(...pieces), { minLength: 20, maxLength: 60 }).map((parts) => parts.join(' ')),
    fc.string({ unit: 'grapheme', minLength: 1 }),
  )
  .filter((text) => text.trim() !== '' && !/\{\{|\}\}|\r|\ufffd/.test(text) && !hasControlCharacter(text));
