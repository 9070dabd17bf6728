import { describe, expect, test } from 'vitest';
import type { ProblemCode } from '../../../engine/problem.ts';
import {
  build,
  changed,
  expectProblem,
  expectValid,
  readBrokenFixtures,
  soundFiles,
  soundText,
  withFiles,
} from './harness.ts';

interface Slip {
  readonly file?: string;
  /** What stands in the sound file, what the author has written instead, and what following the hint makes of it. */
  readonly sound: string;
  readonly broken: string;
  readonly at: readonly [ProblemCode, number, number];
  readonly hint: string;
  readonly fixed: string;
}

/** Each slip is one problem at its place; what its hint says to write is in the repaired file, which has no problem. */
function testSlips(slips: Readonly<Record<string, Slip>>): void {
  test.each(Object.entries(slips))('%s', (_name, { file = 'sleep.en.yaml', sound, broken, at, hint, fixed }) => {
    const problem = expectProblem(withFiles(changed(file, sound, broken)), ...at);
    expect(problem.hint).toBe(hint);
    const [, written] = /[Ww]rite (.*?)(?:: a number has a decimal point\.|\.?)$/.exec(hint) ?? [];
    if (written !== undefined) expect(fixed).toContain(written);
    expectValid(withFiles(changed(file, sound, fixed)));
  });
}

const flow = 'sleep.yaml';

describe('quotes within quotes', () => {
  testSlips({
    'an apostrophe between braces': {
      sound: '{ title: Your name?, placeholder: Ada }',
      broken: "{ title: 'What's your name?', placeholder: 'Ada' }",
      at: ['yaml_syntax', 25, 23],
      hint: `Write title: "What's your name?"`,
      fixed: `{ title: "What's your name?", placeholder: 'Ada' }`,
    },
    'an apostrophe in a later text between braces': {
      sound: '{ label: Shifts, note: early or late }',
      broken: "{ label: 'Shifts', note: 'I don't know' }",
      at: ['yaml_syntax', 16, 50],
      hint: `Write note: "I don't know"`,
      fixed: `{ label: 'Shifts', note: "I don't know" }`,
    },
    'a text that only ends where the next begins': {
      sound: '{ title: Your name?, placeholder: Ada }',
      broken: "{ title: 'Your name?, placeholder: 'Ada' }",
      at: ['yaml_syntax', 25, 18],
      hint: 'Write title: "Your name?"',
      fixed: `{ title: "Your name?", placeholder: 'Ada' }`,
    },
    'an apostrophe in a list': {
      sound: 'points: [Rest]',
      broken: "points: ['A signal that's fixed', Rest]",
      at: ['yaml_syntax', 34, 28],
      hint: `Write "A signal that's fixed"`,
      fixed: `points: ["A signal that's fixed", Rest]`,
    },
    'an apostrophe on a line of its own': {
      sound: 'title: Welcome',
      broken: "title: 'You're tired'",
      at: ['yaml_syntax', 8, 16],
      hint: `Write title: "You're tired"`,
      fixed: `title: "You're tired"`,
    },
    'an apostrophe at the end of a word': {
      sound: 'title: Welcome',
      broken: "title: 'The dogs' bone'",
      at: ['yaml_syntax', 8, 21],
      hint: `Write title: "The dogs' bone"`,
      fixed: `title: "The dogs' bone"`,
    },
    'two apostrophes': {
      sound: '{ title: Your address? }',
      broken: "{ title: 'Don't worry, it's safe' }",
      at: ['yaml_syntax', 26, 25],
      hint: `Write title: "Don't worry, it's safe"`,
      fixed: `{ title: "Don't worry, it's safe" }`,
    },
    'double quotes within double quotes in words': {
      sound: 'title: What keeps you awake?',
      broken: 'title: "What "really" keeps you awake?"',
      at: ['yaml_syntax', 12, 18],
      hint: `Write title: 'What "really" keeps you awake?'`,
      fixed: `title: 'What "really" keeps you awake?'`,
    },
    'a text that begins with a quotation': {
      sound: 'title: Welcome',
      broken: 'title: "Sleep well" they said',
      at: ['yaml_syntax', 8, 23],
      hint: `Write title: '"Sleep well" they said'`,
      fixed: `title: '"Sleep well" they said'`,
    },
    'a condition on a line of its own': {
      file: flow,
      sound: 'show_if: trouble == "shift_work"',
      broken: 'show_if: "trouble == "shift_work""',
      at: ['yaml_syntax', 40, 26],
      hint: `Write show_if: 'trouble == "shift_work"'`,
      fixed: `show_if: 'trouble == "shift_work"'`,
    },
    'a condition between braces': {
      file: flow,
      sound: '{ when: hours < 5, to: name }',
      broken: '{ when: "trouble == "falling_asleep"", to: name }',
      at: ['yaml_syntax', 36, 29],
      hint: `Write when: 'trouble == "falling_asleep"'`,
      fixed: `{ when: 'trouble == "falling_asleep"', to: name }`,
    },
    'a condition that begins with a quote': {
      file: flow,
      sound: '{ when: hours < 5, to: name }',
      broken: '{ when: "falling_asleep" == trouble, to: name }',
      at: ['yaml_syntax', 36, 32],
      hint: `Write when: '"falling_asleep" == trouble'`,
      fixed: `{ when: '"falling_asleep" == trouble', to: name }`,
    },
  });
});

