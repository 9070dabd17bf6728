import { describe, expect, test } from 'vitest';
import { changed, expectProblem, expectValid, withFiles } from './harness.ts';

const show = 'show_if: trouble == "shift_work"';

describe('a mistake inside an expression is underlined exactly, however YAML writes it', () => {
  test.each([
    ['plain', 'show_if: hours < 5 and hourz > 3', 40, 28],
    ['in single quotes', `show_if: 'trouble != ''shift_work'' and hourz > 3'`, 40, 45],
    ['in double quotes', 'show_if: "trouble != \\"shift_work\\" and hourz > 3"', 40, 45],
    [
      'in double quotes with escaped characters',
      'show_if: "\\x74rouble != \'shift\\u005fwork\' \\u0061nd hourz > 3"',
      40,
      56,
    ],
    ['over several plain lines', 'show_if: hours < 5\n      and\n      hourz > 3', 42, 7],
    ['over several quoted lines', 'show_if: "hours < 5\n      and \\\n      hourz > 3"', 42, 7],
    ['in a literal block', 'show_if: |\n      hours < 5\n        and hourz > 3', 42, 13],
    ['in a folded block', 'show_if: >-\n\n      hours < 5\n\n      and hourz > 3', 44, 11],
    ['in a block with an indentation of its own', 'show_if: |2\n        hours < 5 and hourz > 3', 41, 23],
  ])('%s', (_style, text, line, column) => {
    const { endLine, endColumn } = expectProblem(
      withFiles(changed('sleep.yaml', show, text)),
      'unknown_name',
      line,
      column,
    );
    expect([endLine, endColumn]).toEqual([line, column + 'hourz'.length]);
  });

  test('inside a flow mapping', () => {
    const files = withFiles(
      changed('sleep.yaml', '{ when: hours < 5, to: name }', `{ when: "hours < 5 or hourz > 3", to: name }`),
    );
    expectProblem(files, 'unknown_name', 36, 31);
  });

  test('after characters outside the basic plane', () => {
    const files = withFiles(changed('sleep.yaml', show, 'show_if: firstName == "😀" and hourz > 3'));
    expectProblem(files, 'unknown_name', 40, 36);
  });

  test('in a file with Windows line ends', () => {
    const file = changed('sleep.yaml', show, 'show_if: hours < 5 and hourz > 3');
    expectProblem(withFiles({ ...file, text: file.text.replaceAll('\n', '\r\n') }), 'unknown_name', 40, 28);
  });
});

test('the frame shows the line with its neighbours and underlines the place', () => {
  const { frame } = expectProblem(
    withFiles(changed('sleep.yaml', 'hours < 5, to', 'hourz < 5, to')),
    'unknown_name',
    36,
    17,
  );
  expect(frame).toBe(
    [
      '  35 |     next:',
      '> 36 |       - { when: hourz < 5, to: name }',
      '     |                 ^^^^^',
      '  37 |       - { else: note }',
    ].join('\n'),
  );
});

test('expressions in every style of YAML mean the same', () => {
  const [first] = expectValid(withFiles(changed('sleep.yaml', show, 'show_if: trouble   ==\n      "shift_work"')));
  const [second] = expectValid(
    withFiles(changed('sleep.yaml', show, 'show_if: >\n      trouble ==\n      "shift_work"')),
  );
  expect(first?.funnel.steps[4]?.showIf).toBe('trouble == "shift_work"');
  expect(second?.funnel.version).toBe(first?.funnel.version);
});
