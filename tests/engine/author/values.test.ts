import { describe, expect, test } from 'vitest';
import { toResult } from '../../../engine/run/result.ts';
import type { BuiltFunnel, FunnelData } from '../../../engine/model.ts';
import type { Problem } from '../../../engine/problem.ts';
import { build, expectValid } from './harness.ts';

const flow = (variables: string) => `funnel: body
path: /body
storage_key: wizardBody
locales: [en, es]
variables:
${variables}
steps:
  - { id: weight, type: number, input: field, min: 30, max: 250 }
  - { id: height, type: number, input: field, min: 100, max: 230 }
  - { id: pace, type: number, input: slider, min: 0, max: 2, step: 0.5 }
  - { id: begun, type: date, min: 2020-01-01, max: 2030-12-31 }
  - id: tired
    type: single_choice
    options: { never: {}, often: { score: 2 }, daily: { score: 3 } }
  - { id: shown, type: info, show_if: pace > 0 }
outcomes:
  urgent: { when: weight > 90, topics: [deep-sleep] }
  gentle: { else: true, topics: [deep-sleep] }
finish: results
`;
const words = (name: string, shown: string) => `funnel: { name: ${name}, description: ${name} }
steps:
  weight: { title: Weight }
  height: { title: Height }
  pace: { title: Pace, lowest: a, highest: b }
  begun: { title: Begun }
  tired: { title: Tired, options: { never: A, often: B, daily: C } }
  shown: { title: '${shown}' }
outcomes:
  urgent: { title: U, summary: '${shown}', points: [P] }
  gentle: { title: G, summary: '${shown}', points: [P] }
`;
const bmi = '  bmi: { value: weight / (height / 100) ^ 2, format: { decimals: 1, unit: kg/m² } }';
const files = (variables: string, shown: string) => [
  { name: 'body.yaml', text: flow(variables) },
  { name: 'body.en.yaml', text: words('Body', shown) },
  { name: 'body.es.yaml', text: words('Cuerpo', shown) },
];
const answers = { weight: 70, height: 175, pace: 1, begun: '2026-11-23', tired: 'daily' };

/** What the result says in both languages. */
function summaries(variables: string, shown: string, given: object = answers): string[] {
  const [{ funnel, words: all }] = expectValid(files(variables, shown)) as [BuiltFunnel];
  return ['en', 'es'].map(
    (locale) => toResult({ funnel, words: all[locale]! } satisfies FunnelData, given)!.summary as string,
  );
}

describe('a variable is written in the language of the reader', () => {
  test.each([
    ['with decimals and a sign of its own', bmi, ['22.9\u00A0kg/m²', '22,9\u00A0kg/m²']],
    ['with zeros at the end', '  bmi: { value: weight / 2, format: { decimals: 2 } }', ['35.00', '35,00']],
    ['without a format', '  bmi: weight / 9 * 1000', ['7,777.78', '7777,78']],
    ['with a unit', '  bmi: { value: weight / 10, format: { unit: kilograms } }', ['7 kilograms', '7 kilogramos']],
    ['as money', '  bmi: { value: weight * 100 / 3, format: { money: EUR } }', ['€2,333.33', '2333,33\u00A0€']],
    [
      'as money without cents',
      '  bmi: { value: weight * 100, format: { money: USD, decimals: 0 } }',
      ['$7,000', '7000\u00A0US$'],
    ],
    ['in percent', '  bmi: { value: weight / 2, format: { unit: percent } }', ['35 percent', '35 por ciento']],
  ])('%s', (_, variable, [en, es]) => {
    const written = variable.includes('{') ? variable : variable.replace(/: (.*)$/, ': { value: $1 }');
    const [english, spanish] = summaries(written, 'It is {{bmi}}.');
    expect([english, spanish!.replaceAll('\u202F', '\u00A0')]).toEqual([`It is ${en}.`, `It is ${es}.`]);
  });

  test('as a date', () => {
    const variables = '  bmi: { value: 1 }\n  due: { value: begun + 280, format: { date: long } }';
    expect(summaries(variables, '{{due}}')).toEqual(['August 30, 2027', '30 de agosto de 2027']);
  });

  test('rounded as `round` does it', () => {
    const variables = `  bmi: { value: (pace - 2) * weight / 1000 + 0.005, format: { money: EUR } }
  exact: { value: 'round(bmi, 2)' }`;
    expect(summaries(variables, '{{bmi}}, {{exact}}', { ...answers, pace: 1.5, weight: 40 })[0]).toBe('-€0.02, -0.02');
    expect(summaries(variables, '{{bmi}}, {{exact}}', { ...answers, pace: 2 })[0]).toBe('€0.01, 0.01');
  });

  test('as points of a dimension, without being declared', () => {
    expect(summaries(bmi, '{{score}} of 3', answers)).toEqual(['3 of 3', '3 of 3']);
  });
});

