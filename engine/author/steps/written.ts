/** What the questions have in common whose answers people write. */

import { checkAnswer, isOptional, tidyAnswer } from '../../run/answer.ts';
import { textType } from '../expression/types.ts';
import type { StepValue } from '../flow.ts';
import { fieldInAddress } from '../hidden-fields.ts';
import type { AnswerByChance, Schema, StepNames, Suggestion } from './authoring.ts';
import type { Candidate, CandidateInput } from './candidate.ts';

/** What a text and an email have in common. */
export const writtenQuestion = {
  chooses: null,
  valueType: () => textType,
  answerType: () => 'string',
  conditions: whetherAnswered,
  candidates: candidateTexts,
} as const;

/** Of any text, all that can be asked in general is whether it is there. */
function whetherAnswered(field: string, { title }: StepNames): readonly Suggestion[] {
  return [{ text: `answered(${field})`, about: title }];
}

/** Those of the texts to try that the step takes. */
export function* candidateTexts({ step, texts }: CandidateInput): Iterable<Candidate> {
  for (const written of texts) {
    const answer = checkAnswer(step, written) === null ? tidyAnswer(step, written) : undefined;
    if (answer !== undefined) yield { answer, points: [], count: 1n };
  }
  if (isOptional(step)) yield { answer: undefined, points: [], count: 1n };
}

/** The text; half of the visitors leave empty what they may. */
export function sometimes(written: string, { required }: { readonly required: boolean }): AnswerByChance {
  return (random) => (required || random.next() < 0.5 ? written : undefined);
}

export const prefillKey: Schema = {
  title: 'prefill',
  description:
    'What the field begins with: a value of the landing page’s address, `prefill: query.email`, which `hidden_fields` names. The visitor can change it; it is an answer once they go on.',
  type: 'string',
  pattern: String.raw`^query\.[A-Za-z][A-Za-z0-9_]*$`,
  examples: ['query.email'],
};

/** The hidden field that a field begins with. */
export function prefillOf({ prefill }: StepValue): { readonly prefill?: string } {
  const name = fieldInAddress(prefill ?? '');
  return name === undefined ? {} : { prefill: name };
}
