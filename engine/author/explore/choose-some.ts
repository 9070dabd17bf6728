import type { CompiledOption, MultipleChoiceStep } from '../../model.ts';
import { addUpAlike, pointsOf, type Candidate, type CandidateInput } from './candidate.ts';
import type { Range } from './visit-state.ts';

/** Options that no condition can tell apart; what can matter is how many of them are chosen. */
interface Group {
  readonly options: readonly CompiledOption[];
  /** For each dimension the points of any number of them, in rising order of points. */
  readonly sums: readonly (readonly Range[])[];
}

/** How many of each group. */
type Numbers = readonly number[];

/** Choices of several options: as many of each group as the step allows, and each exclusive option alone. */
export function* chooseSome(input: CandidateInput & { readonly step: MultipleChoiceStep }): Iterable<Candidate> {
  const { step, dimensions } = input;
  const together = step.options.filter(({ exclusive }) => exclusive !== true);
  const groups = groupsOf(together, input);
  for (const numbers of numbersOf(groups, step.choose)) {
    const chosen = new Set(groups.flatMap(({ options }, at) => options.slice(0, numbers[at])));
    const keys = step.options.filter((option) => chosen.has(option)).map(({ key }) => key);
    yield {
      answer: keys.length > 0 ? keys : undefined,
      points: dimensions.map((_, dimension) => pointsOfAll(groups, numbers, dimension)),
      count: groups.reduce((product, { options }, at) => product * waysToChoose(numbers[at]!, options.length), 1n),
    };
  }
  for (const option of step.options) {
    if (option.exclusive !== true) continue;
    const points = dimensions.map((dimension) => pointsOf(option, dimension));
    yield { answer: [option.key], points: points.map((each) => ({ least: each, most: each })), count: 1n };
  }
}

function groupsOf(options: readonly CompiledOption[], input: CandidateInput): readonly Group[] {
  const { comparisons, dimensions, asked } = input;
  const byKind = new Map<string, CompiledOption[]>();
  for (const option of options) {
    const isToldApart =
      !comparisons.isAll ||
      comparisons.texts.has(option.key) ||
      [...asked].some((name) => !addUpAlike(pointsOf(option, name)));
    const kind = isToldApart ? `key ${option.key}` : [...asked].map((name) => pointsOf(option, name)).join();
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

function waysToChoose(number: number, from: number): bigint {
  let ways = 1n;
  for (let taken = 1; taken <= number; taken += 1) ways = (ways * BigInt(from - taken + 1)) / BigInt(taken);
  return ways;
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
