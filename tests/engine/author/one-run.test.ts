import { describe, expect, test } from 'vitest';
import { compareProblems } from '../../../engine/problem.ts';
import {
  build,
  changed,
  expectProblem,
  expectValid,
  soundFiles,
  soundText,
  problemTexts,
  withFiles,
} from './harness.ts';

function edited(name: string, edits: readonly (readonly [string, string])[]): { name: string; text: string } {
  let text = soundText(name);
  for (const [old, replacement] of edits) {
    if (!text.includes(old)) throw new Error(`${name} has no ${JSON.stringify(old)}.`);
    text = text.replace(old, () => replacement);
  }
  return { name, text };
}

test('all mistakes of all files come in one run, sorted by file and place', () => {
  const { problems } = build(
    withFiles(
      edited('sleep.yaml', [
        ['path: /sleep', 'path: /login'],
        ['  debt:', '  query:'],
        ['    type: intro', '    type: intro\n    colour: blue'],
        ['next: hours', 'next: hour'],
        ['step: 0.5', 'step: 0.3'],
        ['trouble == "shift_work"', 'trouble == "shifts" and hourz < 5'],
        ['type: email', 'type: mail'],
        ['[deep-sleep, wind-down]', '[deep-sleep, wind-up]'],
      ]),
      edited('sleep.en.yaml', [
        ['title: Welcome', 'title: ""'],
        ['{{trouble}}', '{{trouble'],
        ['lines: [Reading, Choosing]', 'placeholder: Wait'],
      ]),
      edited('sleep.es.yaml', [
        ['  note:', '  nota:'],
        ['button: Empezar', 'buton: Empezar'],
      ]),
    ),
  );
  expect(problems.map(({ file, code }) => `${file} ${code}`)).toEqual([
    'sleep.en.yaml empty',
    'sleep.en.yaml recall_syntax',
    'sleep.en.yaml text_misfit',
    'sleep.es.yaml unknown_key',
    'sleep.es.yaml text_for_nothing',
    'sleep.yaml reserved_path',
    'sleep.yaml reserved_name',
    'sleep.yaml unknown_key',
    'sleep.yaml next_unknown',
    'sleep.yaml number_step',
    'sleep.yaml unknown_option',
    'sleep.yaml unknown_name',
    'sleep.yaml unknown_step_type',
    'sleep.yaml unknown_topic',
  ]);
  expect(problems).toEqual([...problems].sort(compareProblems));
});

test('several unquoted colons are all reported, as none spoils more than its own line', () => {
  const file = edited('sleep.en.yaml', [
    ['title: Welcome', 'title: Welcome: you'],
    ['title: One moment', 'title: One moment: please'],
  ]);
  expect(problemTexts(build(withFiles(file)).problems)).toEqual(['unquoted_colon 8:12', 'unquoted_colon 28:12']);
});

