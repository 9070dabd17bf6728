import { type Range, widest } from '../expression/value-range.ts';
import type { Term } from '../expression/terms.ts';
import type { Budget } from '../solve/budget.ts';
import type { Candidate } from '../steps/candidate.ts';
import type { Rewrite } from './rewrite.ts';

/** Answers after which all conditions are the same. */
interface KindOfAnswer<Each extends Candidate> {
  /** One of them. */
  readonly example: Each;
  /** The least and the most points of all of them. */
  points: readonly Range[];
  readonly rewrite: Rewrite;
  /** How many answers they are. */
  count: bigint;
}

interface KindsInput<Each extends Candidate> {
  readonly candidates: Iterable<Each>;
  readonly conditions: readonly Term[];
  /** What else distinguishes answers. */
  readonly difference?: (candidate: Each) => string;
  /** How many answers there are of a kind that had so many before. */
  readonly counted: (count: bigint, candidate: Each) => bigint;
  readonly rewriteFor: (candidate: Each) => Rewrite;
  readonly budget: Budget;
}

/** Sorts answers by what they leave of the conditions. Stops early when the budget is spent. */
export function kindsOfAnswer<Each extends Candidate>(input: KindsInput<Each>): readonly KindOfAnswer<Each>[] {
  const { conditions, budget } = input;
  const kinds = new Map<string, KindOfAnswer<Each>>();
  for (const candidate of input.candidates) {
    budget.spend(workForOne(conditions));
    if (budget.isSpent) break;
    const rewrite = conditions.length > 0 ? input.rewriteFor(candidate) : unchanged;
    const key = `${conditions.map((condition) => rewrite(condition).id).join()} ${input.difference?.(candidate) ?? ''}`;
    const known = kinds.get(key);
    if (known) {
      known.points = known.points.map((range, at) => widest(range, candidate.points[at]!));
      known.count = input.counted(known.count, candidate);
    } else kinds.set(key, { example: candidate, points: candidate.points, rewrite, count: candidate.count });
  }
  return [...kinds.values()];
}

/** What it takes of a budget to try one answer. */
export function workForOne(conditions: readonly unknown[]): number {
  return 4 * (1 + conditions.length);
}

const unchanged: Rewrite = (term) => term;
