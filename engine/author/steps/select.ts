import { pointsOf, type Candidate, type CandidateInput } from './candidate.ts';
import type { CompiledOption, SelectStep } from '../../model.ts';
import type { Finding } from '../finding.ts';
import type { FlowStep } from '../flow.ts';
import {
  compileOptions,
  known,
  optionalFacts,
  optionalOf,
  requiredKey,
  reverseKey,
  type StepAuthoring,
} from './authoring.ts';
import { checkChosenAlone, chooseOne } from './single_choice.ts';

export const select: StepAuthoring<'select'> = {
  description: 'A question with a long list of options, such as countries, which the visitor searches by typing.',
  keys: { options: { $ref: '#/definitions/singleOptions' }, reverse: reverseKey, required: requiredKey },
  required: ['options'],
  words: { options: true, placeholder: true },
  compile: (basis, step) => ({
    ...basis,
    type: 'select',
    field: known(step.field),
    options: compileOptions(step),
    ...optionalOf(step.value),
  }),
  check,
  facts: (step) => ({ 'to choose from': step.options.length, ...optionalFacts(step) }),
  question: { ...chooseOne, candidates: chooseOneOfEachKind },
};

function* check(step: FlowStep): Iterable<Omit<Finding, 'in'>> {
  yield* checkChosenAlone(step);
  for (const { path, value } of step.options) {
    if (value.picture === undefined) continue;
    yield {
      path: [...path, 'picture'],
      target: 'key',
      code: 'picture_misfit',
      message: 'A select is a list to search, without room for pictures.',
      hint: 'Remove picture, or make the step a single_choice.',
    };
  }
}

/** One option of those that conditions and their points can't tell apart: a list of countries is often a single kind. */
function* chooseOneOfEachKind(input: CandidateInput & { readonly step: SelectStep }): Iterable<Candidate> {
  const { step, comparisons, dimensions, asked } = input;
  const byKind = new Map<string, CompiledOption[]>();
  for (const option of step.options) {
    const isDistinct = !comparisons.isAll || comparisons.texts.has(option.key);
    const kind = isDistinct ? `key ${option.key}` : [...asked].map((name) => pointsOf(option, name)).join();
    byKind.set(kind, [...(byKind.get(kind) ?? []), option]);
  }
  for (const alike of byKind.values()) {
    const points = dimensions.map((dimension) => alike.map((option) => pointsOf(option, dimension)));
    yield {
      answer: alike[0]!.key,
      points: points.map((each) => ({ least: Math.min(...each), most: Math.max(...each) })),
      count: BigInt(alike.length),
    };
  }
}
