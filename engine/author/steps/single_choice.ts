import { pointsOf } from './candidate.ts';
import {
  compileOptions,
  explainByExample,
  known,
  optionalFacts,
  optionalOf,
  type QuestionAuthoring,
  requiredKey,
  reverseKey,
  shuffleFacts,
  shuffleKey,
  shuffleOf,
  type StepAuthoring,
} from './authoring.ts';
import type { CompiledOption, WriteIn } from '../../model.ts';
import { withWords } from '../../run/write-in.ts';
import type { Finding } from '../finding.ts';
import type { FlowStep } from '../flow.ts';

/** Of questions with options of which an answer is one. */
export const chooseOne: QuestionAuthoring<{ readonly options: readonly CompiledOption[]; readonly writeIn?: WriteIn }> =
  {
    chooses: 'one',
    valueType: (keys, name) => ({ kind: 'key', keys, of: 'option', name }),
    answerType: (keys) => keys,
    conditions: (field, { options }) =>
      options.map(({ key, label }) => ({ text: `${field} == "${key}"`, about: label })),
    *candidates({ step, dimensions }) {
      for (const option of step.options) {
        const points = dimensions.map((dimension) => pointsOf(option, dimension));
        yield { answer: option.key, points: points.map((each) => ({ least: each, most: each })), count: 1n };
      }
    },
    byChance:
      ({ options }) =>
      (random) =>
        options[random.below(options.length)]!.key,
    byLiking: (step, liking) => step.options[liking(step)[0]!]!.key,
    againstSuccessor: ({ options }) => options.map(({ key }) => key),
    explainLimit: explainByExample,
    samples: ({ options }) => options.map(({ key }) => key),
    wrong: ({ writeIn }) => writeIn && withWords(writeIn.key, ''),
  };

export const singleChoice: StepAuthoring<'single_choice'> = {
  description: 'A question with options, of which one is chosen. A tap stores it and goes on at once.',
  keys: {
    options: { $ref: '#/definitions/singleOptions' },
    reverse: reverseKey,
    shuffle: shuffleKey,
    required: requiredKey,
  },
  required: ['options'],
  words: { options: true },
  compile: (basis, step) => ({
    ...basis,
    type: 'single_choice',
    field: known(step.field),
    options: compileOptions(step),
    ...shuffleOf(step),
    ...optionalOf(step.value),
  }),
  check: checkChosenAlone,
  takesWriteIn: true,
  facts: (step) => ({ ...shuffleFacts(step), ...optionalFacts(step) }),
  question: chooseOne,
};

/** `exclusive` says nothing where every option is chosen alone. */
export function* checkChosenAlone({ options, value }: FlowStep): Iterable<Omit<Finding, 'in'>> {
  for (const option of options) {
    if (option.value.exclusive === undefined) continue;
    yield {
      path: [...option.path, 'exclusive'],
      target: 'key',
      code: 'exclusive_on_single',
      message: `In a ${value.type} step every option is chosen alone.`,
      hint: 'Remove exclusive, or make the step a multiple_choice.',
    };
  }
}
