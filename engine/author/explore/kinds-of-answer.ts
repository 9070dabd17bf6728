import type { Budget } from './budget.ts';
import type { Candidate } from './candidate.ts';
import { rewriter, type Replacements, type Rewrite } from './rewrite.ts';
import type { Term } from './term.ts';
import type { Terms } from './terms.ts';
import type { Range } from './visit-state.ts';

/** Answers after which all conditions are the same. */
export interface KindOfAnswer<Each extends Candidate> {
  /** One of them. */
  readonly example: Each;
  /** The least and the most points of all of them. */
  points: readonly Range[];
  readonly rewrite: Rewrite;
  /** How many answers they are. */
  count: bigint;
}

export interface KindsInput<Each extends Candidate> {
  readonly candidates: Iterable<Each>;
  readonly conditions: readonly Term[];
  /** What else tells answers apart. */
  readonly difference?: (candidate: Each) => string;
  /** How many answers there are of a kind that had so many before. */
  readonly counted: (count: bigint, candidate: Each) => bigint;
  readonly replacements: (candidate: Each) => Replacements;
  readonly terms: Terms;
  readonly budget: Budget;
}

/** Sorts answers by what they leave of the conditions. Stops early when the budget is spent. */
export function kindsOfAnswer<Each extends Candidate>(input: KindsInput<Each>): readonly KindOfAnswer<Each>[] {
  const { conditions, budget, terms } = input;
  const kinds = new Map<string, KindOfAnswer<Each>>();
  for (const candidate of input.candidates) {
    budget.spend(4 * (1 + conditions.length));
    if (budget.isSpent) break;
    const rewrite = conditions.length > 0 ? rewriter(terms, input.replacements(candidate), budget) : unchanged;
    const key = `${conditions.map((condition) => rewrite(condition).id).join()} ${input.difference?.(candidate) ?? ''}`;
    const known = kinds.get(key);
    if (known) {
      known.points = known.points.map((range, at) => widest(range, candidate.points[at]!));
      known.count = input.counted(known.count, candidate);
    } else kinds.set(key, { example: candidate, points: candidate.points, rewrite, count: candidate.count });
  }
  return [...kinds.values()];
}

const unchanged: Rewrite = (term) => term;

function widest(one: Range, other: Range): Range {
  return { least: Math.min(one.least, other.least), most: Math.max(one.most, other.most) };
}
