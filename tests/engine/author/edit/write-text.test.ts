import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { writeKey, writeText } from '../../../../engine/author/edit/write-text.ts';
import { randomText } from './random-text.ts';

const styles = ['PLAIN', 'QUOTE_SINGLE', 'QUOTE_DOUBLE', 'BLOCK_LITERAL', 'BLOCK_FOLDED', undefined] as const;

test('any text reads as it was, in any style, on a line of its own and between braces', () => {
  const place = fc.record({
    style: fc.constantFrom(...styles),
    inFlow: fc.boolean(),
    indent: fc.constantFrom(0, 2, 6),
  });
  fc.assert(
    fc.property(randomText, place, (text, given) => {
      const indent = ' '.repeat(given.indent);
      const source = writeText(text, given);
      const file = given.inFlow ? `${indent}a: { b: ${source}, c: x }\n` : `${indent}b: ${source}\n${indent}c: x\n`;
      const value = parse(file) as { a?: unknown };
      expect(given.inFlow ? value.a : value).toEqual({ b: text, c: 'x' });
    }),
    { numRuns: 400 },
  );
});

test.each([
  ['a simple text', 'PLAIN', 'a simple text'],
  ['with: a colon', 'PLAIN', "'with: a colon'"],
  ["it's: quoted", 'PLAIN', "'it''s: quoted'"],
  ['simple', 'QUOTE_SINGLE', "'simple'"],
  ['simple', 'QUOTE_DOUBLE', '"simple"'],
  ['12', 'PLAIN', "'12'"],
  ['two\nlines', 'PLAIN', '|-\n    two\n    lines'],
  ['one line', 'BLOCK_FOLDED', '>-\n    one line'],
  ['one line', 'BLOCK_LITERAL', '|-\n    one line'],
] as const)('%j after a text in the style %s is written %j', (text, style, source) => {
  expect(writeText(text, { style, inFlow: false, indent: 2 })).toBe(source);
});

test('a folded text is filled up to 120 characters', () => {
  const text = Array.from({ length: 60 }, () => 'word').join(' ');
  const lines = writeText(text, { style: 'BLOCK_FOLDED', inFlow: false, indent: 4 }).split('\n');
  expect(lines.every((line) => line.length <= 120)).toBe(true);
  expect(lines).toHaveLength(4);
});

test('keys that YAML takes for something else get quotes', () => {
  expect(['trouble', 'no', 'null'].map((key) => writeKey(key, undefined))).toEqual(['trouble', "'no'", "'null'"]);
  expect(writeKey('trouble', 'QUOTE_DOUBLE')).toBe('"trouble"');
});