describe('commas', () => {
  testSlips({
    'several commas in a text between braces': {
      sound: '{ title: Your address? }',
      broken: '{ title: Doctors, they say, listen, in the dark. }',
      at: ['text_cut', 26, 30],
      hint: 'Write title: "Doctors, they say, listen, in the dark."',
      fixed: '{ title: "Doctors, they say, listen, in the dark." }',
    },
    'a decimal comma in a score between braces': {
      file: flow,
      sound: 'falling_asleep: { score: 2 }',
      broken: 'falling_asleep: { score: 2,5 }',
      at: ['bad_number', 18, 34],
      hint: 'Write score: 2.5',
      fixed: 'falling_asleep: { score: 2.5 }',
    },
    'a decimal comma in a score': {
      file: flow,
      sound: 'waking_at_night: { score: 3, next: hours }',
      broken: 'waking_at_night:\n        score: 2,5',
      at: ['wrong_type', 20, 16],
      hint: 'Write 2.5: a number has a decimal point.',
      fixed: 'waking_at_night:\n        score: 2.5',
    },
    'a decimal comma in a condition between braces': {
      file: flow,
      sound: '{ when: hours < 5, to: name }',
      broken: '{ when: hours < 5,5, to: name }',
      at: ['bad_number', 36, 27],
      hint: 'Write when: hours < 5.5',
      fixed: '{ when: hours < 5.5, to: name }',
    },
    'a decimal comma in a condition': {
      file: flow,
      sound: 'show_if: trouble == "shift_work"',
      broken: 'show_if: hours < 5,5',
      at: ['expression_syntax', 40, 23],
      hint: 'Write 5.5: a number has a decimal point.',
      fixed: 'show_if: hours < 5.5',
    },
    'a missing comma between two keys': {
      file: flow,
      sound: '- id: contact\n    type: email',
      broken: '- { id: contact, type: email required: true }',
      at: ['yaml_syntax', 44, 32],
      hint: 'Write type: email, required:',
      fixed: '- { id: contact, type: email, required: true }',
    },
  });
});

