import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { buildFunnels, type SourceFile } from '../../../engine/author/build.ts';
import { checkEdit } from '../../../engine/author/diff/check-edit.ts';
import { fixFunnel } from '../../../engine/author/edit/fix-funnel.ts';
import { writeAnswerTypes } from '../../../engine/author/editor/answer-types.ts';
import { readFunnelNames } from '../../../engine/author/editor/funnel-names.ts';
import { exampleOutcomes } from '../../../engine/author/prove/describe-visits.ts';
import type { Answer, Answers, FunnelData } from '../../../engine/model.ts';
import { formatProblem } from '../../../engine/problem.ts';
import { checkAnswers } from '../../../engine/run/answers.ts';
import { createFunnelMachine } from '../../../engine/run/machine.ts';
import { toScreen } from '../../../engine/run/screen.ts';
import { stepKeys } from '../../../engine/author/shape/validate.ts';
import { readCatalogs } from '../../../scripts/build/load-site.ts';
import { runs } from '../author/runs.ts';
import { buildCase, today, visitsOf } from './case.ts';

const { funnels, problems, warnings } = buildCase('sound-ratings');
const { funnel, words } = funnels[0]!;

const catalogs = readCatalogs();
const build = (files: readonly SourceFile[]) => buildFunnels({ ...catalogs, files, today });
const textOf = (told: readonly Parameters<typeof formatProblem>[0][]) =>
  told.map((each) => formatProblem(each)).join('\n');

/** The sounds that can be rated, in the order of the file. */
function rated({ sounds = [] }: Answers): readonly string[] {
  return ['rain', 'waves', 'fan', 'birds'].filter((sound) => [sounds].flat().includes(sound));
}

function meanOf(answers: Answers): number | undefined {
  const ratings = rated(answers).map((sound) => Number(answers[`rate_${sound}`]));
  return ratings.length === 0 ? undefined : ratings.reduce((sum, rating) => sum + rating, 0) / ratings.length;
}

/** The questions that a visitor with these answers was asked. */
function asked(answers: Answers): readonly string[] {
  if (answers['place'] === 'train') return ['place', 'listens'];
  const mean = meanOf(answers);
  const tellsMoments = answers['place'] === 'garden' || (mean ?? 0) >= 2;
  return [
    'place',
    'sounds',
    ...rated(answers).map((sound) => `rate_${sound}`),
    ...(tellsMoments ? rated(answers).map((sound) => `moment_${sound}`) : []),
    'listens',
  ];
}

function outcomeOf(answers: Answers): string {
  const worth: Readonly<Record<string, number>> = { falling_asleep: 2, at_night: 1 };
  const moments = rated(answers).map((sound) => worth[String(answers[`moment_${sound}`])] ?? 0);
  if (moments.reduce((sum, points) => sum + points, 0) >= 4) return 'noisy';
  if (answers['rate_rain'] === 5) return 'rain';
  return rated(answers).includes('waves') && answers['listens'] === 'often' ? 'some' : 'quiet';
}

function visit(...answers: Answer[]) {
  const actor = createActor(createFunnelMachine(funnel), { input: {} }).start();
  actor.send({ type: 'NEXT' });
  for (const value of answers) actor.send({ type: 'ANSWER', value });
  return actor;
}

test('a funnel that asks for each of the chosen options has no problem, and all of it is decided', () => {
  expect(textOf([...problems, ...warnings])).toBe('');
  expect([...exampleOutcomes(funnel).keys()].toSorted()).toEqual(['noisy', 'quiet', 'rain', 'some']);
});

test('visitors by chance, who go back too, are asked what the model asks, and the server reads the same of them', () => {
  const visits = visitsOf(funnels[0]!, runs(300));
  for (const { answers, outcome, reported } of visits) {
    expect(Object.keys(answers).toSorted()).toEqual(asked(answers).toSorted());
    expect(outcome).toBe(outcomeOf(answers));
    expect(reported).toBe(outcome);
    expect(checkAnswers(funnel, answers)).toMatchObject({ ok: true, outcome });
  }
  expect(new Set(visits.map(({ outcome }) => outcome)).size).toBe(4);
});

test('a screen says its option in the reader’s language, with the phrase that recalls say', () => {
  const said = (['en', 'es'] as const).map((locale) => {
    const data: FunnelData = { funnel, words: words[locale]! };
    return toScreen(data, visit('bedroom', ['fan', 'waves']).getSnapshot())!.title;
  });
  expect(said).toEqual(['How well do you sleep with waves?', '¿Qué tal duermes con las olas?']);
});

