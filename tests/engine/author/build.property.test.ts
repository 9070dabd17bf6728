import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseTopics } from '../../../engine/author/topics.ts';
import { formatProblem, type ProblemCode } from '../../../engine/problem.ts';
import { build, compileUnproved, soundFiles, withFiles } from './harness.ts';
import { funnelFiles, random } from './random-funnels.ts';
import { anyCharacter } from '../../harness/any-character.ts';
import { runs } from './runs.ts';

test('a funnel without mistakes compiles, in block or flow style, unless its visits show one', () => {
  fc.assert(
    fc.property(random.funnel, (description) => {
      const files = funnelFiles(description);
      expect(compileUnproved(files).steps).toHaveLength(description.steps.length);
      const { funnels, problems } = build(files);
      expect(funnels).toHaveLength(problems.length === 0 ? 1 : 0);
      for (const { code } of problems) expect(ofVisits).toContain(code);
    }),
    { numRuns: runs(15) },
  );
});

const ofVisits: readonly ProblemCode[] = [
  'step_unreachable',
  'branch_unreachable',
  'answer_missing',
  'recall_missing',
  'division_by_zero',
  'outcome_unreachable',
  'always_true',
];

const yamlPieces = fc
  .array(
    fc.constantFrom(
      'steps:',
      'outcomes:',
      'funnel',
      'locales: [en]',
      '- ',
      '  ',
      '\n',
      '\n  ',
      '\n    ',
      ': ',
      '{',
      '}',
      '[',
      ']',
      ',',
      '"',
      "'",
      '#',
      ' #',
      '&a ',
      '*a',
      '<<: ',
      '| ',
      '>-',
      '?',
      '!tag ',
      '---',
      '...',
      '%YAML',
      '\t',
      '\r\n',
      '\u0000',
      '\uFEFF',
      'id',
      'type',
      'when',
      '1',
      'true',
      'null',
      '~',
      'no',
      '.inf',
      '0x1f',
      '__proto__',
      'constructor',
      'hours < 5',
      '{{x}}',
      '{{',
      'é',
      '😀',
      'options',
      'next',
      'score',
    ),
    { maxLength: 40 },
  )
  .map((pieces) => pieces.join(''));

function expectOnlyProblems(name: string, text: string): void {
  const { problems } = build(withFiles({ name, text }));
  for (const problem of problems) {
    expect(problem.line).toBeGreaterThan(0);
    expect(problem.column).toBeGreaterThan(0);
    expect(formatProblem(problem)).toContain(problem.message);
  }
}

test('any text as a flow, as words or as topics only ever gives problems', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: anyCharacter }), yamlPieces), (text) => {
      expectOnlyProblems('sleep.yaml', text);
      expectOnlyProblems('sleep.es.yaml', text);
      expect(parseTopics({ name: 'topics.yaml', text }).problems.length).toBeGreaterThan(0);
    }),
    { numRuns: runs(25) },
  );
});

test('a file with anything cut out, put in or replaced only ever gives problems', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...soundFiles),
      fc.nat(),
      fc.nat({ max: 30 }),
      yamlPieces,
      ({ name, text }, at, length, piece) => {
        const start = at % text.length;
        expectOnlyProblems(name, text.slice(0, start) + piece.slice(0, 20) + text.slice(start + length));
      },
    ),
    { numRuns: runs(25) },
  );
});

test('any value in place of any other only ever gives problems', () => {
  const lines = soundFiles.flatMap((file) => file.text.split('\n').map((_, index) => ({ file, index })));
  fc.assert(
    fc.property(
      fc.constantFrom(...lines),
      fc.constantFrom(
        'null',
        '5',
        '[]',
        '{}',
        '[a]',
        '{ a: b }',
        'true',
        '""',
        '.nan',
        '-1',
        'text',
        '{ when: 1 }',
        '[[1]]',
        '[null]',
      ),
      ({ file, index }, value) => {
        const text = file.text
          .split('\n')
          .with(index, (file.text.split('\n')[index] ?? '').replace(/(:|-) .*$/, `$1 ${value}`));
        expectOnlyProblems(file.name, text.join('\n'));
      },
    ),
    { numRuns: runs(25) },
  );
});

test('a file that is nested ever so deeply only gives a problem', () => {
  for (const text of ['['.repeat(100_000), '- '.repeat(100_000), '{a: '.repeat(50_000)]) {
    expect(build([{ name: 'deep.yaml', text }]).problems.map(({ code }) => code)).toEqual(['yaml_syntax']);
  }
});
