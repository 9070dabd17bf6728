import type { Answers, CompiledFunnel } from '../../model.ts';
import { answersOnPath } from '../../run/journey.ts';
import { assignVariants } from '../../run/variants.ts';
import { outcomeOf } from '../../run/walk.ts';
import { answerByChance } from './answer-by-chance.ts';
import { createRandom } from './random.ts';
import { visitByChance, type Stay, type VisitByChance } from './visit-by-chance.ts';

export interface SimulateInput {
  readonly visitors: number;
  /** The same seed gives the same visits. */
  readonly seed: string;
  readonly stay: Stay;
  /** The chance that a visitor takes Back at a step where they can; nobody does without it. */
  readonly back?: number;
}

export interface SimulatedVisit {
  readonly variants: Readonly<Record<string, string>>;
  /** Ids of the steps shown, in order, each once. */
  readonly steps: readonly string[];
  /** Id of the step at which the visitor left; `null` if they finished. */
  readonly leftAt: string | null;
  /** What was answered on the visitor's path. */
  readonly answers: Answers;
  /** Id of the outcome; `null` if the visitor left before the end. */
  readonly outcome: string | null;
}

/**
 * Visits by chance, one after the other, to the letter of `engine/run`: nobody comes with query parameters, and nobody
 * prefers an option.
 */
export function* simulateVisits(
  funnel: CompiledFunnel,
  { visitors, seed, stay, back = 0 }: SimulateInput,
): Iterable<SimulatedVisit> {
  const random = createRandom(seed);
  const answers = funnel.steps.map(answerByChance);
  for (let visitor = 0; visitor < visitors; visitor += 1) {
    const variants = assignVariants(funnel, `${seed} ${visitor}`);
    yield factsOf(funnel, visitByChance(funnel, { variants }, { random, answers, stay, back }), variants);
  }
}

/** What came of a visit. */
export function factsOf(
  funnel: CompiledFunnel,
  { moves, end }: VisitByChance,
  variants: SimulatedVisit['variants'],
): SimulatedVisit {
  const shown = new Set(moves.map(({ journey }) => funnel.steps[journey.at]!.id));
  const leftAt = funnel.steps[end.at]?.id ?? null;
  if (leftAt !== null) shown.add(leftAt);
  const outcome = leftAt === null ? outcomeOf(funnel, end) : null;
  return { variants, steps: [...shown], leftAt, answers: answersOnPath(funnel, end), outcome };
}
