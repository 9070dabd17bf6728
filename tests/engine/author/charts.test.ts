import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import type { BuiltFunnel, Screen, ScreenChart } from '../../../engine/model.ts';
import { createFunnelMachine } from '../../../engine/run/machine.ts';
import { toScreen } from '../../../engine/run/screen.ts';
import { build, expectValid } from './harness.ts';

const flow = (chart: string, showIf = '') => `funnel: body
path: /body
storage_key: wizardBody
locales: [en, es]
variables:
  ratio: { value: weight / pace, format: { decimals: 1 } }
steps:
  - { id: weight, type: number, input: field, min: 30, max: 250, unit: kilograms }
  - { id: pace, type: number, input: slider, min: 0, max: 2, step: 0.5 }
  - { id: wants, type: single_choice, options: { more: {}, less: { next: shown } } }
  - { id: goal, type: number, input: field, min: 30, max: 250 }
  - { id: shown, type: info, ${showIf}chart: ${chart} }
outcomes: { only: { else: true, topics: [deep-sleep] } }
finish: results
`;
const words = (more: string) => `funnel: { name: Body, description: Body. }
steps:
  weight: { title: Weight }
  pace: { title: Pace, lowest: a, highest: b }
  wants: { title: Wants, options: { more: A, less: B } }
  goal: { title: Goal }
  shown: { title: '{{ratio|none}}', ${more} }
outcomes: { only: { title: U, summary: U, points: [P] } }
`;
const files = (chart: string, more = 'chart: Weight, labels: [A, B]', showIf = '') => [
  { name: 'body.yaml', text: flow(chart, showIf) },
  { name: 'body.en.yaml', text: words(more) },
  { name: 'body.es.yaml', text: words(more) },
];

/** What somebody of 70 kg sees, who wants to weigh 60. */
function chartIn(locale: string, chart: string, more?: string): ScreenChart | undefined {
  const [{ funnel, words: all }] = expectValid(files(chart, more)) as [BuiltFunnel];
  const actor = createActor(createFunnelMachine(funnel), { input: {} }).start();
  for (const value of [70, 0.5, 'more', 60]) actor.send({ type: 'ANSWER', value });
  const screen = toScreen({ funnel, words: all[locale]! }, actor.getSnapshot()) as Extract<Screen, { type: 'display' }>;
  return screen.chart;
}

describe('a chart shows values as texts write them', () => {
  test('a line with the unit of the first answer, and labels that recall', () => {
    const more = "chart: Weight, labels: [Now, 'With {{pace}}'], alt: 'It falls to {{weight}}.'";
    expect(chartIn('es', '{ line: [weight, "weight - 5"] }', more)).toEqual({
      kind: 'line',
      title: 'Weight',
      labels: ['Now', 'With 0,5'],
      values: [
        { number: 70, text: '70 kilogramos' },
        { number: 65, text: '65 kilogramos' },
      ],
      alt: 'It falls to 70 kilogramos.',
    });
  });

  test('a gauge with the format of its variable, or its own', () => {
    const gauge = 'gauge: "default(ratio, 0)", min: 0, bands: [100, 200]';
    expect(chartIn('en', `{ ${gauge}, format: { decimals: 2 } }`)).toMatchObject({
      kind: 'gauge',
      values: [{ number: 140, text: '140.00' }],
      scale: [0, 100, 200],
    });
    expect(chartIn('en', '{ bars: [weight, 8] }')?.values.map(({ text }) => text)).toEqual([
      '70 kilograms',
      '8 kilograms',
    ]);
  });
});

const found = (chart: string, showIf?: string) => build(files(chart, undefined, showIf)).problems;

describe('what a chart shows has a value for all who see it', () => {
  test('or that is a problem where the chart names it, with a visit that shows it', () => {
    const [missing, ...others] = found('{ line: [weight, goal + 1] }');
    expect(others).toEqual([]);
    expect(missing).toMatchObject({ code: 'recall_missing', path: ['steps', 4, 'chart', 'line', 1] });
    expect(missing!.counterexample!.steps).toContainEqual({ step: 'wants', answer: 'less' });
    const [divided] = found('{ gauge: ratio, min: 0, bands: [1, 2] }');
    expect(divided).toMatchObject({ code: 'recall_missing', path: ['steps', 4, 'chart', 'gauge'] });
    expect(divided!.counterexample!.steps).toContainEqual({ step: 'pace', answer: 0 });
  });

  test('by a condition or a default', () => {
    expect(found('{ line: [weight, goal] }', 'show_if: answered(goal), ')).toEqual([]);
    expect(found('{ gauge: "default(ratio, 0)", min: 0, bands: [1, 2] }')).toEqual([]);
  });
});

describe("a chart that can't be drawn is one problem", () => {
  test.each([
    ['{ format: { decimals: 1 } }', 'either_or'],
    ['{ line: [weight, 1], bars: [weight, 1] }', 'either_or'],
    ['{ line: [weight, 1], min: 3 }', 'either_or'],
    ['{ line: [weight] }', 'too_few'],
    ['{ bars: [weight, 1], format: { unit: kg, money: EUR } }', 'either_or'],
    ['{ bars: [weight, 1], format: { date: long } }', 'either_or'],
    ['{ gauge: weight, min: 0 }', 'key_missing'],
    ['{ gauge: weight, min: 0, bands: [10, 10] }', 'number_range'],
    ['{ gauge: weight, min: 20, bands: [10, 30] }', 'number_range'],
    ['{ line: [weigth, 1] }', 'unknown_name'],
    ['{ line: [wants, 1] }', 'not_a_number'],
    ['{ lines: [weight, 1] }', 'unknown_key'],
  ])('%s', (chart, code) => {
    expect(build(files(chart)).problems.map((problem) => problem.code)).toEqual([code]);
  });

  test.each([
    ['chart: Weight, labels: [A]', 'text_missing'],
    ['chart: Weight, labels: [A, B, C]', 'text_for_nothing'],
    ['labels: [A, B]', 'text_missing'],
  ])('%s', (more, code) => {
    const { problems } = build(files('{ bars: [weight, 8] }', more));
    expect(problems.map((problem) => problem.code)).toEqual([code, code]); // in each language
  });
});
