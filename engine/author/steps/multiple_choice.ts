import type { Range } from '../expression/value-range.ts';
import { pointsOf, type Candidate, type CandidateInput } from './candidate.ts';
import type { Answer, CompiledOption, MultipleChoiceStep } from '../../model.ts';
import { tidyAnswer } from '../../run/answer.ts';
import type { FlowStep } from '../flow.ts';
import type { Random } from '../random.ts';
import {
  compileOption,
  known,
  lose,
  nothingToCheck,
  shuffleFacts,
  shuffleKey,
  shuffleOf,
  type AnswerByChance,
  type Liking,
  type Limit,
  type LostToLimit,
  type StepAuthoring,
} from './authoring.ts';

export const multipleChoice: StepAuthoring<'multiple_choice'> = {
  description: 'A question with options, of which several may be chosen.',
  keys: {
    choose: {
      title: 'choose',
      description: 'How many may be chosen: `choose: { min: 1, max: 2 }`. Without `min`: 1. Without `max`: all.',
      type: 'object',
      additionalProperties: false,
      minProperties: 1,
      properties: {
        min: { title: 'min', description: 'The fewest. 0 allows none.', type: 'integer', minimum: 0 },
        max: { title: 'max', description: 'The most.', type: 'integer', minimum: 1 },
      },
      examples: [{ min: 1, max: 2 }],
    },
    options: { $ref: '#/definitions/multipleOptions' },
    shuffle: shuffleKey,
  },
  required: ['options'],
  words: { button: true, options: true },
  compile: (basis, step) => ({
    ...basis,
    type: 'multiple_choice',
    field: known(step.field),
    options: step.options.map(compileOption),
    choose: chooseOf(step),
    ...shuffleOf(step),
  }),
  check: nothingToCheck,
  takesWriteIn: true,
  facts: (step) => ({ choose: `${step.choose.min} to ${step.choose.max}`, ...shuffleFacts(step) }),
  question: {
    chooses: 'several',
    fewest: ({ choose }) => choose.min,
    valueType: (keys, name) => ({ kind: 'keys', keys, name }),
    answerType: (keys) => `readonly (${keys})[]`,
    conditions: (field, { options }) =>
      options.map(({ key, label }) => ({ text: `${field} has "${key}"`, about: label })),
    candidates: chooseSome,
    countCandidates,
    byChance: chooseSet,
    byLiking: chooseLiked,
    againstSuccessor: choices,
    explainLimit,
    samples({ options, choose }) {
      const plain = options.filter(({ exclusive }) => !exclusive).map(({ key }) => key);
      const few = Math.min(Math.max(choose.min, 2), choose.max);
      return [plain.slice(0, few), ...options.map(({ key }) => [key])];
    },
    wrong({ options, choose }) {
      if (choose.min > 0) return null;
      const tooMany = options.filter(({ exclusive }) => !exclusive).slice(0, choose.max + 1);
      return tooMany.length > choose.max ? tooMany.map(({ key }) => key) : undefined;
    },
  },
};

/** How many options may be chosen. */
function chooseOf({ value, options }: FlowStep): { readonly min: number; readonly max: number } {
  return { min: value.choose?.min ?? 1, max: value.choose?.max ?? options.length };
}

function explainLimit({ choose, options }: MultipleChoiceStep, { why, answers }: LostToLimit): Limit {
  const { min, max } = choose;
  if (why === 'too_few') return { keys: [['choose', 'min']], cause: `fewer than ${min} options ${lose}.` };
  if (why === 'too_many') return { keys: [['choose', 'max'], ['choose']], cause: `more than ${max} options ${lose}.` };
  const chosen = new Set(answers.flat());
  const { key } = options.find((option) => option.exclusive && chosen.has(option.key))!;
  return { keys: [['options', key]], cause: `“${key}” and others ${lose}: it excludes them now.` };
}

/** Among more options, not every pair of them is tried. */
const maxToPair = 20;

/** Each option in as few and in as many as can be chosen; each pair. */
function* choices({ options, choose }: MultipleChoiceStep): Iterable<readonly string[]> {
  const together = options.filter(({ exclusive }) => !exclusive).map(({ key }) => key);
  for (const { key, exclusive } of options) {
    const others = exclusive ? [] : together.filter((other) => other !== key);
    for (const size of new Set([Math.max(1, choose.min), choose.max])) yield [key, ...others.slice(0, size - 1)];
    if (choose.max >= 2 && options.length <= maxToPair) for (const other of others) yield [key, other];
  }
}

function chooseLiked(step: MultipleChoiceStep, liking: Liking, random: () => number): Answer | undefined {
  const { options, choose } = step;
  const best = liking(step);
  const together = best.filter((at) => !options[at]!.exclusive);
  const alone = best.find((at) => options[at]!.exclusive);
  if (alone !== undefined && (alone === best[0] || together.length < choose.min)) return [options[alone]!.key];
  const [least, most] = [choose.min, Math.min(choose.max, together.length)];
  const chosen = new Set(together.slice(0, least + Math.floor(random() * (most - least + 1))));
  const keys = options.filter((_, at) => chosen.has(at)).map(({ key }) => key);
  return keys.length > 0 ? keys : undefined;
}

/** Options that no condition can tell apart; what can matter is how many of them are chosen. */
interface Group {
  readonly options: readonly CompiledOption[];
  /** For each dimension the points of any number of them, in rising order of points. */
  readonly sums: readonly (readonly Range[])[];
}

/** How many of each group. */
type Numbers = readonly number[];

