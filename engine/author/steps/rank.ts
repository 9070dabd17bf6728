import type { RankStep } from '../../model.ts';
import type { Finding } from '../finding.ts';
import type { FlowStep } from '../flow.ts';
import type { Random } from '../random.ts';
import type { Candidate, CandidateInput } from './candidate.ts';
import {
  compileOption,
  explainByExample,
  known,
  lose,
  optionalFacts,
  optionalOf,
  requiredKey,
  shuffleFacts,
  shuffleKey,
  shuffleOf,
  type StepAuthoring,
} from './authoring.ts';
import { checkChosenAlone, chooseOne } from './single_choice.ts';

/** More fill more than a phone's screen, and hardly anybody has an order of them. */
export const maxRanked = 8;

export const rank: StepAuthoring<'rank'> = {
  description:
    'Options that the visitor puts into an order, tapping them one by one. Scores and `next` look at the one that stands first, conditions also at the place of each.',
  keys: {
    options: {
      title: 'the options',
      description:
        'What the visitor puts into an order, 2 to 8 options: `sleep: { score: 2 }`. `score` and `next` count for the option that stands first. The keys are permanent: answers are stored under them.',
      type: 'object',
      minProperties: 2,
      maxProperties: maxRanked,
      propertyNames: { $ref: '#/definitions/stepId' },
      additionalProperties: { $ref: '#/definitions/singleOption' },
      examples: [{ sleep: { score: 2 }, work: {} }],
    },
    shuffle: shuffleKey,
    required: requiredKey,
  },
  required: ['options'],
  words: { button: true, options: true },
  compile: (basis, step) => ({
    ...basis,
    type: 'rank',
    field: known(step.field),
    options: step.options.map(compileOption),
    ...shuffleOf(step),
    ...optionalOf(step.value),
  }),
  check,
  facts: (step) => ({ 'to put into an order': step.options.length, ...shuffleFacts(step), ...optionalFacts(step) }),
  question: {
    ...chooseOne,
    valueType: (keys, name) => ({ kind: 'key', keys, of: 'first', name }),
    answerType: (keys) => `readonly (${keys})[]`,
    conditions: (field, { options }) =>
      options.flatMap(({ key, label = key }) => [
        { text: `${field} == "${key}"`, about: `${label} stands first` },
        { text: `place(${field}, "${key}") <= 2`, about: `${label} stands first or second` },
      ]),
    placed: keysOf,
    candidates: eachOrder,
    countCandidates: (input) => ordersOf(input).length,
    byChance: (step) => (random) => shuffled(keysOf(step), random),
    byLiking: (step, liking) => liking(step).map((at) => step.options[at]!.key),
    againstSuccessor: withEachFirst,
    explainLimit(step, lost) {
      if (lost.why !== 'required') return explainByExample(step, lost);
      return { keys: [['options']], cause: `no place for an option that is new ${lose}.` };
    },
    samples: withEachFirst,
    wrong: () => null,
  },
};

function* check(step: FlowStep): Iterable<Omit<Finding, 'in'>> {
  yield* checkChosenAlone(step);
  for (const { path, value } of step.options) {
    if (value.show_if === undefined) continue;
    yield {
      path: [...path, 'show_if'],
      target: 'key',
      code: 'option_misfit',
      message: 'Everyone puts the same options into an order: none of them can depend on other answers.',
      hint: 'Remove show_if, or make the step a single_choice or a multiple_choice.',
    };
  }
}

function keysOf({ options }: RankStep): readonly string[] {
  return options.map(({ key }) => key);
}

/** For each option an order in which it stands first. */
function withEachFirst(step: RankStep): readonly (readonly string[])[] {
  const keys = keysOf(step);
  return keys.map((first) => [first, ...keys.filter((key) => key !== first)]);
}

/** Orders that differ in what stands first, or in the places that conditions ask for. */
function* eachOrder(input: CandidateInput & { readonly step: RankStep }): Iterable<Candidate> {
  const points = new Map([...chooseOne.candidates(input)].map((each) => [each.answer, each.points]));
  for (const { order, count } of ordersOf(input)) yield { answer: order, points: points.get(order[0]) ?? [], count };
}

interface Order {
  readonly order: readonly string[];
  /** How many orders it stands for. */
  readonly count: bigint;
}

function ordersOf({ step, placed }: CandidateInput & { readonly step: RankStep }): readonly Order[] {
  const keys = keysOf(step);
  const named = keys.filter((key) => placed?.has(key));
  const others = keys.filter((key) => !named.includes(key));
  const arranged = named.reduce<readonly (readonly (string | undefined)[])[]>(
    (all, key) =>
      all.flatMap((places) => places.flatMap((taken, at) => (taken === undefined ? [places.with(at, key)] : []))),
    [keys.map(() => undefined)],
  );
  return arranged.flatMap((places) => {
    if (places[0] !== undefined) return [{ order: filled(places, others), count: factorial(others.length) }];
    return others.map((first) => ({
      order: filled(places, [first, ...others.filter((key) => key !== first)]),
      count: factorial(others.length - 1),
    }));
  });
}

/** With these at the places that are left, in this order. */
function filled(places: readonly (string | undefined)[], keys: readonly string[]): readonly string[] {
  const left = [...keys];
  return places.map((key) => key ?? left.shift()!);
}

function factorial(number: number): bigint {
  return number < 2 ? 1n : BigInt(number) * factorial(number - 1);
}

/** Each order as likely as any other. */
function shuffled(keys: readonly string[], random: Random): readonly string[] {
  const left = [...keys];
  return keys.map(() => left.splice(random.below(left.length), 1)[0]!);
}
