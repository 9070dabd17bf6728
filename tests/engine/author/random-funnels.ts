import fc from 'fast-check';
import { stringify } from 'yaml';
import type { SourceFile } from '../../../engine/author/build.ts';

/** A funnel as plain data, on its way to YAML: what the schema asks for, without mistakes. */
export interface RandomFunnel {
  readonly steps: readonly RandomStep[];
  readonly outcomes: readonly string[];
  readonly style: 'block' | 'flow';
}
interface RandomOption {
  readonly score?: number | Readonly<Record<string, number>>;
  readonly skip?: number;
  readonly exclusive?: boolean;
}
interface RandomStep {
  readonly kind: (typeof kinds)[number];
  readonly options: readonly RandomOption[];
  readonly min: number;
  readonly max: number;
  /** How many steps its own `next` skips; several make a list of branches. */
  readonly skips: readonly number[];
  readonly showIf: boolean;
  /** What an info step draws of the last number above it: as it is, or with a default where it was not asked. */
  readonly chart: 'answer' | 'default' | undefined;
}

const kinds = ['info', 'single_choice', 'select', 'multiple_choice', 'matrix', 'number', 'text'] as const;

const points = fc.integer({ min: -3, max: 5 });
const score = fc.oneof(points, fc.dictionary(fc.constantFrom('calm', 'energy'), points, { minKeys: 1 }));
const optional = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.option(value, { nil: undefined });
const option = fc
  .record({ score: optional(score), skip: optional(fc.nat({ max: 3 })), exclusive: optional(fc.constant(true)) })
  .map((given) => Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as RandomOption);
const step: fc.Arbitrary<RandomStep> = fc.record({
  kind: fc.constantFrom(...kinds),
  options: fc.array(option, { minLength: 1, maxLength: 4 }),
  min: fc.nat({ max: 2 }),
  max: fc.integer({ min: 1, max: 4 }),
  skips: fc.array(fc.nat({ max: 3 }), { maxLength: 3 }),
  showIf: fc.boolean(),
  chart: fc.constantFrom(undefined, 'answer', 'default'),
});

const funnelOf = (maxSteps: number): fc.Arbitrary<RandomFunnel> =>
  fc.record({
    steps: fc.array(step, { minLength: 1, maxLength: maxSteps }),
    outcomes: fc.uniqueArray(fc.constantFrom('one', 'two', 'three'), { minLength: 1 }),
    style: fc.constantFrom('block', 'flow'),
  });

/** Funnels small enough to walk every path of, and larger ones. */
export const random = { smallFunnel: funnelOf(6), funnel: funnelOf(25) };

const idOf = (index: number): string => `step_${index}`;

/** The YAML files of a random funnel: a flow, and words in two locales. */
export function funnelFiles(description: RandomFunnel): SourceFile[] {
  const { steps, outcomes } = description;
  const target = (from: number, skip: number): string =>
    from + 1 + skip < steps.length ? idOf(from + 1 + skip) : 'finish';
  const flow = {
    funnel: 'random',
    path: '/random',
    storage_key: 'random',
    locales: ['en', 'es'],
    steps: steps.map((given, index) => ({ ...stepOf(given, index, target), ...chartOf(steps, index) })),
    outcomes: Object.fromEntries(
      outcomes.map((id, index) => [
        id,
        {
          ...(index < outcomes.length - 1 ? { when: conditionBefore(steps, steps.length) } : { else: true }),
          topics: ['deep-sleep'],
        },
      ]),
    ),
    finish: 'results',
  };
  const words = {
    funnel: { name: 'Random', description: 'Random' },
    steps: Object.fromEntries(
      steps.map((given, index) => [
        idOf(index),
        {
          ...wordsOf(given, lastAsked(steps, index)),
          ...(chartOf(steps, index) && { chart: 'Chart', labels: ['A', 'B'] }),
        },
      ]),
    ),
    outcomes: Object.fromEntries(
      outcomes.map((id) => [id, { title: 'Title', summary: 'Summary: a result', points: ['#1'] }]),
    ),
  };
  const write = (value: unknown): string =>
    stringify(value, {
      lineWidth: 0,
      aliasDuplicateObjects: false,
      ...(description.style === 'flow' && { collectionStyle: 'flow' as const }),
    });
  return [
    { name: 'random.yaml', text: write(flow) },
    { name: 'random.en.yaml', text: write(words) },
    { name: 'random.es.yaml', text: write(words) },
  ];
}

