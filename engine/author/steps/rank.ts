import type { RankStep } from '../../model.ts';
import type { Random } from '../random.ts';
import type { Candidate, CandidateInput } from './candidate.ts';
import { compileOption, explainByExample, known, lose, type StepAuthoring } from './authoring.ts';
import { checkChosenAlone, chooseOne } from './single_choice.ts';

export const rank: StepAuthoring<'rank'> = {
  description:
    'Options that the visitor puts into an order, tapping them one by one. Conditions, scores and `next` look at the one that stands first.',
  keys: {
    options: {
      title: 'the options',
      description:
        'What the visitor puts into an order, 2 to 8 options: `sleep: { score: 2 }`. `score` and `next` count for the option that stands first. The keys are permanent: answers are stored under them.',
      type: 'object',
      minProperties: 2,
      maxProperties: 8, // more fill more than a phone's screen, and hardly anybody has an order of them
      propertyNames: { $ref: '#/definitions/stepId' },
      additionalProperties: { $ref: '#/definitions/singleOption' },
      examples: [{ sleep: { score: 2 }, work: {} }],
    },
  },
  required: ['options'],
  words: { button: true, options: true },
  compile: (basis, { field, options }) => ({
    ...basis,
    type: 'rank',
    field: known(field),
    options: options.map(compileOption),
  }),
  check: checkChosenAlone,
  facts: ({ options }) => ({ 'to put into an order': options.length }),
  question: {
    ...chooseOne,
    valueType: (keys, name) => ({ kind: 'key', keys, of: 'first', name }),
    answerType: (keys) => `readonly (${keys})[]`,
    conditions: (field, { options }) =>
      options.map(({ key, label = key }) => ({ text: `${field} == "${key}"`, about: `${label} stands first` })),
    candidates: eachFirst,
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

function keysOf({ options }: RankStep): readonly string[] {
  return options.map(({ key }) => key);
}

/** For each option an order in which it stands first. */
function withEachFirst(step: RankStep): readonly (readonly string[])[] {
  const keys = keysOf(step);
  return keys.map((first) => [first, ...keys.filter((key) => key !== first)]);
}

/** Nothing depends on what stands behind the first. */
function* eachFirst(input: CandidateInput & { readonly step: RankStep }): Iterable<Candidate> {
  const orders = withEachFirst(input.step);
  let count = 1n;
  for (let others = 2n; others < orders.length; others += 1n) count *= others;
  for (const [at, { points }] of [...chooseOne.candidates(input)].entries())
    yield { answer: orders[at], points, count };
}

/** Each order as likely as any other. */
function shuffled(keys: readonly string[], random: Random): readonly string[] {
  const left = [...keys];
  return keys.map(() => left.splice(random.below(left.length), 1)[0]!);
}
