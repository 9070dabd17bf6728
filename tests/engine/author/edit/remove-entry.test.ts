import { expect, test } from 'vitest';
import { locate } from '../../../../engine/author/document.ts';
import { deleteEntry } from '../../../../engine/author/edit/delete-entry.ts';
import { renameKey } from '../../../../engine/author/edit/write-text.ts';
import { applyEdits } from '../../../../engine/author/edit/text-edit.ts';
import { readYaml } from '../../../../engine/author/yaml/read-yaml.ts';

function documentOf(text: string) {
  return readYaml({ name: 'x.en.yaml', text }, { isText: true, keys: new Set() }).document;
}

/** The text without what is at a path, the keys of which have dots between them. */
function without(text: string, path: string): string {
  const edit = deleteEntry(documentOf(text), path.split('.'));
  return edit ? applyEdits(text, [edit]) : 'nothing';
}

test.each([
  ['in the middle', 'a:\n  b: 1\n  c:\n    d: x\n  e: 2\n', 'a:\n  b: 1\n  e: 2\n'],
  ['with a folded text', 'a:\n  b: 1\n  c: >-\n    x\n    y\n\n  e: 2\n', 'a:\n  b: 1\n\n  e: 2\n'],
  ['at the end, without a last line end', 'a:\n  b: 1\n  c: 2', 'a:\n  b: 1'],
  ['between empty lines', 'a:\n  b: 1\n\n  c: 2\n\n  e: 3\n', 'a:\n  b: 1\n\n  e: 3\n'],
  ['at the end, after an empty line', 'a:\n  b: 1\n\n  c: 2\n', 'a:\n  b: 1\n'],
  ['with Windows line ends', 'a:\r\n  b: 1\r\n\r\n  c: 2\r\n\r\n  e: 3\r\n', 'a:\r\n  b: 1\r\n\r\n  e: 3\r\n'],
  ['between braces', 'a: { b: 1, c: x, e: 2 }\n', 'a: { b: 1, e: 2 }\n'],
  ['first between braces', 'a: { c: x, e: 2 }\n', 'a: { e: 2 }\n'],
  ['last between braces', 'a: { b: 1, c: [x, y] } # why\n', 'a: { b: 1 } # why\n'],
  ['with what would be empty without it', 'z: 1\na:\n  c: 2\n', 'z: 1\n'],
  [
    'of comments that are not its own',
    '# top\na:\n  # b\n  b: 1\n  c: 2\n  # e\n  e: 3\n',
    '# top\na:\n  # b\n  b: 1\n  # e\n  e: 3\n',
  ],
])('an entry %s is taken out, and nothing else', (_name, text, expected) => {
  expect(without(text, 'a.c')).toBe(expected);
});

test('a section that a file must have stays', () => {
  expect(without('steps:\n  c:\n    title: x\noutcomes: {}\n', 'steps.c')).toBe('steps: {}\noutcomes: {}\n');
  expect(without('{ steps: { c: { title: x } } }\n', 'steps.c')).toBe('{ steps: {} }\n');
});

test('what an anchor shares with others stays', () => {
  const text = 'steps:\n  a: &x { c: 1, d: 2 }\n  b: *x\n';
  expect(without(text, 'steps.b.c')).toBe('nothing');
  expect(without(text, 'steps.a.c')).toBe('nothing');
});

test.each([
  ['all of it', 'steps:\n  a: &x { c: 1 }\n  b: *x\n'],
  ['a part of it', 'steps:\n  a:\n    options: &x { c: 1 }\n  b: { options: *x }\n'],
  ['a text in it', 'steps:\n  a: { title: &x One }\n  b: { title: *x }\n'],
  ['what it merges', 'steps:\n  a: &x { c: 1 }\n  b: { <<: *x, d: 2 }\n'],
])('an entry stays while an alias outside stands for %s', (_name, text) => {
  expect(without(text, 'steps.a')).toBe('nothing');
  expect(without(text, 'steps.b')).not.toContain('*x');
});

test.each([
  ['old: 1', 'new: 1'],
  ["'old': 1", "'new': 1"],
  ['"old": 1', '"new": 1'],
  ['{ old: 1 }', '{ new: 1 }'],
])('the key of %s gets another name in the same quotes', (text, expected) => {
  const document = documentOf(text);
  expect(locate(document, ['old']).found).toBe(true);
  expect(applyEdits(text, [renameKey(document, ['old'], 'new')])).toBe(expected);
});