function stepOf(
  given: RandomStep,
  index: number,
  target: (from: number, skip: number) => string,
): Record<string, unknown> {
  const [first] = given.skips;
  const branches = given.skips.map((skip, at) => {
    const to = target(index, skip);
    return at < given.skips.length - 1 ? { when: `answered(${idOf(index)}) or ${at} > 1`, to } : { else: to };
  });
  const asks = given.kind !== 'info';
  const next = given.skips.length > 1 && asks ? branches : first === undefined ? undefined : target(index, first);
  if (given.kind === 'matrix') return { ...matrixOf(given, idOf(index)), ...(next !== undefined && { next }) };
  const options = given.options.map(({ skip, exclusive, ...rest }, at) => [
    `option_${at}`,
    {
      ...rest,
      ...(skip !== undefined && { next: target(index, skip) }),
      ...(exclusive && given.kind === 'multiple_choice' && { exclusive }),
    },
  ]);
  const together = given.options.filter(({ exclusive }) => !exclusive).length;
  const min = Math.min(given.min, together);
  const max = Math.min(Math.max(given.max, min, 1), given.options.length);
  return {
    id: idOf(index),
    type: given.kind,
    ...(given.showIf && { show_if: '1 < 2' }),
    ...(isChoice(given) && { options: Object.fromEntries(options) }),
    ...(given.kind === 'multiple_choice' && { choose: { min, max } }),
    ...(given.kind === 'number' && { input: 'slider', min: given.min, max: given.min + given.max }),
    ...(next !== undefined && { next }),
  };
}

const isChoice = ({ kind }: RandomStep): boolean => kind === 'select' || kind.endsWith('choice');

/** Two rows by two options: the first row counts as the options say, the second as its own first option does. */
function matrixOf({ options, showIf }: RandomStep, id: string): Record<string, unknown> {
  const pointsOf = (at: number) => (typeof options[at]?.score === 'number' ? { score: options[at].score } : {});
  const { score } = options[0] ?? {};
  return {
    id,
    type: 'matrix',
    ...(showIf && { show_if: '1 < 2' }),
    rows: { row_0: {}, row_1: score === undefined ? {} : { score } },
    options: { option_0: pointsOf(1), option_1: { score: 2 } },
  };
}

/** The chart of an info step below a number. */
function chartOf(steps: readonly RandomStep[], index: number): { readonly chart: object } | undefined {
  const { kind, chart } = steps[index]!;
  const number = steps.slice(0, index).findLastIndex((above) => above.kind === 'number');
  if (kind !== 'info' || chart === undefined || number === -1) return undefined;
  return { chart: { line: [chart === 'answer' ? idOf(number) : `default(${idOf(number)}, 0)`, 2] } };
}

/** The last question before a step. */
function lastAsked(steps: readonly RandomStep[], before: number): number | undefined {
  const index = steps.slice(0, before).findLastIndex(({ kind }) => kind !== 'info');
  return index === -1 ? undefined : index;
}

function conditionBefore(steps: readonly RandomStep[], before: number): string {
  const index = lastAsked(steps, before);
  const asked = index === undefined ? undefined : steps[index];
  if (index === undefined || !asked) return '1 < 2 and not (2 * 3 == 7)';
  const field = idOf(index);
  switch (asked.kind) {
    case 'single_choice':
    case 'select':
      return `${field} in ["option_0"] or ${field} != "option_0"`;
    case 'multiple_choice':
      return `${field} has "option_0" and count(${field}) >= 1`;
    case 'matrix':
      return `${field} has "row_1.option_0" or ${field} has "row_0.option_1"`;
    case 'number':
      return `max(${field}, 2) - 1 < 3 ^ 2`;
    case 'text':
    case 'info':
      return `${field} == "it's: #1"`;
  }
}

function wordsOf(given: RandomStep, asked: number | undefined): Record<string, unknown> {
  return {
    title: asked === undefined ? 'Title' : `{{${idOf(asked)}|nothing}}: a title`,
    ...(given.kind === 'matrix' && { options: { row_0: 'A', row_1: 'B', option_0: 'no', option_1: 'yes' } }),
    ...(isChoice(given) && {
      options: Object.fromEntries(
        given.options.map((_, index) => [
          `option_${index}`,
          index === 0 ? 'no' : { label: 'Label', note: '5', recall: 'a #label' },
        ]),
      ),
    }),
    ...(given.kind === 'text' && { placeholder: 'true' }),
  };
}
