import type { Answers, CompiledFunnel } from '../../model.ts';
import { answersOnPath, begin, stepsPassed } from '../../run/journey.ts';
import { assignVariants } from '../../run/variants.ts';
import { isHidden, outcomeOf, pass, skip } from '../../run/walk.ts';
import { answerByChance } from './answer-by-chance.ts';
import { createRandom } from './random.ts';

export interface SimulateInput {
  readonly visitors: number;
  /** The same seed gives the same visits. */
  readonly seed: string;
  /** The chance that a visitor goes on at a step, 0 to 1. */
  readonly stay: number;
}

export interface SimulatedVisit {
  readonly variants: Readonly<Record<string, string>>;
  /** Ids of the steps shown, in order; the visitor left at the last one if there is no outcome. */
  readonly steps: readonly string[];
  /** What was answered on these steps. */
  readonly answers: Answers;
  /** Id of the outcome; `null` if the visitor left before the end. */
  readonly outcome: string | null;
}

/**
 * Visits by chance, one after the other, to the letter of `engine/run`: nobody goes back, nobody comes with query
 * parameters, and nobody prefers an option.
 */
export function* simulateVisits(
  funnel: CompiledFunnel,
  { visitors, seed, stay }: SimulateInput,
): Iterable<SimulatedVisit> {
  const random = createRandom(seed);
  const answer = funnel.steps.map(answerByChance);
  for (let visitor = 0; visitor < visitors; visitor += 1) {
    const variants = assignVariants(funnel, `${seed} ${visitor}`);
    let journey = begin(funnel, { variants });
    let leftAt: string | undefined;
    for (let step; (step = funnel.steps[journey.at]);) {
      if (isHidden(funnel, journey)) {
        journey = skip(journey);
        continue;
      }
      if (random.next() >= stay) {
        leftAt = step.id;
        break;
      }
      journey = pass(funnel, journey, answer[journey.at]!(random));
    }
    const passed = stepsPassed(funnel, journey).map(({ id }) => id);
    yield {
      variants,
      steps: leftAt === undefined ? passed : [...passed, leftAt],
      answers: answersOnPath(funnel, journey),
      outcome: leftAt === undefined ? outcomeOf(funnel, journey) : null,
    };
  }
}
