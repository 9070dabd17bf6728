/** Charts on info steps: a line from one value to another, a gauge with bands, or bars. */

import type { CompiledChart, Expression } from '../../model.ts';
import type { Path } from '../../problem.ts';
import type { Finding } from '../finding.ts';
import type { ChartValue, FlowStep, StepValue } from '../flow.ts';
import { type FlowValues, known, type Schema, type ShowsWord } from './authoring.ts';

const expression: Schema = {
  title: 'an expression',
  description: 'A number: an answer, a variable, or what is worked out from them, such as `weight - 5`.',
  type: ['string', 'number'],
  minimum: -1_000_000,
  maximum: 1_000_000,
  pattern: String.raw`\S`,
  examples: ['weight'],
};
const limit: Schema = { title: 'a number', type: 'number', minimum: -1_000_000, maximum: 1_000_000 };

export const chartKey: Schema = {
  title: 'a chart',
  description:
    'A drawing of numbers under the words: `{ line: [weight, goal] }` projects one into the other, `{ gauge: bmi, min: 15, bands: [18.5, 25, 30, 40] }` shows on which band of a range one lies, `{ bars: [hours, 8] }` compares some. Its words are `chart`, what it shows, and `labels`. A projection must be plausible: it is no promise.',
  type: 'object',
  additionalProperties: false,
  minProperties: 1,
  properties: {
    line: {
      title: 'a line',
      description: 'Its first and its last value. `labels` say when these are: `[Today, In 12 weeks]`.',
      type: 'array',
      minItems: 2,
      maxItems: 2,
      items: expression,
      examples: [['weight', 'goal']],
    },
    gauge: { ...expression, title: 'a gauge', description: 'The value that it shows.', examples: ['bmi'] },
    min: { ...limit, title: 'min', description: 'Where the first band of the gauge begins.' },
    bands: {
      title: 'the bands',
      description:
        'Where each band of the gauge ends and the next one begins: a value of 25 is in the band above 25. `labels` are their names.',
      type: 'array',
      minItems: 2,
      maxItems: 6,
      items: limit,
      examples: [[18.5, 25, 30, 40]],
    },
    bars: {
      title: 'bars',
      description: 'The values to compare. `labels` are their names.',
      type: 'array',
      minItems: 2,
      maxItems: 6,
      items: expression,
      examples: [['hours', 8]],
    },
    format: {
      $ref: '#/definitions/format',
      description: 'How the values are written. Without it: as texts write the first that has a way of its own.',
    },
  },
  examples: [{ line: ['weight', 'goal'] }, { bars: ['hours', 8] }],
};

/** What a chart shows, and the names of its values or bands. */
export const chartWord: ShowsWord = { where: 'a chart', fits: hasChart, isNeeded: true };

function hasChart({ chart }: StepValue): boolean {
  return chart !== undefined;
}

/** Each expression of a chart, by its place in it. */
export function* chartTexts({
  line,
  gauge,
  bars,
}: ChartValue): Iterable<{ readonly path: Path; readonly text: string }> {
  for (const [key, values = []] of Object.entries({ line, bars }))
    for (const [at, value] of values.entries()) if (value !== undefined) yield { path: [key, at], text: String(value) };
  if (gauge !== undefined) yield { path: ['gauge'], text: String(gauge) };
}

/** How many names its words have to give; nothing where it isn't one drawing. */
export function labelsOf({ line, gauge, bars, bands }: ChartValue): number | undefined {
  const [count, ...others] = [
    line?.length,
    gauge === undefined ? undefined : (bands?.length ?? 0),
    bars?.length,
  ].filter((each) => each !== undefined);
  return others.length > 0 ? undefined : count || undefined;
}

export function compileChart(chart: ChartValue, { expression, format }: FlowValues): CompiledChart {
  const texts = [...chartTexts(chart)].map(({ text }) => text);
  return {
    kind: chart.line ? 'line' : chart.bars ? 'bars' : 'gauge',
    values: texts.map(expression),
    format: format(chart.format, texts),
    ...(chart.bands && { scale: [known(chart.min), ...chart.bands.map(known)] }),
  };
}

/** A chart is one drawing, and a gauge has bands that go up. */
export function* checkChart({ path, value: { chart }, sound }: FlowStep): Iterable<Omit<Finding, 'in'>> {
  if (!chart || !sound) return;
  const place = { path: [...path, 'chart'], target: 'key' } as const;
  const { line, gauge, bars, min, bands } = chart;
  const kinds = Object.entries({ line, gauge, bars }).flatMap(([kind, given]) => (given === undefined ? [] : [kind]));
  const [one, other] = kinds;
  if (one === undefined) {
    const hint = 'Write line: [weight, goal], for example.';
    yield { ...place, code: 'either_or', message: 'This chart has neither line nor gauge nor bars.', hint };
  } else if (other !== undefined) {
    const hint = 'Remove one, or draw it on a step of its own.';
    const message = `A chart has ${one} or ${other}, not both.`;
    yield { ...place, path: [...place.path, other], code: 'either_or', message, hint };
  } else if (one === 'gauge') yield* checkBands(place.path, chart);
  else if (min !== undefined || bands !== undefined) {
    const at = [...place.path, min === undefined ? 'bands' : 'min'];
    const message = `Only a gauge has min and bands, and this chart is ${one === 'line' ? 'a line' : 'bars'}.`;
    yield { ...place, path: at, code: 'either_or', message, hint: 'Remove them, or write gauge: bmi, for example.' };
  }
  if (chart.format?.date !== undefined) {
    const at = [...place.path, 'format', 'date'];
    const message = 'A chart shows numbers, which are no dates.';
    yield { path: at, target: 'key', code: 'either_or', message, hint: 'Remove date.' };
  }
}

function* checkBands(path: Path, { min, bands }: ChartValue): Iterable<Omit<Finding, 'in'>> {
  if (min === undefined || bands === undefined) {
    const missing = [...(min === undefined ? ['min'] : []), ...(bands === undefined ? ['bands'] : [])].join(' and ');
    const hint = 'Write min: 15 and bands: [18.5, 25, 30, 40], for example.';
    yield { path, target: 'key', code: 'key_missing', message: `This gauge has no ${missing}.`, hint };
    return;
  }
  const ends = bands.map(known);
  const wrong = ends.findIndex((end, at) => end <= (ends[at - 1] ?? min));
  if (wrong === -1) return;
  const message = `Each band ends above the one before it: ${ends[wrong]} isn't above ${ends[wrong - 1] ?? min}.`;
  const hint = 'Write them from the lowest to the highest.';
  yield { path: [...path, 'bands', wrong], code: 'number_range', message, hint };
}

/** In an author's words. */
export function chartFact({ chart }: { readonly chart?: CompiledChart }, print: (value: Expression) => string) {
  if (!chart) return undefined;
  const { kind, values, scale = [] } = chart;
  return [`${kind} ${values.map(print).join(', ')}`, ...scale].join(' / ');
}