const after = (...answers: Answer[]) => visit('bedroom', ...answers).getSnapshot().value;

test('the last option that a visitor chose leads on by the next of the step', () => {
  expect(after(['rain', 'waves'])).toBe('rate_rain');
  expect(after(['rain', 'waves'], 1)).toBe('rate_waves');
  expect(after(['rain', 'waves'], 1, 1)).toBe('tip');
  expect(after(['rain', 'waves'], 1, 5)).toBe('moment_rain');
  expect(after(['rain'], 3)).toBe('moment_rain');
  expect(after(['quiet'])).toBe('tip'); // no step of it was shown, so none leads on
});

test('what leads to the step leads to the first of them', () => {
  const led = buildCase('sound-ratings', (text) => text.replace('train: { next: listens }', 'train: { next: rate }'));
  const { steps } = led.funnels[0]!.funnel;
  expect(steps.find(({ id }) => id === 'place')!.next.map(({ to }) => to)).toEqual(['rate_rain', 'sounds']);
  expect(steps.find(({ id }) => id === 'rate_rain')!.next.map(({ to }) => to)).toEqual([
    'rate_waves',
    'tip',
    'moment_rain',
  ]);
});

/** A funnel in a few words, and the same as it is written without `for_each`. */
interface Written {
  readonly options: readonly string[];
  readonly exclusive: boolean;
  readonly type: 'number' | 'choice' | 'info';
  readonly showIf: string | undefined;
  readonly next: 'none' | 'finish' | 'branches';
  readonly field: boolean;
}

const written: fc.Arbitrary<Written> = fc.record({
  options: fc.uniqueArray(fc.constantFrom('a', 'b_c', 'd2', 'e'), { minLength: 2, maxLength: 3 }),
  exclusive: fc.boolean(),
  type: fc.constantFrom('number', 'choice', 'info'),
  showIf: fc.constantFrom(undefined, 'mood == "low" or mood == "fair"', 'count(things) > 1'),
  next: fc.constantFrom('none', 'finish', 'branches'),
  field: fc.boolean(),
});

const keysOf = {
  number: 'type: number, input: scale, min: 1, max: 3',
  choice: 'type: single_choice, options: { yes_often: { score: 2 }, no_never: {} }',
  info: 'type: info',
};
const nexts = { finish: '[{ else: finish }]', branches: '[{ when: mood == "fair", to: last }, { else: finish }]' };

function flowOf({ options, exclusive, next }: Written, steps: string): string {
  const keys = [...options.map((key) => `${key}: {}`), ...(exclusive ? ['none_of: { exclusive: true }'] : [])];
  const more = next === 'finish' ? '' : '  - { id: last, type: info }\n';
  return `funnel: each-way
path: /each-way
storage_key: wizardEachWay
locales: [en]
steps:
  - { id: mood, type: single_choice, options: { low: {}, fair: {}, high: {} } }
  - { id: things, type: multiple_choice, options: { ${keys.join(', ')} } }
${steps}${more}outcomes: { all: { else: true, topics: [wind-down] } }
finish: results
`;
}

function wordsOf(
  { options, exclusive, next, type }: Written,
  steps: (words: (said: string) => string) => string,
): string {
  const labels = options.map((key) => `${key}: { label: Thing ${key}, recall: 'the *${key} thing' }`);
  const choice = (said: string) =>
    type === 'choice' ? `, options: { yes_often: 'Often ${said}', no_never: Never }` : '';
  const step = (said: string) => `{ title: 'How is ${said}?', body: ['**${said}** it is', '*Well*']${choice(said)} }`;
  return `funnel: { name: Each, description: Each }
steps:
  mood: { title: Mood, options: { low: Low, fair: Fair, high: High } }
  things: { title: Things, options: { ${[...labels, ...(exclusive ? ['none_of: None'] : [])].join(', ')} } }
${steps(step)}${next === 'finish' ? '' : '  last: { title: Last }\n'}outcomes: { all: { title: All, summary: All } }
`;
}