describe('values that are something else to YAML', () => {
  testSlips({
    'a quoted true': {
      file: flow,
      sound: 'else: true',
      broken: 'else: "true"',
      at: ['unknown_value', 53, 11],
      hint: 'Without quotes, write else: true',
      fixed: 'else: true',
    },
    'a shortened unit': {
      file: flow,
      sound: 'unit: hours',
      broken: 'unit: h',
      at: ['unknown_value', 34, 11],
      hint: 'Write hours.',
      fixed: 'unit: hours',
    },
    'true for the target of a branch': {
      file: flow,
      sound: '{ when: hours < 5, to: name }',
      broken: '{ when: hours < 5, to: true }',
      at: ['wrong_type', 36, 32],
      hint: 'Write to: and the id of a later step, or to: finish',
      fixed: '{ when: hours < 5, to: finish } # Write to: and the id of a later step, or to: finish',
    },
    'a number for a key': {
      file: flow,
      sound: 'variants: { plain: 50, doctors: 50 }',
      broken: 'variants: { 2: 50, doctors: 50 }',
      at: ['bad_name', 10, 24],
      hint: 'Such as strain.',
      fixed: 'variants: { strain: 50, doctors: 50 }',
    },
    'an empty else': {
      file: flow,
      sound: 'else: true',
      broken: 'else:',
      at: ['empty', 53, 5],
      hint: 'Write one, or remove the key.',
      fixed: 'else: true # Write one, or remove the key',
    },
    'a text that begins with a question mark': {
      sound: 'title: Welcome',
      broken: 'title: ? Welcome',
      at: ['yaml_syntax', 8, 12],
      hint: 'Write "? Welcome"',
      fixed: 'title: "? Welcome"',
    },
    'an alias whose anchor has another name': {
      file: flow,
      sound: 'topics: [deep-sleep]\n  gentle:\n    else: true\n    topics: [deep-sleep, wind-down]',
      broken: 'topics: &topic [deep-sleep]\n  gentle:\n    else: true\n    topics: *topics',
      at: ['yaml_alias', 54, 13],
      hint: 'Did you mean *topic?',
      fixed: 'topics: &topic [deep-sleep]\n  gentle:\n    else: true\n    topics: *topic',
    },
    'one < for a merge': {
      file: flow,
      sound: 'falling_asleep: { score: 2 }\n      waking_at_night: { score: 3, next: hours }',
      broken: 'falling_asleep: &two { score: 2 }\n      waking_at_night: { <: *two, next: hours }',
      at: ['yaml_alias', 19, 26],
      hint: 'Write <<: *two',
      fixed: 'falling_asleep: &two { score: 2 }\n      waking_at_night: { <<: *two, next: hours }',
    },
  });
});

describe('habits from elsewhere', () => {
  testSlips({
    'a dash without its space': {
      file: flow,
      sound: '  - id: contact',
      broken: '  -id: contact',
      at: ['yaml_syntax', 44, 3],
      hint: 'Write - id: contact',
      fixed: '  - id: contact',
    },
    '= for a colon': {
      file: flow,
      sound: 'min: 3',
      broken: 'min = 3',
      at: ['yaml_syntax', 31, 5],
      hint: 'Write min: 3',
      fixed: 'min: 3',
    },
    'a comment as programs have it': {
      file: flow,
      sound: '    min: 3',
      broken: '    // at least\n    min: 3',
      at: ['yaml_syntax', 31, 5],
      hint: 'Write # at least',
      fixed: '    # at least\n    min: 3',
    },
    'such a comment behind a number': {
      file: flow,
      sound: 'min: 3',
      broken: 'min: 3 // at least',
      at: ['wrong_type', 31, 10],
      hint: 'Write 3 # at least: a comment begins with #.',
      fixed: 'min: 3 # at least: a comment begins with #',
    },
    'two commas': {
      file: flow,
      sound: '{ min: 1, max: 2 }',
      broken: '{ min: 1,, max: 2 }',
      at: ['yaml_syntax', 23, 22],
      hint: 'Remove it.',
      fixed: '{ min: 1, max: 2 }',
    },
    'yes for true': {
      file: flow,
      sound: 'exclusive: true',
      broken: 'exclusive: yes',
      at: ['wrong_type', 27, 29],
      hint: 'Write true.',
      fixed: 'exclusive: true',
    },
    'a fraction': {
      file: flow,
      sound: 'step: 0.5',
      broken: 'step: 1/2',
      at: ['wrong_type', 33, 11],
      hint: 'Write 0.5.',
      fixed: 'step: 0.5',
    },
    'a key in full': {
      file: flow,
      sound: 'min: 3',
      broken: 'minimum: 3',
      at: ['unknown_key', 31, 5],
      hint: 'Did you mean "min"?',
      fixed: 'min: 3',
    },
    'a key in Spanish': {
      file: 'sleep.es.yaml',
      sound: '    title: ',
      broken: '    título: ',
      at: ['unknown_key', 8, 5],
      hint: 'Did you mean "title"?',
      fixed: '    title: ',
    },
    'an address for a path': {
      file: flow,
      sound: 'path: /sleep',
      broken: 'path: https://example.org/sleep/',
      at: ['bad_name', 2, 7],
      hint: 'Such as /sleep.',
      fixed: 'path: /sleep',
    },
  });

  test('a document of another program is called that', () => {
    const file = { name: 'sleep.yaml', text: 'PK\u0003\u0004\u0014\u0000\u0006\u0000' };
    expect(expectProblem(withFiles(file), 'yaml_syntax', 1, 1).hint).toBe('Save it as plain text, in UTF-8.');
  });
});

