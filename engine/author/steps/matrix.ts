import type { CompiledOption, MatrixStep } from '../../model.ts';
import { toDigits } from '../../run/expression.ts';
import type { FlowOption, FlowStep } from '../flow.ts';
import type { Finding } from '../finding.ts';
import { widest } from '../expression/value-range.ts';
import { pointsOf, type Candidate, type CandidateInput } from './candidate.ts';
import {
  compileOption,
  explainByExample,
  known,
  lose,
  mirrored,
  requiredKey,
  scoresOf,
  type Schema,
  type StepAuthoring,
} from './authoring.ts';

const keysOf = (title: string, description: string, option: Schema, example: object): Schema => ({
  title,
  description: `${description} The keys are permanent: answers are stored under them.`,
  type: 'object',
  minProperties: 2,
  propertyNames: { $ref: '#/definitions/stepId' },
  additionalProperties: { title: 'an entry', type: ['object', 'null'], additionalProperties: false, ...option },
  examples: [example],
});
const reverse: Schema = {
  title: 'reverse',
  description:
    'Whether the row says the opposite of the others, as in published questionnaires: where the options go from 0 to 4 points, 4 counts as 0, 3 as 1.',
  type: 'boolean',
};
const renamed = { $ref: '#/definitions/renamedFrom' };

/** What the schema calls the score of an answer of the scale. */
export const pointsOfScale = 'the points of the scale';

export const matrix: StepAuthoring<'matrix'> = {
  description: 'Several statements that are answered on one scale, each with one tap.',
  keys: {
    rows: keysOf(
      'the rows',
      'The statements, in this order: `tense: {}`. `score` says how a row counts: `{ score: { calm: 1 } }` on another dimension, `{ score: -1 }` taken away. Without it, as the options say.',
      { properties: { score: { $ref: '#/definitions/score' }, reverse, renamed_from: renamed } },
      { tense: {}, relaxed: { reverse: true } },
    ),
    options: keysOf(
      'the scale',
      'What each row can be answered with, in this order: `often: { score: 2 }`.',
      {
        properties: {
          score: {
            title: pointsOfScale,
            description: 'Points for it, on the dimensions of the row.',
            type: 'number',
            minimum: -1_000_000,
            maximum: 1_000_000,
          },
          renamed_from: renamed,
        },
      },
      { never: { score: 0 }, often: { score: 2 } },
    ),
    required: { ...requiredKey, description: 'Whether every row has to be answered. Without it: true.' },
  },
  required: ['rows', 'options'],
  words: { button: true, options: true },
  compile: (basis, step) => ({
    ...basis,
    type: 'matrix',
    field: known(step.field),
    rows: partOf(step, 'rows').map(({ key }) => key),
    columns: partOf(step, 'options').map(({ key }) => key),
    options: groupsOf(step).flat().map(compileOption),
    ...(step.value.required === false && { required: false }),
  }),
  *check(step) {
    const columns = new Set(partOf(step, 'options').map(({ key }) => key));
    for (const { key, path } of partOf(step, 'rows')) if (columns.has(key)) yield namedTwice(key, path);
  },
  facts: ({ rows, columns, required }) => ({ rows: rows.length, scale: columns.length, required }),
  question: {
    chooses: 'several',
    groups: groupsOf,
    parts: partsOf,
    valueType: (keys, name) => ({ kind: 'keys', keys, name }),
    answerType: () => 'readonly string[]',
    conditions: () => [],
    candidates: oneOfEachRow,
    byChance: (step) => (random) => answered(partsOf(step).map((cells) => cells[random.below(cells.length)]?.key)),
    byLiking(step, liking, random) {
      const best = liking(step).map((at) => step.options[at]!.key);
      const liked = step.rows.map((row) => best.find((cell) => cell.startsWith(`${row}.`)));
      return answered(step.required === false ? liked.map((cell) => (random() < 0.7 ? cell : undefined)) : liked);
    },
    *againstSuccessor(step) {
      const columns = eachColumn(step);
      yield* columns;
      if (step.required === false) for (const cells of columns) yield* cells.map((cell) => [cell]);
    },
    explainLimit(step, lost) {
      if (lost.why !== 'required') return explainByExample(step, lost);
      return {
        keys: [['required'], ['rows']],
        cause: `no answer to a row that is new, or that could be left out, ${lose}.`,
      };
    },
    samples: (step) => [
      step.rows.map((row, at) => `${row}.${step.columns[at % step.columns.length]}`),
      ...eachColumn(step),
    ],
    wrong: ({ required }) => (required === false ? undefined : null),
  },
};

function namedTwice(key: string, path: Finding['path']): Omit<Finding, 'in'> {
  const message = `"${key}" is a row and an option: their words couldn't be told apart.`;
  return { path, target: 'key', code: 'matrix_keys', message, hint: 'Give one of them another name.' };
}

