import type { Answer, CompiledOption, CompiledStep } from '../../model.ts';
import type { Comparisons } from './comparisons.ts';
import type { Range } from './visit-state.ts';

/** An answer, and the points that it brings on each dimension that is asked for. */
export interface Candidate {
  readonly answer: Answer | undefined;
  readonly points: readonly Range[];
}

export interface CandidateInput {
  readonly step: CompiledStep;
  readonly comparisons: Comparisons;
  /** The dimensions to give the points of. */
  readonly dimensions: readonly string[];
  /** Those of them that conditions ask for. */
  readonly asked: ReadonlySet<string>;
  /** Texts to try; what they are compared with, and others. */
  readonly texts: Iterable<string>;
}

/** The points of an option on a dimension. */
export function pointsOf({ scores }: CompiledOption, dimension: string): number {
  return scores && Object.hasOwn(scores, dimension) ? (scores[dimension] ?? 0) : 0;
}
