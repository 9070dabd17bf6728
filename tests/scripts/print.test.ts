import { expect, test } from 'vitest';
import { formatJson, formatTable, printable, textColumn } from '../../scripts/print.ts';

test.each([
  ['colours and a cleared screen', 'a\u001B[31mb\u001B[2J', 'a\u{FFFD}[31mb\u{FFFD}[2J'],
  ['the second set of control characters', 'a\u009B2Jb\u0085\u007F', 'a\u{FFFD}2Jb\u{FFFD}\u{FFFD}'],
  ['a bell and a backspace', '\u0007\b\0', '\u{FFFD}\u{FFFD}\u{FFFD}'],
  ['a return that writes over its line', 'paid\rfree', 'paid\u{FFFD}free'],
  ['marks of direction', 'a\u202Egnp.exe\u2066\u200F\u061C', 'a\u{FFFD}gnp.exe\u{FFFD}\u{FFFD}\u{FFFD}'],
])('%s do not come out', (_name, text, printed) => {
  expect(printable(text)).toBe(printed);
});

test.each(['a\tb\nc\r\nd', '👩‍👩‍👧‍👦 🏳️‍🌈 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ñ e\u0301', 'soft\u00ADhyphen', '\uFEFFmark'])('%j comes out as it is', (text) => {
  expect(printable(text)).toBe(text);
});

test('only of what is painted the colours stay', () => {
  const text = '\u001B[31mred\u001B[0m\u001B[2J';
  expect(printable(text, { painted: true })).toBe('\u001B[31mred\u001B[0m\u{FFFD}[2J');
});

test('a cell of a table stays in its line, and in its column', () => {
  const columns = [textColumn('from'), textColumn('end')];
  expect(formatTable(columns, [['a\n\u001B[1Ab\tc', 'left']])).toBe(
    'from       end\na\u{FFFD}\u{FFFD}[1Ab\u{FFFD}c  left',
  );
});

test('what programs read is as clean', () => {
  expect(JSON.parse(formatJson({ clinic: ['\u001B[2J'] }))).toEqual({ clinic: ['\u{FFFD}[2J'] });
});
