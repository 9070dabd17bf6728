import { describe, expect, test } from 'vitest';
import { exampleOutcomes, exampleVisits } from '../../../../engine/author/prove/describe-visits.ts';
import { build, expectProblem, problemTexts, readBrokenFixtures, withFiles } from '../harness.ts';
import { edited, type Edit } from './edit-files.ts';

const condition = 'trouble == "shift_work"';
const urgent = 'strain >= 6 or hours < 5';
const flowWith = (...edits: readonly Edit[]) => withFiles(edited('sleep.yaml', ...edits));
const codesIn = (files: ReturnType<typeof withFiles>) =>
  build(files).problems.map(({ code, file }) => `${file} ${code}`);

describe('mistakes that have nothing to do with each other are all reported', () => {
  test('a step that no visitor sees and an outcome that no visitor gets', () => {
    const files = flowWith([condition, 'hours > 10'], [urgent, 'hours < 3']);
    expect(problemTexts(build(files).problems)).toEqual(['step_unreachable 40:14', 'outcome_unreachable 50:11']);
  });

  test('a way that no visitor takes and an answer that is missing', () => {
    const files = flowWith(
      ['- { else: note }', '- { when: hours < 4, to: contact }\n      - { else: note }'],
      [urgent, 'habits has "coffee_late"'],
    );
    expect(problemTexts(build(files).problems)).toEqual(['branch_unreachable 37:17', 'answer_missing 51:11']);
  });

  test('an answer that is missing in two places', () => {
    const files = flowWith([condition, 'habits has "coffee_late"'], [urgent, 'habits has "coffee_late"']);
    expect(problemTexts(build(files).problems)).toEqual(['answer_missing 40:14', 'answer_missing 50:11']);
  });

  test('two answers that are missing in one condition', () => {
    const files = flowWith(
      ['    field: firstName\n', '    field: firstName\n    required: false\n'],
      [urgent, 'firstName == "Ada" or habits has "coffee_late"'],
    );
    expect(problemTexts(build(files).problems)).toEqual(['answer_missing 51:11', 'answer_missing 51:33']);
  });

  test('a recall in both languages', () => {
    const files = withFiles(
      edited('sleep.en.yaml', ['summary: Keep going.', 'summary: "Keep going: {{habits}}."']),
      edited('sleep.es.yaml', ['summary: Sigue así.', 'summary: "Sigue así: {{habits}}."']),
    );
    expect(codesIn(files)).toEqual(['sleep.en.yaml recall_missing', 'sleep.es.yaml recall_missing']);
  });

  test('a step that no visitor sees and a recall', () => {
    const files = withFiles(
      edited('sleep.yaml', [condition, 'hours > 10']),
      edited('sleep.en.yaml', ['summary: Keep going.', 'summary: "Keep going: {{habits}}."']),
      edited('sleep.es.yaml', ['summary: Sigue así.', 'summary: "Sigue así: {{habits|así}}."']),
    );
    expect(codesIn(files)).toEqual(['sleep.en.yaml recall_missing', 'sleep.yaml step_unreachable']);
  });
});

test('what is not decided is reported where it is written, names the question that makes it hard, and stops nothing', () => {
  const fixture = readBrokenFixtures().find(({ code }) => code === 'not_decided')!;
  const { funnels, problems, warnings } = build(withFiles(...fixture.files));
  expect({ funnels: funnels.length, problems }).toEqual({ funnels: 1, problems: [] });
  const warning = warnings.find(({ code }) => code === 'not_decided');
  expect(warning?.message).toMatch(/whether any visitor gets the outcome "urgent"\. 300 visits were tried/);
  expect(warning?.hint).toMatch(/^This stops nothing\. Fewer options in "habits" could be decided/);
  expect(warning?.related?.at(-1)?.note).toMatch(/^"habits" makes it hard: .*score/);
  const { funnel } = funnels[0]!;
  expect([...exampleVisits(funnel, 40_000).keys()]).toEqual(funnel.steps.map(({ id }) => id));
  expect([...exampleOutcomes(funnel, 40_000).keys()]).toEqual(['gentle']);
});

