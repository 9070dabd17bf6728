import { expect, test } from 'vitest';
import { formatProblem } from '../../../engine/problem.ts';
import { compareFunnels } from '../../../engine/author/diff/compare-funnels.ts';
import { funnelSchemaFor, wordsSchemaFor } from '../../../engine/author/editor/schemas.ts';
import { readFunnelNames } from '../../../engine/author/editor/funnel-names.ts';
import { readCatalogs, readFunnelFiles } from '../../../scripts/build/load-site.ts';
import { buildFunnels } from '../../../engine/author/build.ts';
import { exported, importTable, withTexts } from '../author/coverage/funnels.ts';
import { buildCase, today, visitsOf } from './case.ts';

const { funnels, problems, warnings } = buildCase('bedtime-advice');

test('a quiz whose texts are chosen by conditions has no problem, and all of it is decided', () => {
  expect([...problems, ...warnings].map((problem) => formatProblem(problem))).toEqual([]);
});

/** Which texts a visitor reads, worked out by hand. */
function textsFor({ work, hours, nights, worries }: Readonly<Record<string, unknown>>) {
  const points: Readonly<Record<string, number>> = { money: 2, health: 1, love: 1 };
  const strain = ((worries ?? []) as readonly string[]).reduce(
    (sum, each) => sum + points[each]!,
    work === 'none' ? 1 : 0,
  );
  const advice =
    work === 'shifts' && Number(nights ?? 0) >= 3
      ? 'shifts'
      : work === 'days' && Number(hours) < 6
        ? 'short'
        : strain >= 3
          ? 'strained'
          : 'fine';
  return { advice, tone: advice === 'shifts' || advice === 'short' ? 'firm' : 'kind' } as const;
}

const texts = {
  en: {
    shifts: 'sleep in a dark room after each night',
    short: 'go to bed an hour earlier',
    strained: 'write your worries down before bed',
    fine: 'keep your evenings as they are',
    firm: 'Start tonight.',
    kind: 'You are on a good way.',
  },
  es: {
    shifts: 'duerme a oscuras después de cada noche',
    short: 'acuéstate una hora antes',
    strained: 'apunta tus preocupaciones antes de acostarte',
    fine: 'sigue con tus noches como hasta ahora',
    firm: 'Empieza esta noche.',
    kind: 'Vas por buen camino.',
  },
};

test.each([
  ['en', 'Our advice'],
  ['es', 'Nuestro consejo'],
] as const)('in %s each visitor reads the text that is theirs, whatever they were asked', (locale, opening) => {
  const seen = new Set<string>();
  for (const { answers, outcome, reported, summary } of visitsOf(funnels[0]!, 2000, locale)) {
    const { advice, tone } = textsFor(answers);
    expect(summary).toBe(`${opening}: ${texts[locale][advice]}. ${texts[locale][tone]}`);
    expect(outcome).toBe(tone === 'firm' ? 'change' : 'keep');
    expect(reported).toBe(outcome);
    seen.add(`${advice} ${tone}`);
  }
  expect(seen.size).toBe(4);
});

