import { sayFound } from '../../run/steps/searched-text.ts';
import { known, lose, nothingToCheck, requiredKey, type StepAuthoring } from './authoring.ts';
import { operandsOf } from '../../run/expression.ts';
import type { Expression, TextStep } from '../../model.ts';
import { prefillKey, prefillOf, sometimes, writtenQuestion } from './written.ts';

/** The most characters of an answer, where the author doesn't say. */
export const defaultMaxLength = 200;

export const text: StepAuthoring<'text'> = {
  description: 'A question whose answer the visitor writes.',
  keys: {
    required: requiredKey,
    prefill: prefillKey,
    max_length: {
      title: 'max_length',
      description: `The most characters. Without it: ${defaultMaxLength}.`,
      type: 'integer',
      minimum: 1,
      maximum: 5000,
    },
  },
  required: [],
  words: { button: true, placeholder: true },
  compile: (basis, { field, value }) => ({
    ...basis,
    type: 'text',
    field: known(field),
    required: value.required ?? true,
    maxLength: value.max_length ?? defaultMaxLength,
    ...prefillOf(value),
  }),
  complete(step, { conditions, variables }) {
    const expressions = [
      ...Object.values(conditions),
      ...variables.flatMap((variable) => (variable.kind === 'value' ? variable.value : [])),
    ];
    const searched = [...new Set(expressions.flatMap((each) => soughtIn(step, each)))].toSorted();
    return searched.length > 0 ? { ...step, searched } : step;
  },
  check: nothingToCheck,
  facts: ({ required, maxLength }) => ({ required, 'longest text': maxLength }),
  question: {
    ...writtenQuestion,
    valueType: () => ({ kind: 'text', isWritten: true }),
    conditions: (field, names) => [
      ...writtenQuestion.conditions(field, names),
      { text: `contains(${field}, "word")`, about: names.title },
    ],
    byChance: (step) => (random) => {
      const found = (step.searched ?? []).filter(() => random.next() < 0.5);
      return sometimes(sayFound(found), step)(random);
    },
    byLiking: () => 'a',
    *againstSuccessor({ maxLength }, successor) {
      const others = successor && 'maxLength' in successor ? successor.maxLength : 1;
      for (const length of [1, maxLength, others]) yield 'a'.repeat(length);
      yield 'a@b.co';
    },
    explainLimit: ({ maxLength }) => ({ keys: [['max_length']], cause: `more than ${maxLength} characters ${lose}.` }),
    samples: () => ['A quiet hour', 'Calm'],
    wrong: ({ required }) => (required ? null : undefined),
  },
};

/** What an expression looks for in the answer. */
function soughtIn(step: TextStep, expression: Expression): readonly string[] {
  if (expression.kind === 'call' && expression.name === 'contains') {
    const [answer, part] = expression.arguments;
    const isIt = answer?.kind === 'answer' && answer.field === step.field;
    return isIt && part?.kind === 'literal' ? [String(part.value)] : [];
  }
  return operandsOf(expression).flatMap((operand) => soughtIn(step, operand));
}