describe('a score that is shown as points', () => {
  const variables = `${bmi}\n  total: { sum: score, show: points }`;
  const labelled = (site: string) =>
    files(variables, '{{bmi}}').map(({ name, text }, at) => {
      return { name, text: at === 0 ? text : `${text}dimensions: { score: Points }\nsite: { ${site} }\n` };
    });

  test('says them beside its bar, out of the most that anyone can have', () => {
    const [{ funnel, words: all }] = expectValid(labelled('eyebrow: Score')) as [BuiltFunnel];
    const { bars } = toResult({ funnel, words: all['en']! }, { ...answers, tired: 'often' })!;
    expect(bars).toEqual([{ dimension: 'score', label: 'Points', percent: 67, points: { total: '2', most: '3' } }]);
  });

  test('needs a label for the bar in every language', () => {
    const { problems } = build(files(variables, '{{bmi}}'));
    expect(problems.map(({ code }) => code)).toEqual(['dimension_labels', 'dimension_labels']);
    expect(problems[0]!.hint).toContain('dimensions: { score: … }');
  });

  test("may say so in the funnel's own words, which have places for the points alone", () => {
    const [{ words: all }] = expectValid(labelled("profile_points: '{{total}} / {{most}}'")) as [BuiltFunnel];
    expect(all['es']!.outcomes['urgent']!.site).toEqual({ profile_points: '{{total}} / {{most}}' });
    const { problems } = build(labelled("profile_points: '{{weight}} / {{most}}'"));
    expect(problems.map(({ code }) => code)).toEqual(['recall_not_here', 'recall_not_here']);
    expect(problems[0]!.hint).toBe('It can have {{total}}, {{least}}, {{most}}.');
  });
});

describe('a variable that is recalled has a value, or a text that stands for it', () => {
  const speed = '  bmi: { value: weight / pace }';

  test('where it divides by an answer that can be 0', () => {
    const { problems } = build(files(speed, '{{bmi}}'));
    expect(problems.map(({ code }) => code)).toEqual(['division_by_zero']); // once, whatever reads it
    const [{ related, counterexample }] = problems as [Problem];
    const readers = related!.filter(({ note }) => note === '{{bmi}} is read here.').map(({ file }) => file);
    expect(readers).toEqual(['en', 'en', 'es', 'es'].map((locale) => expect.stringContaining(`.${locale}.yaml`)));
    expect(counterexample?.steps).toContainEqual({ step: 'pace', answer: 0 });
  });

  test('where its answers come only after the text', () => {
    const early = files(bmi, '{{bmi}}').map((file) => ({
      ...file,
      text: file.text.replace('title: Height', "title: '{{bmi}}?'"),
    }));
    const { problems } = build(early);
    expect(problems.map(({ code, file }) => [code, file])).toEqual([
      ['recall_missing', 'body.en.yaml'],
      ['recall_missing', 'body.es.yaml'],
    ]);
  });

  test('with a fallback, or a default in the expression', () => {
    const still = { ...answers, pace: 0 };
    expect(summaries(speed, '{{bmi|not moving}}', still)).toEqual(['not moving', 'not moving']);
    expect(summaries('  bmi: { value: "default(weight / pace, 0)" }', '{{bmi}}', still)).toEqual(['0', '0']);
  });
});

describe("a format that says what can't be is one problem", () => {
  test.each([
    ['{ value: weight, format: { unit: kg, money: EUR } }', 'either_or'],
    ['{ value: weight, format: { money: EURO } }', 'bad_name'],
    ['{ value: weight, format: { money: ZZZ } }', 'unknown_value'],
    ['{ value: weight, format: { date: long } }', 'not_a_number'],
    ['{ value: begun + 1 }', 'not_a_number'],
    ['{ sum: score, format: { date: long } }', 'either_or'],
    ['{ value: begun, format: { date: long, decimals: 1 } }', 'either_or'],
    ['{ value: weight, format: { decimal: 1 } }', 'unknown_key'],
    ['{ value: weight, sum: score }', 'either_or'],
    ['{ format: { decimals: 1 } }', 'either_or'],
    ['{ value: weight, show: points }', 'either_or'],
    ['{ sum: score, show: share }', 'unknown_value'],
  ])('%s', (variable, code) => {
    const { problems } = build(files(`${bmi}\n  other: ${variable}`, '{{bmi}}'));
    expect(problems.map((problem) => problem.code)).toEqual([code]);
  });
});