test.each([
  // the flow
  ['- { else: fine }', '', '', 'else_missing'],
  ['- { else: fine }', '- { else: fine }\n      - { when: strain > 5, to: short }', '', 'else_not_last'],
  [', to: strained }', ' }', '', 'either_or'],
  ['{ when: strain >= 3, to: strained }', '{ to: strained }', '', 'either_or'],
  ['when: strain >= 3, to', 'when: strain >= 3, text', '', 'unknown_key'],
  ['  tone:\n    text:', '  tone:\n    value: 1\n    text:', '', 'either_or'],
  ['  tone:\n    text:', '  tone:\n    format: { decimals: 1 }\n    text:', '', 'either_or'],
  ['  tone:\n    text:', '  tone:\n    show: points\n    text:', '', 'either_or'],
  ['when: strain >= 3', 'when: strain', '', 'not_a_condition'],
  ['when: strain >= 3', 'when: strian >= 3', '', 'unknown_name'],
  ['when: strain >= 3', `when: 'tone == "kind"'`, '', 'variable_order'],
  ['"short"]', '"shrot"]', '', 'unknown_option'],
  ['tone == "firm"', 'tone == firm', '', 'unknown_name'],
  ['tone == "firm"', 'tone == "frim"', '', 'unknown_option'],
  ['tone == "firm"', 'tone has "firm"', '', 'not_multiple'],
  ['tone == "firm"', 'tone > 1', '', 'type_mismatch'],
  ['to: strained', 'to: strianed', '', 'text_missing'],
  ['work == "days" and hours < 6', 'hours < 6', '', 'answer_missing'],
  // the words
  ['    short: go to bed an hour earlier\n', '', '.en', 'text_missing'],
  ['  tone: { firm: Start tonight., kind: You are on a good way. }\n', '', '.en', 'text_missing'],
  ['    short: ', '    shrot: ', '.en', 'text_for_nothing'],
  ['tone: { firm', 'strain: { some: Some }\n  tone: { firm', '.en', 'text_for_nothing'],
  ['go to bed an hour earlier', `'go to bed, not {{work}}'`, '.en', 'recall_not_here'],
  ['go to bed an hour earlier', `'go to *bed*'`, '.en', 'markup_not_here'],
  ['go to bed an hour earlier', '7', '.en', 'unquoted_value'],
  ['Our advice: {{advice}}.', 'Our advice: {{advice, plural, other {#}}}.', '.en', 'plural_of_no_number'],
  ['Our advice: {{advice}}.', 'Our advice: {{advise}}.', '.en', 'recall_unknown'],
  ['short: acuéstate una hora antes', 'kurz: acuéstate una hora antes', '.es', 'text_for_nothing'],
])('%s → %s in bedtime-advice%s.yaml is %s, told once', (from, to, changed, code) => {
  const found = buildCase('bedtime-advice', (text) => text.replace(from, to), undefined, changed).problems;
  expect(
    found.map((problem) => problem.code),
    found.map((problem) => formatProblem(problem)).join('\n'),
  ).toEqual([code]);
});

/** The quiz without the conditions that compare its texts: they are only read. */
const onlyRead = (change: (text: string) => string) =>
  buildCase('bedtime-advice', (text) =>
    change(
      text
        .replace(`, show_if: 'advice != "fine"'`, '')
        .replace(`'advice in ["shifts", "short"]'`, 'strain < 2')
        .replace(`'tone == "firm"'`, 'strain < 4'),
    ),
  );

test('a text that no visitor reads is told, and so is one behind a condition that is for all', () => {
  expect(onlyRead((text) => text)).toMatchObject({ problems: [], warnings: [] });
  const lines = (from: string, to: string) =>
    onlyRead((text) => text.replace(from, to)).problems.map(({ code, line, message }) => `${code} ${line} ${message}`);
  expect(lines('when: strain >= 3', 'when: strain > 9')).toEqual([
    'branch_unreachable 12 No visitor reads this text of "advice": where it is read, this is never true, or one above it comes first.',
  ]);
  expect(lines('when: strain >= 3', 'when: strain >= 0')).toEqual([
    'branch_unreachable 13 No visitor reads this text of "advice": those above it are for all who read it.',
  ]);
  expect(lines(`when: 'work == "days" and hours < 6'`, 'when: strain >= 0')).toEqual([
    'branch_unreachable 12 No visitor reads this text of "advice": where it is read, this is never true, or one above it comes first.',
  ]);
});

