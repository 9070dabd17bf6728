/** Every type of step, as the author's side knows it. Which types there are, the model says: one that is missing here doesn't compile. */

import type { CompiledStep, StepType } from '../../model.ts';
import '../../run/steps/all.ts';
import { consent } from './consent.ts';
import { date } from './date.ts';
import type { AuthoringFor, QuestionAuthoring, ShowsWord, StepAuthoring } from './authoring.ts';
import { email } from './email.ts';
import { group } from './group.ts';
import { info } from './info.ts';
import { intro } from './intro.ts';
import { loader } from './loader.ts';
import { matrix } from './matrix.ts';
import { multipleChoice } from './multiple_choice.ts';
import { number } from './number.ts';
import { phone } from './phone.ts';
import { rank } from './rank.ts';
import { select } from './select.ts';
import { singleChoice } from './single_choice.ts';
import { text } from './text.ts';
import { time } from './time.ts';
import type { Candidate, CandidateInput } from './candidate.ts';

/** In the order in which the manual explains them. */
const steps: { readonly [Type in WrittenType]: StepAuthoring<Type | (Type extends 'info' ? 'display' : never)> } = {
  intro,
  info,
  single_choice: singleChoice,
  select,
  multiple_choice: multipleChoice,
  matrix,
  rank,
  number,
  text,
  email,
  phone,
  consent,
  date,
  time,
  group,
  loader,
};

/** What authors can write; an `info` is compiled to `display` where it shows more than its words. */
type WrittenType = Exclude<StepType, 'display'>;

/** Every type of step, in the order in which the manual explains them. */
export const stepTypes = Object.keys(steps) as readonly WrittenType[];

/** The type as its author writes it. */
export const writtenType = (type: StepType): WrittenType => (type === 'display' ? 'info' : type);

export function authoringOf(type: StepType): AuthoringFor<CompiledStep> {
  return steps[writtenType(type)] as unknown as AuthoringFor<CompiledStep>;
}

/** Which words a type shows that not every type does. */
export function wordsOfType(type: StepType): AuthoringFor<CompiledStep>['words'] {
  const { words, question } = authoringOf(type);
  return question ? { ...words, check: checkWord } : words;
}

/** Of every question. */
const checkWord: ShowsWord = { where: 'a check', fits: ({ check }) => check !== undefined, isNeeded: true };

/** What is known of a step's answers; null where it asks nothing, or where its type is not known. */
export function questionOf(type: StepType | undefined): QuestionAuthoring<CompiledStep> | null {
  return type === undefined || !Object.hasOwn(steps, type) ? null : authoringOf(type).question;
}

/** The types that ask something. */
export function isQuestionType(type: StepType | undefined): boolean {
  return questionOf(type) !== null;
}

/** How many candidates there are, where they can be too many to be made. */
export function countCandidates(input: CandidateInput): number | undefined {
  const count = questionOf(input.step.type)?.countCandidates?.(input);
  return count !== undefined && input.step.optional ? count + 1 : count;
}

/** Answers that a step takes: at least one of each kind that conditions can tell apart; none, where it may be left out. */
export function* candidates(input: CandidateInput): Iterable<Candidate> {
  const { step, dimensions } = input;
  const none = { answer: undefined, points: dimensions.map(() => ({ least: 0, most: 0 })), count: 1n };
  const question = questionOf(step.type);
  if (question) yield* question.candidates(input);
  if (!question || step.optional) yield none;
}