/** Choices of several options: as many of each group as the step allows, and each exclusive option alone. */
function* chooseSome(input: CandidateInput & { readonly step: MultipleChoiceStep }): Iterable<Candidate> {
  const { step, dimensions } = input;
  const together = step.options.filter(({ exclusive }) => exclusive !== true);
  const groups = groupsOf(together, input);
  for (const numbers of numbersOf(groups, step.choose)) {
    const chosen = new Set(groups.flatMap(({ options }, at) => options.slice(0, numbers[at])));
    const keys = step.options.filter((option) => chosen.has(option)).map(({ key }) => key);
    yield {
      answer: keys.length > 0 ? keys : undefined,
      points: dimensions.map((_, dimension) => pointsOfAll(groups, numbers, dimension)),
      count: groups.reduce((product, { options }, at) => product * countCombinations(numbers[at]!, options.length), 1n),
    };
  }
  for (const option of step.options) {
    if (option.exclusive !== true) continue;
    const points = dimensions.map((dimension) => pointsOf(option, dimension));
    yield { answer: [option.key], points: points.map((each) => ({ least: each, most: each })), count: 1n };
  }
}

function countCandidates(input: CandidateInput & { readonly step: MultipleChoiceStep }): number {
  const { options, choose } = input.step;
  const together = options.filter(({ exclusive }) => exclusive !== true);
  // By how many options are chosen: in how many ways, as many of each group.
  let ways = [1];
  for (const group of groupsOf(together, { ...input, dimensions: [] })) {
    const size = Math.min(choose.max, ways.length - 1 + group.options.length);
    ways = Array.from({ length: size + 1 }, (_, chosen) =>
      ways.slice(Math.max(0, chosen - group.options.length), chosen + 1).reduce((sum, each) => sum + each, 0),
    );
  }
  return ways.slice(choose.min).reduce((sum, each) => sum + each, 0) + options.length - together.length;
}

function groupsOf(options: readonly CompiledOption[], input: CandidateInput): readonly Group[] {
  const { comparisons, dimensions, asked, inOrder = [] } = input;
  const byKind = new Map<string, CompiledOption[]>();
  for (const option of options) {
    const isDistinct =
      !comparisons.isAll ||
      comparisons.texts.has(option.key) ||
      [...inOrder].some((name) => pointsOf(option, name) !== 0);
    const kind = isDistinct ? `key ${option.key}` : [...asked].map((name) => pointsOf(option, name)).join();
    byKind.set(kind, [...(byKind.get(kind) ?? []), option]);
  }
  return [...byKind.values()].map((group) => ({
    options: group,
    sums: dimensions.map((dimension) => sumsOf(group.map((option) => pointsOf(option, dimension)))),
  }));
}

/** The lowest and the highest sum of none, one, two … of these points. */
function sumsOf(points: readonly number[]): readonly Range[] {
  const rising = points.toSorted((a, b) => a - b);
  const sums: Range[] = [{ least: 0, most: 0 }];
  for (const [taken, lowest] of rising.entries()) {
    const { least, most } = sums[taken]!;
    sums.push({ least: least + lowest, most: most + rising.at(-1 - taken)! });
  }
  return sums;
}

function* numbersOf(
  groups: readonly Group[],
  { min, max }: MultipleChoiceStep['choose'],
  taken: Numbers = [],
): Iterable<Numbers> {
  const [group, ...others] = groups;
  if (!group) {
    if (min <= 0) yield taken;
    return;
  }
  const left = others.reduce((sum, { options }) => sum + options.length, 0);
  for (let number = Math.max(0, min - left); number <= Math.min(group.options.length, max); number += 1) {
    yield* numbersOf(others, { min: min - number, max: max - number }, [...taken, number]);
  }
}

function countCombinations(number: number, from: number): bigint {
  let product = 1n;
  for (let taken = 1; taken <= number; taken += 1) product = (product * BigInt(from - taken + 1)) / BigInt(taken);
  return product;
}

function pointsOfAll(groups: readonly Group[], numbers: Numbers, dimension: number): Range {
  let [least, most] = [0, 0];
  for (const [at, { sums }] of groups.entries()) {
    const sum = sums[dimension]![numbers[at]!]!;
    least += sum.least;
    most += sum.most;
  }
  return { least, most };
}

/** First how many options, by the number of sets of that size; then which of them. */
function chooseSet(step: MultipleChoiceStep): AnswerByChance {
  const { min, max } = step.choose;
  const alone = step.options.filter(({ exclusive }) => exclusive).map(({ key }) => key);
  const together = step.options.filter(({ exclusive }) => !exclusive).map(({ key }) => key);
  const sizes = Array.from(
    { length: Math.max(0, Math.min(max, together.length) - min + 1) },
    (_, index) => min + index,
  );
  const sets = sizes.map((size) => combinations(together.length, size));
  const all = alone.length + sets.reduce((sum, count) => sum + count, 0);
  return (random) => {
    let place = random.next() * all - alone.length;
    if (place < 0) return [alone[random.below(alone.length)]!];
    const index = sets.findIndex((count) => (place -= count) < 0);
    return tidyAnswer(step, draw(together, sizes[index] ?? min, random));
  };
}

function combinations(count: number, size: number): number {
  let result = 1;
  for (let taken = 0; taken < size; taken += 1) result = (result * (count - taken)) / (taken + 1);
  return result;
}

/** So many of the keys, each choice of them as likely as any other. */
function draw(keys: readonly string[], size: number, random: Random): readonly string[] {
  const left = [...keys];
  return Array.from({ length: size }, () => left.splice(random.below(left.length), 1)[0]!);
}