describe('signs of other languages', () => {
  const sound = 'show_if: trouble == "shift_work"';
  testSlips({
    '≥': {
      file: flow,
      sound,
      broken: 'show_if: hours ≥ 5',
      at: ['expression_syntax', 40, 20],
      hint: 'Write >=.',
      fixed: 'show_if: hours >= 5',
    },
    'a number without its first digit': {
      file: flow,
      sound,
      broken: 'show_if: hours > .5',
      at: ['expression_syntax', 40, 22],
      hint: 'Write 0.5.',
      fixed: 'show_if: hours > 0.5',
    },
    'an experiment without variant': {
      file: flow,
      sound,
      broken: 'show_if: proof == "doctors"',
      at: ['unknown_name', 40, 14],
      hint: 'Is it the experiment? Then write variant.proof.',
      fixed: 'show_if: variant.proof == "doctors"',
    },
    'a hidden field without query': {
      file: flow,
      sound,
      broken: 'show_if: utm_source == "meta"',
      at: ['unknown_name', 40, 14],
      hint: 'Is it the hidden field? Then write query.utm_source.',
      fixed: 'show_if: query.utm_source == "meta"',
    },
    'end for finish': {
      file: flow,
      sound: '{ when: hours < 5, to: name }',
      broken: '{ when: hours < 5, to: end }',
      at: ['next_unknown', 36, 32],
      hint: 'To end the quiz, write finish.',
      fixed: '{ when: hours < 5, to: finish }',
    },
    'single braces': {
      sound: '"You said: {{trouble}}."',
      broken: '"You said: {trouble}."',
      at: ['recall_syntax', 24, 29],
      hint: 'Write {{trouble}}',
      fixed: '"You said: {{trouble}}."',
    },
  });
});

describe('characters that can not be seen', () => {
  testSlips({
    'a no-break space in the indentation': {
      sound: '    title: Welcome',
      broken: '  \u00a0 title: Welcome',
      at: ['yaml_syntax', 8, 3],
      hint: 'Replace it with a space from the keyboard.',
      fixed: '    title: Welcome',
    },
    'a no-break space after a key': {
      sound: 'title: Welcome',
      broken: 'title:\u00a0Welcome',
      at: ['yaml_syntax', 8, 11],
      hint: 'Replace it with a space from the keyboard.',
      fixed: 'title: Welcome',
    },
    'a no-break space after a key between braces': {
      sound: '{ title: Your address? }',
      broken: '{ title:\u00a0Your address? }',
      at: ['yaml_syntax', 26, 20],
      hint: 'Replace it with a space from the keyboard.',
      fixed: '{ title: Your address? }',
    },
    'a control character': {
      sound: 'title: Welcome',
      broken: 'title: Wel\u0000come',
      at: ['yaml_syntax', 8, 15],
      hint: 'Remove it, or type the line anew.',
      fixed: 'title: Welcome',
    },
    'an escaped control character': {
      sound: 'title: Welcome',
      broken: 'title: "Wel\\0come"',
      at: ['yaml_syntax', 8, 12],
      hint: 'Remove it.',
      fixed: 'title: "Welcome"',
    },
  });

  test('no-break spaces within a text are none of them', () => {
    expectValid(withFiles(changed('sleep.en.yaml', 'title: Welcome', 'title: Welcome\u00a0!')));
  });
});

