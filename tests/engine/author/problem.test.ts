import { expect, test } from 'vitest';
import { describeVisit, drawFrame, formatProblem, type Problem } from '../../../engine/problem.ts';

const problem: Problem = {
  code: 'next_unknown',
  message: 'There is no step "houers".',
  path: ['steps', 1, 'next'],
  file: 'funnels/sleep.yaml',
  line: 20,
  column: 11,
  endLine: 20,
  endColumn: 17,
  frame: '> 20 |     next: houers\n     |           ^^^^^^',
  hint: 'Did you mean "hours"?',
  related: [{ file: 'funnels/sleep.yaml', line: 31, column: 14, note: 'Used here.' }],
};

test('a problem is written with its place, code, message, frame, hint and related places', () => {
  expect(formatProblem(problem)).toBe(
    [
      'funnels/sleep.yaml:20:11  next_unknown  There is no step "houers".',
      '> 20 |     next: houers',
      '     |           ^^^^^^',
      '  Hint: Did you mean "hours"?',
      '  funnels/sleep.yaml:31:14  Used here.',
    ].join('\n'),
  );
});

test('colours only add escape codes', () => {
  const coloured = formatProblem(problem, { colour: true });
  expect(coloured).not.toBe(formatProblem(problem));
  // eslint-disable-next-line no-control-regex
  expect(coloured.replaceAll(/\u001B\[\d+m/g, '')).toBe(formatProblem(problem));
});

test('the frame of a range over several lines underlines the rest of the first', () => {
  expect(drawFrame(['ab cd', 'ef'], { line: 1, column: 4, endLine: 2, endColumn: 2 })).toBe(
    '> 1 | ab cd\n    |    ^^\n  2 | ef',
  );
});

test('tabs do not shift the underline', () => {
  expect(drawFrame(['\tab'], { line: 1, column: 2, endLine: 1, endColumn: 3 })).toBe('> 1 |  ab\n    |  ^');
});

test('a very long line is cut around the place', () => {
  const frame = drawFrame([`${'x'.repeat(5000)}HERE${'y'.repeat(5000)}`], {
    line: 1,
    column: 5001,
    endLine: 1,
    endColumn: 5005,
  });
  const [line = '', underline = ''] = frame.split('\n');
  expect(line.length).toBeLessThan(200);
  expect(line.slice(underline.indexOf('^'), underline.lastIndexOf('^') + 1)).toBe('HERE');
});

test('an answer that says nothing is called so in a visit', () => {
  const steps = [
    { step: 'name', answer: '' },
    { step: 'habits', answer: [] },
    { step: 'hours', answer: 0 },
    { step: 'end' },
  ];
  expect(describeVisit({ steps })).toEqual(['1. name: left empty', '2. habits: left empty', '3. hours: 0', '4. end']);
});
