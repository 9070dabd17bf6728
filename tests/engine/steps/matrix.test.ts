import { expect, test } from 'vitest';
import { candidates } from '../../../engine/author/steps/index.ts';
import { checkAnswers } from '../../../engine/run/answers.ts';
import { toScreen } from '../../../engine/run/screen.ts';
import { startVisit } from '../../../stories/step/start-visit.ts';
import { build, expectProblem, expectValid } from '../author/harness.ts';

const rows = '{ tense: {}, relaxed: { score: -1 }, tired: { score: { energy: 1 } } }';
const flow = (when = 'score >= 2', written = rows) => `funnel: sleep
path: /sleep
storage_key: wizardSleep
locales: [en]
steps:
  - id: week
    type: matrix
    rows: ${written}
    options: { never: { score: 0 }, sometimes: { score: 1 }, often: { score: 2 } }
outcomes:
  high: { when: '${when}', topics: [wind-down] }
  spent: { when: 'week has "tired.often"', topics: [wind-down] }
  other: { else: true, topics: [wind-down] }
finish: results
`;
const labels =
  'tense: I was tense, relaxed: I was relaxed, tired: I was tired, never: Never, sometimes: Sometimes, often: Often';
const words = (options = labels) => `funnel: { name: Sleep, description: Sleep }
steps: { week: { title: Last week, options: { ${options} } } }
outcomes:
  high: { title: High, summary: '{{week}}', points: [Rest] }
  spent: { title: Spent, summary: Spent, points: [Rest] }
  other: { title: Other, summary: Other, points: [Rest] }
`;
const files = (text = flow(), texts = words()) => [
  { name: 'sleep.yaml', text },
  { name: 'sleep.en.yaml', text: texts },
];
const [{ funnel, words: byLocale }] = expectValid(files()) as [ReturnType<typeof expectValid>[number]];
const outcome = (...week: readonly unknown[]) => {
  const check = checkAnswers(funnel, { week });
  return check.ok ? [check.outcome, check.totals] : check.problems[0]!.code;
};

test('a matrix is answered by one cell of each row, which count as rows and options say', () => {
  expect(outcome('tense.often', 'relaxed.never', 'tired.never')).toEqual(['high', { score: 2, energy: 0 }]);
  expect(outcome('tired.often', 'tense.often', 'relaxed.often')).toEqual(['spent', { score: 0, energy: 2 }]);
  expect(outcome('tense.never', 'relaxed.sometimes', 'tired.sometimes')).toEqual(['other', { score: -1, energy: 1 }]);
  expect(outcome('tense.often', 'tired.never')).toBe('required');
  expect(outcome('tense.often', 'tense.never', 'tired.never')).toBe('too_many');
  expect(outcome('tense.always', 'relaxed.never', 'tired.never')).toBe('unknown_option');
  expect(outcome('tense', 'relaxed.never', 'tired.never')).toBe('unknown_option');
  expect(outcome(1, 2, 3)).toBe('wrong_type');
  expect(funnel.dimensions).toEqual([
    { name: 'score', least: -2, most: 2 },
    { name: 'energy', least: 0, most: 2 },
  ]);
});

test('a row that is reversed counts the scale from its other end, so that totals are the published ones', () => {
  const pss = '{ tense: {}, relaxed: { reverse: true }, tired: { reverse: true, score: { energy: 2 } } }';
  const [{ funnel: reversed }] = expectValid(files(flow('score >= 2', pss))) as [
    ReturnType<typeof expectValid>[number],
  ];
  const totals = (...week: readonly string[]) => checkAnswers(reversed, { week });
  expect(reversed.dimensions).toEqual([
    { name: 'score', least: 0, most: 4 },
    { name: 'energy', least: 0, most: 4 },
  ]);
  expect(totals('tense.often', 'relaxed.never', 'tired.often')).toMatchObject({ totals: { score: 4, energy: 0 } });
  expect(totals('tense.never', 'relaxed.sometimes', 'tired.never')).toMatchObject({ totals: { score: 1, energy: 4 } });
  expect(totals('tense.never', 'relaxed.often', 'tired.sometimes')).toMatchObject({ totals: { score: 0, energy: 2 } });
});