describe('what only follows is not reported', () => {
  const unseenHabits: readonly Edit[] = [
    ['falling_asleep: { score: 2 }', 'falling_asleep: { score: 2, next: hours }'],
    ['shift_work: {}', 'shift_work: { next: hours }'],
  ];

  test.each(['habits has "coffee_late"', 'answered(habits) and habits has "coffee_late"', 'count(habits) > 0'])(
    'an outcome that asks for the answer of a step that no visitor sees: %s',
    (when) => {
      expectProblem(flowWith(...unseenHabits, [urgent, when]), 'step_unreachable', 21, 9);
    },
  );

  test('ways that lead on from a step that no visitor sees', () => {
    const ways = '    next:\n      - { when: hours < 2, to: name }\n      - { else: contact }\n';
    expectProblem(flowWith([`${condition}\n`, `hours > 10\n${ways}`]), 'step_unreachable', 40, 14);
  });

  test('the goal that such a step shares with another', () => {
    expectProblem(
      flowWith([condition, 'hours > 10\n    goal: half_way'], ['type: email', 'type: email\n    goal: half_way']),
      'step_unreachable',
      40,
      14,
    );
  });

  test('recalls of the answer of a step that no visitor sees', () => {
    const files = withFiles(
      edited('sleep.yaml', ...unseenHabits),
      edited('sleep.en.yaml', ['summary: Keep going.', 'summary: "Keep going: {{habits}}."']),
      edited('sleep.es.yaml', ['summary: Sigue así.', 'summary: "Sigue así: {{habits}}."']),
    );
    expect(codesIn(files)).toEqual(['sleep.yaml step_unreachable']);
  });

  test('a condition that is never true because it asks for an answer that no visitor has there', () => {
    const files = flowWith([condition, 'firstName == "Ada"']);
    expectProblem(files, 'answer_missing', 40, 14);
  });

  test('anything of visits, while something else is wrong', () => {
    const files = flowWith([condition, 'hours > 10'], ['type: email', 'type: mail']);
    expect(codesIn(files)).toEqual(['sleep.yaml unknown_step_type']);
  });
});

test('a condition that two steps share through an anchor is reported once, at the anchor', () => {
  const files = flowWith([condition, '&never hours > 10'], ['type: loader', 'type: loader\n    show_if: *never']);
  const problem = expectProblem(files, 'step_unreachable', 40, 21);
  expect(problem.related).toContainEqual({ file: 'sleep.yaml', line: 48, column: 14, note: 'Used here.' });
});

test('a goal that one visit passes three times is reported at each step after the first', () => {
  const files = flowWith(
    ['    choose: {', '    goal: half_way\n    choose: {'],
    ['    unit: hours\n', '    unit: hours\n    goal: half_way\n'],
    ['type: email', 'type: email\n    goal: half_way'],
  );
  expect(problemTexts(build(files).problems)).toEqual(['goal_twice 36:11', 'goal_twice 48:11']);
});

test('a text that two steps share through an anchor is reported once, at the anchor', () => {
  const files = withFiles(
    edited('sleep.en.yaml', ['Your name?, placeholder: Ada', '&ask "{{habits}}?"'], ['Your address?', '*ask']),
    edited('sleep.es.yaml', ['¿Tu nombre?,', '"{{habits|Bien}}",'], ['¿Tu correo?', '"{{habits|Bien}}"']),
  );
  const problem = expectProblem(files, 'recall_missing', 25, 24);
  expect(problem.related).toContainEqual({ file: 'sleep.en.yaml', line: 26, column: 21, note: 'Used here.' });
});

test('a step that no visit is shown says that its goal is never reached', () => {
  const { message, hint } = expectProblem(
    flowWith([condition, 'hours > 10\n    goal: half_way']),
    'step_unreachable',
    40,
    14,
  );
  expect(`${message} ${hint}`).toContain('half_way');
});

test('a condition that is always true names the outcome that it takes away', () => {
  const { message, related } = expectProblem(flowWith([urgent, 'hours >= 3']), 'always_true', 50, 11);
  expect(message).toContain('"gentle"');
  expect(related?.map(({ line }) => line)).toEqual([52]);
});

test('a condition that is never true is reported where it is written first, with all that it takes away', () => {
  const { related } = expectProblem(
    flowWith(['hours < 5, to: name', 'hours < 3, to: name'], [condition, 'hours < 3'], [urgent, 'hours < 3']),
    'branch_unreachable',
    36,
    17,
  );
  expect(related?.map(({ line, note }) => `${line} ${note}`)).toEqual([
    '40 The same condition: no visitor is shown "note".',
    '50 The same condition: no visitor gets the outcome "urgent".',
  ]);
});

test('a question that no visitor is asked names what needs its answer', () => {
  const question = '    type: info\n    show_if: trouble == "shift_work"\n';
  const { related } = expectProblem(
    flowWith([question, `    type: text\n    required: false\n    show_if: hours > 10\n`], [urgent, 'note == "no"']),
    'step_unreachable',
    41,
    14,
  );
  expect(related?.map(({ line, note }) => `${line} ${note}`)).toEqual(['51 So no visitor gets the outcome "urgent".']);
});

test('a funnel with a problem of its visits is not published', () => {
  expect(build(flowWith([condition, 'hours > 10'])).funnels).toEqual([]);
});