describe('one mistake is one problem', () => {
  test('a step of an unknown type makes nothing else unknown', () => {
    const file = edited('sleep.yaml', [
      ['type: single_choice', 'type: singlechoice\n    colour: blue\n    input: dial'],
    ]);
    expectProblem(withFiles(file), 'unknown_step_type', 16, 11);
  });

  test('of a step without a type nothing else is reported', () => {
    const file = changed('sleep.yaml', '  - id: hours\n    type: number', '  - id: hours\n    colour: 5');
    expectProblem(
      withFiles({ ...file, text: file.text.replace('- { else: note }', '- { else: 5 }') }),
      'key_missing',
      28,
      5,
    );
  });

  test('an answer whose field is misspelt as a key is not missed where it is used', () => {
    expectProblem(withFiles(changed('sleep.yaml', 'field: firstName', 'feild: firstName')), 'unknown_key', 43, 5);
  });

  test('a misspelt section of variables makes no variable unknown', () => {
    expectProblem(withFiles(changed('sleep.yaml', 'variables:', 'varaibles:')), 'unknown_key', 6, 1);
  });

  test('a variable that can not be computed is not missed where it is used', () => {
    const file = edited('sleep.yaml', [
      ['max(0, 8 - hours)', 'max(0,'],
      ['strain >= 6', 'debt >= 6'],
    ]);
    expectProblem(withFiles(file), 'expression_syntax', 8, 24);
  });

  test('an expression that is no YAML text is not read as an expression', () => {
    expectProblem(withFiles(changed('sleep.yaml', 'trouble == "shift_work"', '[trouble]')), 'wrong_type', 40, 14);
  });

  test('a flow that is no YAML makes its words no mistake', () => {
    expectProblem(withFiles(changed('sleep.yaml', 'funnel: sleep', 'funnel: "sleep')), 'yaml_syntax', 1, 9);
  });

  test('words that are no YAML are not missed', () => {
    expectProblem(withFiles(changed('sleep.es.yaml', 'name: Dormir', 'name: "Dormir')), 'yaml_syntax', 2, 9);
  });

  test('options in the wrong shape make no words superfluous', () => {
    const file = changed('sleep.yaml', '      falling_asleep: { score: 2 }\n', '      falling_asleep: 2\n');
    expectProblem(withFiles(file), 'wrong_type', 18, 23);
  });

  test('a misspelt step id in the flow is not missed in every place', () => {
    const { problems } = build(withFiles(changed('sleep.yaml', 'id: welcome', 'id: Welcome')));
    expect(problems.map(({ code }) => code)).toEqual(['bad_name']);
  });

  test('a misspelt key of a step in words is not also missing', () => {
    expectProblem(withFiles(changed('sleep.en.yaml', '  contact: {', '  contcat: {')), 'text_for_nothing', 26, 3);
  });

  test.each([
    ['id: contact', 'id: cotnact', 44, 9],
    ['      phone_in_bed:', '      phone_in_bde:', 26, 7],
    ['  gentle:', '  gentel:', 52, 3],
  ])('a name that all locales write in another way is misspelt in the flow: %s', (old, misspelt, line, column) => {
    const problem = expectProblem(withFiles(changed('sleep.yaml', old, misspelt)), 'text_missing', line, column);
    expect(problem.related?.map(({ file }) => file)).toEqual(['sleep.en.yaml', 'sleep.es.yaml']);
  });

  test('an option that the flow misspells is not unknown where it is used', () => {
    const file = edited('sleep.yaml', [['      shift_work:', '      shiftwork:']]);
    expect(expectProblem(withFiles(file), 'text_missing', 20, 7).hint).toBe('Did you mean "shift_work"?');
  });

  test('a step that the flow misspells is not unknown where it is led to, compared and recalled', () => {
    const file = edited('sleep.yaml', [
      ['id: hours', 'id: huors'],
      ['- { else: note }', '- { else: contact }'],
    ]);
    expect(expectProblem(withFiles(file), 'text_missing', 28, 9).hint).toBe('Did you mean "hours"?');
  });

  test('a key of words that is there twice stands where another one is missing', () => {
    expectProblem(withFiles(changed('sleep.en.yaml', '  note: {', '  name: {')), 'yaml_duplicate_key', 25, 3);
    expectProblem(withFiles(changed('sleep.es.yaml', '  gentle:', '  urgent:')), 'yaml_duplicate_key', 35, 3);
  });

  test('a variable that is called like the answer it uses does not use itself', () => {
    const file = edited('sleep.yaml', [['debt: { value:', 'hours: { value:']]);
    expectProblem(withFiles(file), 'name_twice', 8, 3);
  });

  test('a number for an option needs another name, and no quotes', () => {
    const problem = expectProblem(
      withFiles(changed('sleep.yaml', '      shift_work: {}', '      2: {}')),
      'bad_name',
      20,
      7,
    );
    expect(problem.hint).toBe('Such as option_2.');
  });

  test('a number for an id needs another name, and no quotes', () => {
    const problem = expectProblem(withFiles(changed('sleep.yaml', 'id: note', 'id: 5')), 'bad_name', 38, 9);
    expect(problem.hint).toBe('Such as step_5.');
  });

  test('single braces in every locale are reported in each, and never as recalls that differ', () => {
    const files = withFiles(
      changed('sleep.en.yaml', '{{trouble}}', '{trouble}'),
      changed('sleep.es.yaml', '{{trouble}}', '{trouble}'),
    );
    expect(problemTexts(build(files).problems)).toEqual(['recall_syntax 24:29', 'recall_syntax 24:28']);
    expectValid(withFiles(changed('sleep.en.yaml', 'title: Welcome', "title: 'Welcome {friend}'")));
  });

  test('a misspelt or broken section of labels is not also missing', () => {
    expectProblem(withFiles(changed('sleep.en.yaml', 'dimensions:', 'dimension:')), 'unknown_key', 4, 1);
    expectProblem(withFiles(changed('sleep.es.yaml', 'calm: Calma', 'calm: 5')), 'unquoted_value', 5, 9);
  });

  test('a mapping whose only key is wrong lacks nothing else', () => {
    const file = changed('sleep.en.yaml', "I can't fall asleep", '{ text: Awake }');
    expectProblem(withFiles(file), 'unknown_key', 14, 25);
  });

  test('a mistake that two rules see is reported by the first', () => {
    expectProblem(
      withFiles(changed('sleep.en.yaml', 'title: Welcome', 'title: Welcome {{name}}')),
      'recall_unknown',
      8,
      20,
    );
  });
});

test('funnels without problems are built even when others have some', () => {
  const other = soundFiles.map(({ name, text }) => ({
    name: name.replace('sleep', 'rest'),
    text: text
      .replace('funnel: sleep', 'funnel: rest')
      .replace('path: /sleep', 'path: /rest')
      .replace('wizardSleep', 'wizardRest'),
  }));
  expect(expectValid([...soundFiles, ...other]).map(({ funnel }) => funnel.id)).toEqual(['sleep', 'rest']);
  const broken = withFiles(changed('sleep.es.yaml', 'title: Hola', 'title: ""'));
  const { funnels, problems } = build([...broken, ...other]);
  expect(funnels.map(({ funnel }) => funnel.id)).toEqual(['rest']);
  expect(problems).toHaveLength(1);
});
