import { describe, expect, test } from 'vitest';
import { build, changed, expectProblem, expectValid, soundText, problemTexts, withFiles } from './harness.ts';

/** A questionnaire whose questions share their options. */
function questionnaire(anchored: string, count: number, rest = ''): { name: string; text: string }[] {
  const ids = Array.from({ length: count }, (_, index) => `question_${index}`);
  const flow = [
    'funnel: form\npath: /form\nstorage_key: form\nlocales: [en]\nsteps:',
    `  - id: question_0\n    type: single_choice\n    options: &often\n${anchored}`,
    ...ids.slice(1).map((id) => `  - { id: ${id}, type: single_choice, options: *often }`),
    `${rest}outcomes: { only: { else: true, topics: [deep-sleep] } }\nfinish: results\n`,
  ];
  const words = [
    'funnel: { name: Form, description: Form }\nsteps:',
    '  question_0: { title: Question, options: &often { never: Never, daily: Daily } }',
    ...ids.slice(1).map((id) => `  ${id}: { title: Question, options: *often }`),
    'outcomes: { only: { title: T, summary: S, points: [P] } }\n',
  ];
  return [
    { name: 'form.yaml', text: flow.join('\n') },
    { name: 'form.en.yaml', text: words.join('\n') },
  ];
}

test('options can be shared, as often as a questionnaire needs', () => {
  const [form] = expectValid(questionnaire('      never: {}\n      daily: { score: 2 }', 300));
  expect(form?.funnel.steps).toHaveLength(300);
  expect(form?.funnel.dimensions).toEqual([{ name: 'score', least: 0, most: 600 }]);
  expect(form?.words['en']?.steps['question_299']?.options).toEqual({ never: 'Never', daily: 'Daily' });
});

describe('a problem inside an anchor is reported once, at the anchor and at its uses', () => {
  test('when the shape is wrong', () => {
    const [problem, ...others] = build(questionnaire('      never: {}\n      daily: { scor: 2 }', 3)).problems;
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ code: 'unknown_key', line: 10, column: 16, hint: 'Did you mean "score"?' });
    expect(problem?.related).toEqual([
      { file: 'form.yaml', line: 11, column: 53, note: 'Used here.' },
      { file: 'form.yaml', line: 12, column: 53, note: 'Used here.' },
    ]);
  });

  test('when a target is wrong', () => {
    const [problem, ...others] = build(questionnaire('      never: {}\n      daily: { next: questoin_2 }', 3)).problems;
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ code: 'next_unknown', line: 10, column: 22, hint: 'Did you mean "question_2"?' });
    expect(problem?.related).toHaveLength(2);
  });

  test('when it is a mistake at one of the uses only', () => {
    const [problem, ...others] = build(questionnaire('      never: {}\n      daily: { next: question_1 }', 3)).problems;
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ code: 'next_backward', line: 10, column: 22 });
    expect(problem?.related?.map(({ line }) => line)).toContain(11);
  });

  test('when it is an expression', () => {
    const { name, text } = changed('sleep.yaml', 'show_if: trouble == "shift_work"', 'show_if: &night hourz < 5');
    const file = { name, text: text.replace('strain >= 6 or hours < 5', '*night') };
    const problem = expectProblem(withFiles(file), 'unknown_name', 40, 21);
    expect(problem.related).toEqual([{ file: 'sleep.yaml', line: 50, column: 11, note: 'Used here.' }]);
  });
});

test('<< takes over the keys of another mapping, and own keys win', () => {
  const rest = '  - id: last\n    type: single_choice\n    options:\n      <<: *often\n      daily: { score: 9 }\n';
  const [flow, words] = questionnaire('      never: {}\n      daily: { score: 2 }', 2, rest);
  const text = words?.text.replace('outcomes:', '  last: { title: Last, options: { <<: *often } }\noutcomes:') ?? '';
  const [form] = expectValid([flow as never, { name: 'form.en.yaml', text }]);
  expect(form?.funnel.dimensions[0]?.most).toBe(2 + 2 + 9);
  expect(Object.keys(form?.words['en']?.steps['last']?.options ?? {})).toEqual(['never', 'daily']);
});

test('a problem in merged keys is reported at the anchor and where it is merged', () => {
  const rest = '  - id: last\n    type: single_choice\n    options:\n      <<: *often\n';
  const [flow] = questionnaire('      never: {}\n      daily: { scor: 2 }', 1, rest);
  const [problem, ...others] = build([flow as never]).problems.filter(({ code }) => code !== 'words_file_missing');
  expect(others).toEqual([]);
  expect(problem).toMatchObject({ code: 'unknown_key', line: 10, column: 16, related: [{ line: 14, column: 11 }] });
});

test('an alias without an anchor, or inside its own, is a problem', () => {
  const text = soundText('sleep.yaml').replace('topics: [deep-sleep, wind-down]', 'topics: &all [deep-sleep, *all]');
  expect(problemTexts(build(withFiles({ name: 'sleep.yaml', text })).problems)).toEqual(['yaml_alias 54:31']);
});

test('aliases of aliases that stand for too much are refused at once', () => {
  const levels = Array.from(
    { length: 30 },
    (_, level) => `  - &l${level + 1} [${Array(10).fill(`*l${level}`).join(', ')}]`,
  );
  const text = `steps:\n  - &l0 [a]\n${levels.join('\n')}\n`;
  expect(build([{ name: 'bomb.yaml', text }]).problems.map(({ code }) => code)).toEqual(['yaml_alias']);
});