test('its answers are recalled statement by statement', () => {
  const answer = ['tense.often', 'relaxed.never', 'tired.never'];
  const actor = startVisit(funnel, { steps: [{ step: 'week', answer }], outcome: 'high' });
  expect(actor.getSnapshot().status).toBe('done');
  const screen = toScreen(
    { funnel, words: byLocale['en']! },
    startVisit(funnel, { steps: [{ step: 'week' }] }).getSnapshot(),
  );
  expect(screen).toMatchObject({ rows: [{ label: 'I was tense' }, {}, {}], columns: [{ label: 'Never' }, {}, {}] });
});

const tried = (asked: readonly string[], texts: readonly string[] = [], step = funnel.steps[0]!) => [
  ...candidates({
    step,
    comparisons: { texts: new Set(texts), numbers: new Set(), isAll: true },
    dimensions: ['score', 'energy'],
    asked: new Set(asked),
    texts: [],
  }),
];

test('proofs look at the sums and the cells that conditions ask for, and count all answers', () => {
  const count = (found: ReturnType<typeof tried>) => found.reduce((sum, each) => sum + each.count, 0n);
  expect(tried([])).toMatchObject([
    {
      count: 27n,
      points: [
        { least: -2, most: 2 },
        { least: 0, most: 2 },
      ],
    },
  ]);
  expect(tried(['score'])).toHaveLength(5);
  expect(tried(['score'], ['tired.often'])).toHaveLength(10);
  expect(count(tried(['score', 'energy'], ['tense.never']))).toBe(27n);
  expectProblem(files(flow('score >= 3')), 'outcome_unreachable', 11, 17);
});

test('where rows may be left out, so many of them are answered as conditions can count', () => {
  const optional = flow().replace('type: matrix', 'type: matrix\n    required: false');
  const [{ funnel: left }] = expectValid(
    files(optional.replace('week has', 'answered(week) and week has'), words().replace('{{week}}', '{{week|nothing}}')),
  ) as [ReturnType<typeof expectValid>[number]];
  const found = tried([], [], left.steps[0]);
  expect(found.map(({ answer = [], count }) => [[answer].flat().length, count])).toEqual([
    [3, 27n],
    [2, 27n],
    [1, 9n],
    [0, 1n],
  ]);
  expect(left.dimensions).toEqual(funnel.dimensions);
});

test('a questionnaire of nine rows is proved at once', () => {
  const names = Array.from({ length: 9 }, (_, at) => `q${at}`);
  const long = flow('score >= 12', `{ ${names.map((name) => `${name}: {}`).join(', ')} }`).replace(
    'tired.often',
    'q8.often',
  );
  const texts = words(
    `${names.map((name) => `${name}: Text`).join(', ')}, never: Never, sometimes: Some, often: Often`,
  );
  const started = performance.now();
  expect(expectValid(files(long, texts))[0]!.funnel.dimensions).toEqual([{ name: 'score', least: 0, most: 18 }]);
  expect(performance.now() - started).toBeLessThan(20_000); // by itself a second or two; a busy machine fails no test
});

test('a cell that there is not, a row named as an option, and words that are missing are problems', () => {
  expectProblem(files(flow('week has "tense.always"')), 'unknown_option', 11, 27);
  const named = flow('score > 1', '{ tense: {}, relaxed: {}, often: {} }').replace('tired.often', 'tense.often');
  expectProblem(files(named, words(labels.replace('tired: I was tired, ', ''))), 'matrix_keys', 8, 37);
  const lacking = build(files(flow(), words(labels.replace('tired: I was tired, ', '')))).problems;
  expect(lacking.map(({ code }) => code)).toEqual(['text_missing']);
});