test('where visits are too many to say whether each text is read, there is a warning', () => {
  const asked = ['a', 'b', 'c', 'd', 'e', 'f'].map(
    (id) => `  - { id: ${id}, type: number, input: slider, min: 1, max: 997 }\n`,
  );
  const files = [
    {
      name: 'many.yaml',
      text: [
        'funnel: many\npath: /many\nstorage_key: wizardMany\nlocales: [en]\nvariables:\n',
        '  luck: { text: [{ when: 2 * a * b + 2 * c * d == 2 * e * f + 1, to: some }, { else: none }] }\n',
        `steps:\n${asked.join('')}`,
        'outcomes: { all: { else: true, topics: [daily-joy] } }\nfinish: results\n',
      ].join(''),
    },
    {
      name: 'many.en.yaml',
      text: [
        'funnel: { name: Many, description: Many }\nvariables: { luck: { some: Some, none: None } }\nsteps:\n',
        ...['a', 'b', 'c', 'd', 'e', 'f'].map((id) => `  ${id}: { title: ${id.toUpperCase()} }\n`),
        "outcomes: { all: { title: All, summary: '{{luck}}' } }\n",
      ].join(''),
    },
  ];
  const { problems: found, warnings: warned } = buildFunnels({ ...readCatalogs(), files, today });
  expect(found).toEqual([]);
  expect(warned).toMatchObject([
    {
      code: 'not_decided',
      line: 6,
      message: 'It is not decided whether each text of "luck" is read by some visitor: there are too many visits.',
    },
  ]);
});

test('where a text depends on a variant, its readers have met the experiment', () => {
  const { funnels: built, problems: found } = buildCase('bedtime-advice', (text) =>
    text
      .replace('variables:', 'experiments: { voice: { variants: { soft: 50, hard: 50 } } }\nvariables:')
      .replace(`'advice in ["shifts", "short"]'`, `'variant.voice == "hard"'`)
      .replace(`'tone == "firm"'`, 'strain < 4'),
  );
  expect(found).toEqual([]);
  expect(built[0]!.funnel.experiments[0]!.texts).toEqual({ steps: ['pause'], outcomes: ['change', 'keep'] });
});

test('another text of a variable is told by diff', () => {
  const after = buildCase('bedtime-advice', (text) => text.replace('an hour', 'two hours'), undefined, '.en');
  expect(compareFunnels(funnels[0]!, after.funnels[0]!)).toMatchObject({
    changes: [
      {
        kind: 'funnel',
        changes: ['advice, short (en): “go to bed an hour earlier” → “go to bed two hours earlier”'],
      },
    ],
    losses: [],
  });
});

const files = readFunnelFiles('tests/cases').filter(({ name }) => name.startsWith('tests/cases/bedtime-advice.'));

test('translators have the texts of variables in their table, and the table writes them', () => {
  const keys = exported(files).rows.map(({ key }) => key);
  expect(keys.filter((key) => key.startsWith('variables.'))).toEqual([
    ...['shifts', 'short', 'strained', 'fine'].map((name) => `variables.advice.${name}`),
    'variables.tone.firm',
    'variables.tone.kind',
  ]);
  const table = withTexts(exported(files), 'es', { 'variables.advice.short': 'acuéstate antes' });
  const lacking = files.map(({ name, text }) => ({
    name,
    text: name.endsWith('.es.yaml') ? text.replace('    short: acuéstate una hora antes\n', '') : text,
  }));
  const { files: written, refusals } = importTable(lacking, table);
  expect(refusals).toEqual([]);
  expect(written.find(({ name }) => name.endsWith('.es.yaml'))!.text).toBe(
    files.find(({ name }) => name.endsWith('.es.yaml'))!.text.replace('acuéstate una hora antes', 'acuéstate antes'),
  );
});

test('editors offer the names of texts: to the words, and to conditions', () => {
  const names = readFunnelNames(files)!;
  expect(JSON.stringify(wordsSchemaFor(names))).toContain('"tone":{"properties":{"firm":{},"kind":{}}}');
  const flow = JSON.stringify(funnelSchemaFor(names, [], []));
  expect(flow).toContain(JSON.stringify('advice == "strained"').slice(1, -1));
  expect(flow).not.toContain('advice >= 1');
});

test('a condition of a text that reads what some readers were not asked is told there, with such a visit', () => {
  const [found] = buildCase('bedtime-advice', (text) =>
    text.replace('work == "days" and hours < 6', 'hours < 6'),
  ).problems;
  expect(found).toMatchObject({
    code: 'answer_missing',
    line: 11,
    message: '"advice" is read for some visitors who have not answered "hours".',
    hint: "Write default(hours, 0) if it is 0 for those who haven't answered, or write answered(hours) and … in front of it, so that it only counts for those who have answered.",
  });
  expect(found!.counterexample!.steps[0]).toMatchObject({ step: 'work', answer: 'none' });
});