function partOf({ options }: FlowStep, part: 'rows' | 'options'): readonly FlowOption[] {
  return options.filter(({ path }) => path.at(-2) === part);
}

/** The cells of each row, each with its points: those of its column, as often as the row says. */
function groupsOf(step: FlowStep): readonly (readonly FlowOption[])[] {
  const columns = partOf(step, 'options');
  return partOf(step, 'rows').map((row) =>
    columns.map((column) => {
      const score = pointsOn(columns, column, row.value.reverse === true);
      const weights = row.value.score === undefined ? [['score', 1] as const] : Object.entries(scoresOf(row));
      const scores = weights.map(([name, weight]) => [name, toDigits(weight * (score ?? 0))] as const);
      const old = formerNames(row).flatMap((name) => formerNames(column).map((other) => `${name}.${other}`));
      return {
        key: `${row.key}.${column.key}`,
        path: column.path,
        value: {
          ...(score !== undefined && { score: Object.fromEntries(scores) }),
          ...(old.length > 1 && { renamed_from: old.slice(1) }),
        },
      };
    }),
  );
}

/** What an option of the scale is worth in a row; in one that is reversed, what the option as far from the other end is. */
function pointsOn(columns: readonly FlowOption[], { value }: FlowOption, isReversed: boolean): number | undefined {
  const all = columns.map((column) => column.value.score);
  if (!isReversed || all.every((score) => score === undefined)) return value.score as number | undefined;
  const points = all.map((score) => Number(score ?? 0));
  return mirrored(Number(value.score ?? 0), points);
}

/** The present name first. */
function formerNames({ key, value: { renamed_from: old = [] } }: FlowOption): readonly string[] {
  return [key, old].flat();
}

/** What each row can be answered with; `undefined` where it can be left out. */
function partsOf(step: MatrixStep): readonly (readonly (CompiledOption | undefined)[])[] {
  const rows = cellsByRow(step);
  return step.required === false ? rows.map((cells) => [...cells, undefined]) : rows;
}

/** The cells of the rows that are answered; nothing where none is. */
function answered(cells: readonly (string | undefined)[]): readonly string[] | undefined {
  const given = cells.filter((cell) => cell !== undefined);
  return given.length > 0 ? given : undefined;
}

function cellsByRow({ rows, columns, options }: MatrixStep): readonly (readonly CompiledOption[])[] {
  return rows.map((_, at) => options.slice(at * columns.length, (at + 1) * columns.length));
}

function eachColumn({ rows, columns }: MatrixStep): readonly (readonly string[])[] {
  return columns.map((column) => rows.map((row) => `${row}.${column}`));
}

/** Of all answers to the first rows, one of each kind that conditions and asked points can tell apart. */
function oneOfEachRow(input: CandidateInput & { readonly step: MatrixStep }): Iterable<Candidate> {
  const { step, dimensions } = input;
  const none = { answer: [], kind: [], sums: dimensions.map(() => ({ least: 0, most: 0 })), count: 1n };
  return partsOf(step)
    .reduce<readonly Partial[]>((all, cells) => extended(all, cells, input), [none])
    .map(({ answer, sums, count }) => ({ answer: answered(answer), points: sums, count }));
}

interface Partial {
  readonly answer: readonly string[];
  /** What distinguishes it from others besides its sums. */
  readonly kind: readonly string[];
  readonly sums: Candidate['points'];
  readonly count: bigint;
}

function extended(
  all: readonly Partial[],
  cells: readonly (CompiledOption | undefined)[],
  input: CandidateInput,
): readonly Partial[] {
  const { comparisons, dimensions, asked, inOrder } = input;
  const byKind = new Map<string, Partial>();
  for (const { answer, kind, sums, count } of all) {
    for (const cell of cells) {
      const keys = cell ? [cell.key] : [];
      const points = dimensions.map((name) => (cell ? pointsOf(cell, name) : 0));
      const isDistinct =
        !comparisons.isAll ||
        keys.some((key) => comparisons.texts.has(key)) ||
        points.some((each, at) => each !== 0 && inOrder?.has(dimensions[at]!));
      const next = {
        answer: [...answer, ...keys],
        kind: isDistinct ? [...kind, ...keys] : kind,
        sums: sums.map(({ least, most }, at) => ({ least: least + points[at]!, most: most + points[at]! })),
        count,
      };
      const told = next.sums.filter((_, at) => asked.has(dimensions[at]!)).map(({ least }) => least);
      const name = [next.answer.length, ...next.kind, ...told].join();
      const same = byKind.get(name);
      byKind.set(name, same ? joined(same, next) : next);
    }
  }
  return [...byKind.values()];
}

function joined(one: Partial, other: Partial): Partial {
  return {
    ...one,
    sums: one.sums.map((range, at) => widest(range, other.sums[at]!)),
    count: one.count + other.count,
  };
}