describe('numbers have bounds', () => {
  test.each([
    ['score: 2 }', 'score: 1.0e+308 }', 'bad_number', 18, 32, '"score" must be at most 1000000.'],
    ['calm: 3', 'calm: -1.0e+308', 'bad_number', 26, 38, '"calm" must be at least -1000000.'],
    ['max: 10', 'max: .nan', 'bad_number', 32, 10, '"max" must be a number to count with, which .nan is not.'],
    ['max: 10', 'max: 1e400', 'bad_number', 32, 10, '"max" must be a number to count with, which 1e400 is not.'],
    ['max: 10', 'max: 1e308', 'bad_number', 32, 10, '"max" must be at most 1000000000.'],
    ['step: 0.5', 'step: 1e-300', 'bad_number', 33, 11, '"step" must be at least 0.001.'],
  ] as const)('%s → %s', (sound, broken, code, line, column, message) => {
    expect(expectProblem(withFiles(changed(flow, sound, broken)), code, line, column).message).toBe(message);
  });
});

test('two options with new names are one problem, whose hint names both and the command that renames them', () => {
  const { files } = readBrokenFixtures().find(({ title }) => title === 'renamed options')!;
  const { message, hint, related } = expectProblem(withFiles(...files), 'text_missing', 19, 7);
  expect(message).toContain('"no_rest" and "night_shifts" have no words');
  expect(hint).toMatch(
    /renamed_from: falling_asleep to "no_rest", renamed_from: shift_work to "night_shifts", .* fix sleep /,
  );
  expect(related).toHaveLength(4);
});

describe('recalls', () => {
  const block = `
    title: Your nights are short
    summary: "You sleep {{hours}}, {{firstName|friend}}."
    points: [Rest]`;
  testSlips({
    'between braces, without quotes': {
      sound: block,
      broken: ' { title: Short, summary: You sleep {{hours}} {{firstName|friend}}., points: [Rest] }',
      at: ['unquoted_value', 31, 36],
      hint: 'Write summary: "You sleep {{hours}} {{firstName|friend}}."',
      fixed: ' { title: Short, summary: "You sleep {{hours}} {{firstName|friend}}.", points: [Rest] }',
    },
    'in a list, without quotes': {
      sound: 'points: [Rest]',
      broken: 'points: [You sleep {{hours|well}} now, Rest]',
      at: ['unquoted_value', 34, 14],
      hint: 'Write "You sleep {{hours|well}} now"',
      fixed: 'points: ["You sleep {{hours|well}} now"]',
    },
    'at the beginning of a text in a list': {
      sound: 'points: [Rest]',
      broken: 'points: [{{hours}} is short]',
      at: ['unquoted_value', 34, 14],
      hint: 'Write "{{hours}} is short"',
      fixed: 'points: ["{{hours}} is short"]',
    },
    'without words after the |': {
      sound: '{{firstName|friend}}',
      broken: '{{firstName|}}',
      at: ['recall_syntax', 33, 36],
      hint: 'Write {{firstName|and the words}}.',
      fixed: '{{firstName|and the words}}',
    },
  });

  test.each([
    ['{{query.utm_source}}', 'recall_syntax', 'Write {{query.utm_source|and the words}}.'],
    ['{{query.utm_sorce|friend}}', 'recall_unknown', 'Did you mean "utm_source"?'],
    ['{{query.coach|friend}}', 'recall_unknown', 'Add it to the flow: hidden_fields: [coach].'],
    ['{{utm_source}}', 'recall_unknown', 'Write {{query.utm_source|…}}, with what to say without it.'],
    ['{{utm_source|friend}}', 'recall_unknown', 'Write {{query.utm_source|…}}, with what to say without it.'],
    ['{query.utm_source|friend}', 'recall_syntax', 'Write {{query.utm_source|…}}.'],
  ] as const)('of a hidden field say how it is written: %s', (recall, code, hint) => {
    const file = changed('sleep.en.yaml', '{{firstName|friend}}', recall);
    const files = withFiles(file, changed('sleep.es.yaml', ', {{firstName|amigo}}', ''));
    expect(expectProblem(files, code, 33, 36).hint).toBe(hint);
  });
});

