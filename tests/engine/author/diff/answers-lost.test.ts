import { describe, expect, test } from 'vitest';
import { problemTexts } from '../harness.ts';
import { lostBy, type Replacements } from './edit.ts';
import { losing } from './losing-edits.ts';

describe('an edit that costs visitors in the middle an answer has one problem, at its place', () => {
  test.each(Object.entries(losing))('%s', (_title, { edit, at, says, hint, last }) => {
    const problems = lostBy(...edit);
    expect(problemTexts(problems), problems.map(({ message }) => message).join('\n')).toEqual([`answers_lost ${at}`]);
    expect(problems[0]!.message).toMatch(says);
    expect(problems[0]!.hint).toMatch(hint);
    expect(problems[0]!.counterexample!.steps.at(-1)).toEqual(last);
  });
});

const city = [
  ['  - id: analysing\n', '  - { id: city, type: text }\n  - id: analysing\n'],
  ['  analysing:\n', '  city: { title: City }\n  analysing:\n'],
] as const;

const cityInTheMiddle = [
  ['  - id: hours\n', '  - { id: city, type: text }\n  - id: hours\n'],
  ['  hours:\n', '  city: { title: City }\n  hours:\n'],
] as const;

const safe: Readonly<Record<string, Replacements>> = {
  'a text': [['What keeps you awake?', 'What keeps you up?']],
  'a question behind all the others': city,
  'a question in the middle': cityInTheMiddle,
  'a question that others are asked too': [
    ['waking_at_night: { score: 3, next: hours }', 'waking_at_night: { score: 3 }'],
  ],
  'two options that become one': [
    [
      '      coffee_late: { score: 2 }\n',
      '      wide_awake: { score: 2, renamed_from: [coffee_late, phone_in_bed] }\n',
    ],
    ['      phone_in_bed: { score: { calm: 3 } }\n', ''],
    ['dimensions:\n  calm: Calm\n', ''],
    ['dimensions:\n  calm: Calma\n', ''],
    ['max: 2 }', 'max: 1 }'],
    ['coffee_late: Coffee, phone_in_bed: My phone,', 'wide_awake: Coffee or phone,'],
    ['coffee_late: Café, phone_in_bed: Móvil,', 'wide_awake: Café o móvil,'],
  ],
  'a step that asks nothing': [
    ['  - id: hours\n', '  - { id: fact, type: info }\n  - id: hours\n'],
    ['  hours:\n', '  fact: { title: Fact }\n  hours:\n'],
  ],
  'a step less that asks nothing': [
    ['  - id: note\n    type: info\n    show_if: trouble == "shift_work"\n', ''],
    ['  note: { title: "You said: {{trouble}}." }\n', ''],
    ['  note: { title: "Dijiste: {{trouble}}." }\n', ''],
    ['{ else: note }', '{ else: name }'],
  ],
  'a new option': [
    ['      shift_work: {}\n', '      shift_work: {}\n      noise: {}\n'],
    ['      shift_work: { label', '      noise: Noise\n      shift_work: { label'],
  ],
  'a wider range': [['min: 3\n', 'min: 2\n']],
  'another score': [['waking_at_night: { score: 3', 'waking_at_night: { score: 4']],
  'a counting flag': [['- id: name\n', '- id: name\n    counts: false\n']],
  'an outcome': [['strain >= 6 or hours < 5', 'strain >= 5 or hours < 5']],
  'a condition that passes a question by': [['shift_work: {}', 'shift_work: { next: hours }']],
  'a renamed question that says so': [
    ['- id: contact\n', '- id: address\n    renamed_from: contact\n'],
    ['  contact: {', '  address: {'],
  ],
  'a renamed option that says so': [
    ['falling_asleep: { score: 2 }', 'sleepless: { score: 2, renamed_from: falling_asleep }'],
    ["falling_asleep: I can't", "sleepless: I can't"],
    ['falling_asleep: No me', 'sleepless: No me'],
  ],
};

describe('an edit that costs no visitor an answer has no problem', () => {
  test.each(Object.entries(safe))('%s', (_title, edit) => {
    expect(lostBy(...edit).map(({ message }) => message)).toEqual([]);
  });

  test.each(['a question that is gone', 'an option that is gone', 'two questions that become one'])(
    '%s, where everybody begins anew',
    (title) => {
      expect(lostBy(...losing[title]!.edit, ['finish: results', 'finish: results\nrestart: true'])).toEqual([]);
    },
  );
});

test('two mistakes are two problems, in the order of the file', () => {
  const edits: Replacements = [
    ['falling_asleep', 'fall_asleep'],
    ['max: 10\n', 'max: 9\n'],
  ];
  expect(problemTexts(lostBy(...edits))).toEqual(['answers_lost 18:7', 'answers_lost 32:10']);
});
