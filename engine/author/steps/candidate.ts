import type { Range } from '../expression/value-range.ts';
import type { Answer, CompiledOption, CompiledStep } from '../../model.ts';
import { toDigits } from '../../run/expression.ts';
import { rulesOf } from '../../run/steps/index.ts';

/** An answer, and the points that it brings on each dimension that is asked for. */
export interface Candidate {
  readonly answer: Answer | undefined;
  readonly points: readonly Range[];
  /** How many answers it stands for; a text stands for all that conditions can't tell from it, and counts as one. */
  readonly count: bigint;
}

export interface CandidateInput {
  readonly step: CompiledStep;
  readonly comparisons: Comparisons;
  /** The dimensions to give the points of. */
  readonly dimensions: readonly string[];
  /** Those of them that conditions ask for. */
  readonly asked: ReadonlySet<string>;
  /** Those of these whose points may come to another sum in another order: no answers with other points on them are alike. */
  readonly inOrder?: ReadonlySet<string>;
  /** Options whose place in the answer conditions ask for. */
  readonly placed?: ReadonlySet<string>;
  /** Texts to try; what they are compared with, and others. */
  readonly texts: Iterable<string>;
}

/**
 * Whether all these points come to the same sum in whatever order, to the digits that a visit keeps. Decimals do unless
 * they take one another away: 1000.3 - 1000.2 isn't 0.1.
 */
export function addUpAlike(points: readonly number[]): boolean {
  if (points.every((each) => Number.isInteger(8 * each))) return true;
  const areShort = points.every((each) => Math.round(1000 * each) / 1000 === each);
  return areShort && (points.every((each) => each >= 0) || points.every((each) => each <= 0));
}

/** The sum of points as a visit adds them up, one by one. */
export function addUp(points: readonly number[], from: number = 0): number {
  return points.reduce((sum, each) => toDigits(sum + each), from);
}

/** The points of the chosen options on a dimension, in the order in which they are added up. */
export function pointsInOrder(step: CompiledStep, answer: Answer | undefined, dimension: string): readonly number[] {
  if (!('options' in step) || answer === undefined) return [];
  const value = rulesOf(step).question!.valueOf(answer);
  const isChosen = ({ key }: CompiledOption): boolean => key === value || (Array.isArray(value) && value.includes(key));
  return step.options.filter(isChosen).map((option) => pointsOf(option, dimension));
}

/** The points of an option on a dimension. */
export function pointsOf({ scores }: CompiledOption, dimension: string): number {
  return scores && Object.hasOwn(scores, dimension) ? (scores[dimension] ?? 0) : 0;
}

/** The numbers that conditions see of the answers to a question, in rising order, about equally far apart. */
export interface Grid {
  /** The highest place; the lowest is 0. */
  readonly last: number;
  readonly valueAt: (place: number) => number;
}

/** With the answers themselves. */
export interface AnswerGrid extends Grid {
  readonly answerAt: (place: number) => Answer;
}

/** What conditions compare a slot with. */
export interface Comparisons {
  readonly texts: ReadonlySet<string>;
  /** What is looked for in texts. */
  readonly parts?: ReadonlySet<string>;
  readonly numbers: ReadonlySet<number>;
  /** Whether that is all they do with it; if not, any two values may differ in effect. */
  readonly isAll: boolean;
}