test('a text that is searched for a word has a hint that says what can be asked of it', () => {
  const file = changed(flow, 'show_if: trouble == "shift_work"', 'show_if: firstName has "noise"');
  const { hint } = build(withFiles(file)).problems.find(({ code }) => code === 'not_multiple')!;
  expect(hint).toBe('Ask with options, or write contains(firstName, "…") for a word in it, or answered(firstName).');
});

test('required on a multiple choice leads to choose, which lets visitors pass', () => {
  const broken = changed(flow, 'choose: { min: 1, max: 2 }', 'required: false');
  const { hint } = expectProblem(withFiles(broken), 'key_of_other_type', 23, 5);
  expect(hint).toBe('To let visitors pass without an answer, write choose: { min: 0 }.');
  expectValid(withFiles(changed(flow, 'choose: { min: 1, max: 2 }', 'choose: { min: 0 }')));
});

test('a dimension on the scale of a matrix is one problem, and no condition on it another', () => {
  expect(build(withMatrix('{ load: 2 }', '{}')).problems).toMatchObject([
    {
      code: 'wrong_type',
      hint: 'Write score: 2 here, and score: { load: 1 } on each row that counts on load.',
      related: [{ note: 'The same here.' }],
    },
  ]);
  expectValid(withMatrix('2', '{ score: { load: 1 } }'));
});

describe('a name with signs that it can not have', () => {
  test.each([
    ["it's", `because of "'"`, 'its'],
    ['renault | ford', 'because of a space', 'renault_ford'],
    ['Item 1', 'because of "I"', 'item_1'],
    ['01', 'because of 0', 'option_01'],
    ['a.b', 'because of "."', 'a_b'],
    ['café', 'because of "é"', 'cafe'],
    ['5-10min', 'because of "-"', 'option_5_10min'],
    ['🙂', 'because of "🙂"', 'falling_asleep'],
  ])('%s: says which, and has a hint with a name that would do', (key, cause, meant) => {
    const quoted = JSON.stringify(key);
    const problem = build(rename(quoted)).problems.find(({ code }) => code === 'bad_name')!;
    expect(problem.message).toContain(`${quoted} can't be an id ${cause}: small letters and digits`);
    expect(problem.hint).toBe(`Such as ${meant}.`);
    expectValid(rename(meant));
  });
});

test('a wrong key in many steps is one problem, which counts the others', () => {
  const types = /type: (intro|single_choice|multiple_choice|number|info|text|email|loader)\n/g;
  const text = soundText(flow).replaceAll(types, 'type: $1\n    colour: red\n');
  const { problems } = build(withFiles({ name: flow, text }));
  // The keys of each type are others.
  expect(problems.map(({ code }) => code)).toEqual(Array.from({ length: 8 }, () => 'unknown_key'));
  const infos = Array.from({ length: 50 }, (_, at) => `  - { id: info_${at}, type: info, colour: red }\n`).join('');
  const many = build(withFiles(changed(flow, '  - id: name\n', `${infos}  - id: name\n`))).problems;
  const keys = many.filter(({ code }) => code === 'unknown_key');
  expect(keys).toHaveLength(1);
  expect(keys[0]!.related).toHaveLength(8);
  expect(keys[0]!.related!.at(-1)!.note).toBe('The same here, and 41 times below.');
});

/** The sound funnel with a matrix that scores on a dimension. */
function withMatrix(points: string, row: string) {
  const rows = `rows: { tense: ${row}, tired: ${row} }`;
  const scale = `options: { never: {}, daily: { score: ${points} }, often_daily: { score: ${points} } }`;
  const words =
    'often: { title: Often?, options: { tense: Tense, tired: Tired, never: Never, daily: Daily, often_daily: More } }';
  return soundFiles.map(({ name, text }) => ({
    name,
    text: text
      .replace('  - id: note\n', `  - { id: often, type: matrix, ${rows}, ${scale} }\n  - id: note\n`)
      .replace('when: strain >= 6', 'when: load >= 3 or strain >= 6')
      .replace('{ else: note }', '{ else: often }')
      .replace('  note: ', `  ${words}\n  note: `),
  }));
}

/** The sound funnel with another name for an option. */
function rename(name: string) {
  return soundFiles.map((file) => ({ ...file, text: file.text.replaceAll('falling_asleep', name) }));
}