function withForEach(funnelOf: Written): readonly SourceFile[] {
  const { type, showIf, next, field } = funnelOf;
  const parts = [
    ...(field && type !== 'info' ? ['field: liking'] : []),
    ...(showIf === undefined ? [] : [`show_if: ${showIf}`]),
    ...(next === 'none' ? [] : [`next: ${nexts[next]}`]),
  ];
  const step = `  - { id: rate, ${keysOf[type]}, for_each: things${parts.map((part) => `, ${part}`).join('')} }\n`;
  return [
    { name: 'each-way.yaml', text: flowOf(funnelOf, step) },
    { name: 'each-way.en.yaml', text: wordsOf(funnelOf, (words) => `  rate: ${words('{{each}}')}\n`) },
  ];
}

function byHand(funnelOf: Written): readonly SourceFile[] {
  const { options, type, showIf, next, field } = funnelOf;
  const and = (condition: string) => (showIf === undefined ? condition : `(${condition}) and (${showIf})`);
  const steps = options.map((key, at) => {
    const chosen = `answered(things) and things has "${key}"`;
    const later = options.slice(at + 1).map((other) => `things has "${other}"`);
    const goesOn = later.join(' or ');
    const onward = later.length > 0 ? `{ when: '${and(goesOn)}', to: rate_${options[at + 1]} }, ` : '';
    const lead = next === 'none' ? '' : `, next: ${nexts[next].replace('[', `[${onward}`)}`;
    const named = field && type !== 'info' ? `, field: liking_${key}` : '';
    return `  - { id: rate_${key}, ${keysOf[type]}, show_if: '${and(chosen)}'${lead}${named} }\n`;
  });
  const said = (words: (said: string) => string) =>
    options.map((key) => `  rate_${key}: ${words(String.raw`the \*${key} thing`)}\n`).join('');
  return [
    { name: 'each-way.yaml', text: flowOf(funnelOf, steps.join('')) },
    { name: 'each-way.en.yaml', text: wordsOf(funnelOf, said) },
  ];
}

test('a step for each option is the same as its steps written by hand', () => {
  fc.assert(
    fc.property(written, (each) => {
      const one = build(withForEach(each));
      expect(textOf(one.problems)).toBe('');
      // By hand, each branch of each step would have to be taken by some visitor.
      const other = buildFunnels({ ...catalogs, files: byHand(each), today, isPublished: true });
      expect(one.funnels).toHaveLength(1);
      expect(one.funnels).toEqual(other.funnels);
    }),
    { numRuns: runs(60) },
  );
}, 60_000);

const changed = (from: string, to: string, locale = '') => {
  const told = buildCase(
    'sound-ratings',
    (text) => {
      if (!text.includes(from)) throw new Error(`There is no ${from}.`);
      return text.replace(from, to);
    },
    today,
    locale,
  );
  return [...told.problems, ...told.warnings];
};

test.each([
  ['for_each: sounds\n    input', 'for_each: place\n    input', '', ['for_each_misfit']],
  ['min: 1\n', 'min: 9\n', '', ['number_range']],
  ['default(rate_rain, 0) == 5', 'default(rate, 0) == 5', '', ['unknown_name']],
  ['default(mean_rating, 5) < 2', 'default(mean_rating, 5) < 0', '', ['branch_unreachable']],
  ['default(mean_rating, 5) < 2', 'sounds has "rain"', '', []],
  ['default(mean_rating, 5) < 2', 'sounds has "rain" and not sounds has "birds"', '', []],
  ['>= 2 or place == "garden"', '>= 6', '', ['step_unreachable']],
  ['>= 2 or place == "garden"', '>= 1 / (count(sounds) - 2)', '', ['division_by_zero']],
  ['>= 2 or place == "garden"', '>= 2 or overtime > 2', '', ['unknown_name']],
  ['at_night: { score: 1 }', 'at_night: { score: 1, show_if: count(sounds) > 9 }', '', ['option_unreachable']],
  ['at_night: { score: 1 }', 'at_night: { score: 1, show_if: sounds has "fan" }', '', []],
  ['train: { next: listens }', 'train: { next: rate }', '', []],
  ['fan: { show_if: place == "bedroom" }', 'fan: { show_if: place == "train" }', '', ['option_unreachable']],
  ['How well do you sleep with {{each}}?', 'How well do you sleep with it?', '.en', []],
  ['{{rate_rain|no points}}', '{{rate_rain}}', '.en', ['recall_missing']],
  ['{{mean_rating|none}}', '{{rate_rain}} {{mean_rating|none}}', '.en', ['recall_missing', 'recall_differs']],
  ['When do you listen to {{each}}?', 'You gave {{rate_birds|none}} to {{each}}?', '.en', ['recall_differs']],
  ['When do you listen to {{each}}?', '{{each, plural, other {#}}}', '.en', ['recall_syntax']],
  ['  rate:\n', '  rate_rain:\n', '.en', ['text_for_nothing']],
])('%s → %s%s', (from, to, locale, codes) => {
  const told = changed(from, to, locale);
  expect(told.map(({ code }) => code).toSorted(), textOf(told)).toEqual(codes.toSorted());
});

const files: readonly SourceFile[] = withForEach({
  options: ['a', 'b_c'],
  exclusive: true,
  type: 'number',
  showIf: undefined,
  next: 'none',
  field: false,
});
const [flowFile, wordsFile] = files as [SourceFile, SourceFile];
const edited = (flow: (text: string) => string, said = (text: string) => text): readonly SourceFile[] => [
  { ...flowFile, text: flow(flowFile.text) },
  { ...wordsFile, text: said(wordsFile.text) },
];
const reads = 'outcomes: { high: { when: "default(rate_b_c, 0) > 2", topics: [wind-down] }, ';
const said = "outcomes: { high: { title: High, summary: 'You said {{rate_b_c|nothing}}' }, ";
const [flowReads, wordsRead] = [
  (text: string) => text.replace('outcomes: { ', reads),
  (text: string) => text.replace('outcomes: { ', said),
];

test.each([
  [
    'the step',
    'id: rate,',
    'id: grade, renamed_from: rate,',
    ['default(grade_b_c, 0)', '  grade:', '{{grade_b_c|nothing}}'],
    3,
  ],
  [
    'an option',
    'b_c: {}',
    'bc: { renamed_from: b_c }',
    ['default(rate_bc, 0)', 'bc: { label', '{{rate_bc|nothing}}'],
    3,
  ],
  [
    'the question',
    'id: things,',
    'id: items, renamed_from: things,',
    ['for_each: items', '  items:', '{{rate_b_c|nothing}}'],
    2,
  ],
])(
  'what renames %s is told once, and a correction writes the new name everywhere',
  (_name, from, to, parts, places) => {
    const before = edited(flowReads, wordsRead);
    expect(textOf(build(before).problems)).toBe('');
    const renamed = edited((text) => flowReads(text).replace(from, to), wordsRead);
    const told = build(renamed).problems;
    expect(told.map(({ code, related }) => [code, related?.length])).toEqual([['rename_unfinished', places]]);
    const fixed = fixFunnel(renamed, (all) => build(all).problems);
    expect(textOf(build(fixed).problems)).toBe('');
    const whole = fixed.map(({ text }) => text).join('');
    for (const part of parts) expect(whole).toContain(part);
    const [old, now] = [before, fixed].map((all) => build(all).funnels[0]!.funnel);
    expect(checkEdit({ before: old!, after: now!, flowFile: fixed[0]! })).toEqual([]); // answers are kept
  },
);

test('what visitors in the middle would lose is told at the step as it is written', () => {
  const narrower = edited((text) => text.replace('max: 3', 'max: 2'));
  const [old, now] = [files, narrower].map((all) => build(all).funnels[0]!.funnel);
  const told = checkEdit({ before: old!, after: now!, flowFile: narrower[0]! });
  expect(told.map(({ code, frame }) => [code, frame.includes('for_each: things')])).toEqual([['answers_lost', true]]);
});

test('editors offer the answers of the written-out steps, and programs know their types', () => {
  const names = readFunnelNames(files)!;
  expect(names[0]!.steps.map(({ id }) => id)).toEqual(['mood', 'things', 'rate', 'last']);
  expect(names[0]!.shown.map(({ field, title }) => `${field}: ${title}`)).toEqual([
    'mood: Mood',
    'things: Things',
    String.raw`rate_a: How is the \*a thing?`,
    String.raw`rate_b_c: How is the \*b\_c thing?`,
    'undefined: Last',
  ]);
  expect(writeAnswerTypes(names)).toContain('"rate_b_c": number;');
});

const types: Readonly<Record<string, readonly [keys: string, words: string]>> = {
  info: ['chart: { bars: [rate, 3] }', "chart: 'Of {{each}}', labels: ['{{each}}', Mean]"],
  single_choice: ['options: { a: {}, b: {} }', "options: { a: 'A {{each}}', b: B }"],
  select: [
    'options: { a: {}, b: {} }',
    "placeholder: 'Find {{each}}', options: { a: A, b: { label: B, note: '{{each}}' } }",
  ],
  multiple_choice: ['options: { a: {}, b: {} }', 'options: { a: A, b: B }'],
  matrix: [
    'rows: { r: {}, s: {} }, options: { a: { score: 1 }, b: {} }',
    "options: { r: '{{each}}', s: S, a: A, b: B }",
  ],
  rank: ['options: { a: {}, b: {} }', 'options: { a: A, b: B }'],
  number: ['input: field, min: 0, max: 9', "placeholder: '{{each}}'"],
  text: ['required: false', "placeholder: '{{each}}'"],
  email: ['required: false', "button: 'Send {{each}}'"],
  phone: ['required: false', 'button: Call'],
  consent: ['required: false', "consent: 'I agree to **{{each}}**'"],
  date: ['min: 2020-01-01, max: 0', "button: 'On {{each}}'"],
  time: ['min: 08:00', "button: 'At {{each}}'"],
};

test('every type that can be shown several times can be shown for each option', () => {
  expect(Object.keys(types).toSorted()).toEqual(
    [...stepKeys].flatMap(([type, keys]) => (keys.has('for_each') ? [type] : [])).toSorted(),
  );
});

test.each(Object.entries(types))(
  'a %s for each option of a field of a group, which may be left empty',
  (type, [keys, said]) => {
    const flow = `funnel: each-type
path: /each-type
storage_key: wizardEachType
locales: [en]
experiments: { trial: { variants: { plain: 1, bold: 1 } } }
steps:
  - id: both
    type: group
    fields:
      - { id: things, type: multiple_choice, choose: { min: 0 }, options: { rain: {}, waves: {} } }
      - { id: rate, type: number, input: field, min: 1, max: 5 }
  - { id: about, type: ${type}, ${keys}, for_each: things, next: finish }
  - { id: last, type: info }
outcomes: { all: { else: true, topics: [wind-down] } }
finish: results
`;
    const inWords = `funnel: { name: Each, description: Each }
steps:
  both: { title: Both, button: Go on }
  things: { title: Things, options: { rain: Rain, waves: { label: Waves, recall: the waves } } }
  rate: { title: Rate }
  about: { title: { variant.trial: { plain: 'About {{each}}', bold: '{{each}}, {{rate}}' } }, ${said} }
  last: { title: Nothing more }
outcomes: { all: { title: All, summary: All } }
`;
    const told = build([
      { name: 'each-type.yaml', text: flow },
      { name: 'each-type.en.yaml', text: inWords },
    ]);
    expect(textOf([...told.problems, ...told.warnings])).toBe('');
    const [built] = told.funnels;
    expect(built!.funnel.steps.map(({ id }) => id).slice(3)).toEqual(['about_rain', 'about_waves', 'last']);
    const { steps, variants } = built!.words['en']!;
    expect([steps['about_rain']!.title, steps['about_waves']!.title]).toEqual(['About Rain', 'About the waves']);
    expect(variants!['trial']!['bold']!.steps!['about_waves']!.title).toEqual(['the waves, ', { recall: 'rate' }]);
    expect(built!.funnel.experiments[0]!.texts!.steps).toEqual(['about_rain', 'about_waves']);
    expect(JSON.stringify(steps)).not.toContain('each');
  },
);

test('a problem in its condition is told where it is written, whatever is written out around it', () => {
  const division = '1 / (count(sounds) - 2)';
  const [told] = changed('>= 2 or place == "garden"', `>= ${division}`);
  const line = /^> +\d+ \| (.*)$/m.exec(told!.frame)![1]!;
  expect(line.slice(told!.column - 1, told!.endColumn - 1)).toBe(division);
});

test('a variable that reads the variant makes a difference on each of its steps that recall it', () => {
  const more =
    'experiments: { trial: { variants: { a: 1, b: 1 } } }\nvariables: { price: { value: \'if(variant.trial == "a", 1, 2)\' } }';
  const told = build(
    edited(
      (text) => text.replace('steps:', `${more}\nsteps:`),
      (text) => text.replace('How is {{each}}?', 'Is {{each}} worth {{price}}?'),
    ),
  );
  expect(textOf([...told.problems, ...told.warnings])).toBe('');
  expect(told.funnels[0]!.funnel.experiments[0]!.texts!.steps).toEqual(['rate_a', 'rate_b_c']);
});
