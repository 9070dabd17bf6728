import { expect, test } from 'vitest';
import { applyEdits, editFile } from '../../../../engine/author/edit/text-edit.ts';

test('edits count in the text as it was, in whatever order they come', () => {
  const edits = [
    { start: 4, end: 5, text: 'five' },
    { start: 0, end: 1, text: 'one' },
  ];
  expect(
    applyEdits(
      '1 2 3',
      edits.toSorted(() => 0),
    ),
  ).toBe('one 2 five');
});

test('the same edit of one place is made once, and texts put in at one place keep their order', () => {
  expect(
    applyEdits(
      'abc',
      [1, 1].map((start) => ({ start, end: 2, text: 'x' })),
    ),
  ).toBe('axc');
  const put = ['x', 'y'].map((text) => ({ start: 1, end: 1, text }));
  expect(applyEdits('ab', put)).toBe('axyb');
});

test('two edits that contradict are a bug', () => {
  const edits = ['x', 'y'].map((text) => ({ start: 1, end: 2, text }));
  expect(() => applyEdits('abc', edits)).toThrow('Two edits of one place');
});

test.each([
  ['\ufeffa\r\nb', '\ufeffa\r\nx\r\ny'],
  ['a\nb', 'a\nx\ny'],
  ['a\rb', 'a\rx\ry'],
])('%j keeps its mark, its line ends and its last line', (text, expected) => {
  const at = text.replace('\ufeff', '').indexOf('b');
  expect(editFile({ name: '', text }, [{ start: at, end: at + 1, text: 'x\ny' }]).text).toBe(expected);
});
