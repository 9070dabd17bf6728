import { describe, expect, test } from 'vitest';
import { expectValid, withFiles } from '../harness.ts';
import { edited, restlessWords, type Edit } from './edit-files.ts';

const condition = 'trouble == "shift_work"';
const urgent = 'strain >= 6 or hours < 5';
const branches = '      - { when: hours < 5, to: name }\n      - { else: note }\n';
/** Anyone who works in shifts is never asked for their hours. */
const withoutHours: readonly Edit[] = [
  ['shift_work: {}', 'shift_work: { next: note }'],
  [urgent, 'answered(hours) and hours < 5'],
];

const expectSound = (...edits: readonly Edit[]) => expectValid(withFiles(edited('sleep.yaml', ...edits)));

describe('an answer that some visitors have not given can be used', () => {
  test.each([
    'answered(habits) and habits has "coffee_late"',
    'answered(habits) and (habits has "coffee_late" or habits has "phone_in_bed")',
    'not answered(habits) or habits has "coffee_late"',
    '(not (answered(habits) and trouble == "shift_work")) or habits has "neither"',
    'count(habits) == 2',
    'not answered(habits)',
    'trouble != "waking_at_night" and habits has "coffee_late"',
    'trouble == "waking_at_night" or habits has "coffee_late"',
    'strain > 3 and habits has "coffee_late"',
  ])('behind its guard: %s', (guarded) => {
    expectSound([condition, guarded]);
  });

  test.each([
    'max(0, 8 - default(hours, 8)) > 2',
    'default(8 - hours, 0) > 2',
    'if(answered(hours), hours < 5, trouble == "shift_work")',
    'default(if(trouble == "shift_work", 4, hours), 8) < 5',
  ])('with a default, or in a branch of if: %s', (withDefault) => {
    expectSound(...withoutHours, [condition, withDefault]);
  });

  test('through a variable behind its guard', () => {
    expectSound(...withoutHours, [condition, 'answered(hours) and debt > 2']);
  });

  test('below a branch that those without it take', () => {
    expectSound([
      branches,
      `      - { when: trouble == "waking_at_night", to: name }
      - { when: habits has "coffee_late", to: contact }
      - { else: note }\n`,
    ]);
  });

  test('below an option whose own way those without it take', () => {
    expectSound([
      '      waking_at_night: { score: 3, next: hours }\n      shift_work: {}\n',
      `      waking_at_night: { score: 3, next: hours }
      shift_work: {}
    next:
      - { when: trouble == "falling_asleep", to: habits }
      - { else: habits }\n`,
    ]);
  });

  test('below an outcome that those without it get', () => {
    const flow = edited(
      'sleep.yaml',
      [urgent, 'trouble == "waking_at_night"'],
      ['  gentle:\n', '  restless: { when: habits has "phone_in_bed", topics: [deep-sleep] }\n  gentle:\n'],
    );
    expectValid(withFiles(flow, ...restlessWords));
  });

  test('where it is on a branch of its own', () => {
    expectSound(...withoutHours, [condition, 'trouble == "falling_asleep" and habits has "coffee_late"']);
  });
});

test.each(['query.utm_source == "ad"', 'query.utm_source != "ad"', 'variant.proof == "doctors"', 'calm < 3'])(
  'what a visitor brings along, and a sum, is never missing: %s',
  (given) => {
    expectSound([condition, given]);
  },
);

describe('a recall needs no fallback', () => {
  test('on a step that only those see who have answered', () => {
    const recalling: Edit = ['{{trouble}}', '{{trouble}}: {{habits}}'];
    expectValid(withFiles(edited('sleep.es.yaml', recalling), edited('sleep.en.yaml', recalling)));
  });

  test('in an outcome that only those get who have answered', () => {
    expectSound(...withoutHours);
  });
});

describe('no way is reported', () => {
  test('that the author has not written: every option leads somewhere', () => {
    expectSound(
      ['falling_asleep: { score: 2 }', 'falling_asleep: { score: 2, next: habits }'],
      ['shift_work: {}', 'shift_work: { next: habits }'],
    );
  });

  test('that leads where another one leads, as long as somebody takes it', () => {
    expectSound([
      branches,
      '      - { when: hours < 4, to: name }\n      - { when: hours < 5, to: name }\n      - { else: note }\n',
    ]);
  });

  test('of an option that decides only where those above it are not chosen', () => {
    expectSound(
      ['coffee_late: { score: 2 }', 'coffee_late: { score: 2, next: hours }'],
      ['phone_in_bed: { score: { calm: 3 } }', 'phone_in_bed: { score: { calm: 3 }, next: note }'],
      [urgent, 'answered(hours) and hours < 5'],
    );
  });
});

test('a condition that is always true is no mistake', () => {
  expectSound([condition, 'hours > 2']);
});

test('two steps that no visitor sees both of can have the same goal', () => {
  expectSound(
    ['    choose: {', '    goal: half_way\n    show_if: trouble == "falling_asleep"\n    choose: {'],
    ['    show_if: trouble == "shift_work"\n', '    goal: half_way\n    show_if: trouble == "shift_work"\n'],
  );
});

test('old names and shared conditions are no matter', () => {
  const [built] = expectSound(
    ['  - id: habits\n', '  - id: habits\n    renamed_from: manners\n'],
    ['shift_work: {}', 'shift_work: { renamed_from: shifts }'],
    [condition, `&shifts ${condition}`],
    [urgent, '*shifts'],
  );
  expect(built?.funnel.outcomes[0]?.when).toBe(condition);
});
