import { notCompared } from '../explore/comparisons.ts';
import { createRandom } from '../random.ts';
import { answerByChance } from '../steps/answer-by-chance.ts';
import { isAccepted } from '../steps/accepted-answers.ts';
import type { AnswerByChance } from '../steps/authoring.ts';
import { candidates } from '../steps/index.ts';
import type { Answer, CompiledFunnel, CompiledStep } from '../../model.ts';
import type { ExampleVisit } from '../../problem.ts';
import { isOptional } from '../../run/answer.ts';
import { begin } from '../../run/journey.ts';
import { rulesOf } from '../../run/steps/index.ts';
import { outcomeOf, pass, walk } from '../../run/walk.ts';

/** What a sample of visits says of all of them. */
export interface Estimate {
  /** How many visits were played. */
  readonly sample: number;
  readonly visits: bigint;
  readonly byOutcome: ReadonlyMap<string, bigint>;
  /** The shortest and the longest of those that were played. */
  readonly shortest: ExampleVisit;
  readonly longest: ExampleVisit;
}

/** About half a second for a funnel of twenty steps; a share is then known to a percent. */
const sample = 10_000;

/**
 * Estimates how many visits there are: each step of a visit at random is one of so many answers, so the visit stands for
 * their product. The mean of that is the number of visits (Knuth 1975). Always the same for the same funnel.
 */
export function estimateVisits(funnel: CompiledFunnel): Estimate {
  const random = createRandom('paths');
  const questions = new Map(funnel.steps.map((step) => [step.id, questionAt(step)]));
  const byOutcome = new Map<string, bigint>();
  let [shortest, longest]: [ExampleVisit | undefined, ExampleVisit | undefined] = [undefined, undefined];
  for (let played = 0; played < sample; played += 1) {
    const variants = Object.fromEntries(
      funnel.experiments.map(({ name, variants: all }) => [name, all[random.below(all.length)]!.name] as const),
    );
    const steps: { step: string; answer?: Answer }[] = [];
    let weight = 1n;
    const end = walk(funnel, begin(funnel, { variants }), (journey, step) => {
      const { draw, answers } = questions.get(step.id)!;
      const answer = draw(random);
      if (!isAccepted(funnel, journey, answer)) return null; // it stands for no visit
      weight *= answers;
      steps.push({ step: step.id, ...(answer !== undefined && { answer }) });
      return pass(funnel, journey, answer);
    });
    if (end.at < funnel.steps.length) continue;
    const outcome = outcomeOf(funnel, end);
    byOutcome.set(outcome, (byOutcome.get(outcome) ?? 0n) + weight);
    const visit = { ...(funnel.experiments.length > 0 && { variants }), steps, outcome };
    if (!shortest || steps.length < shortest.steps.length) shortest = visit;
    if (!longest || steps.length > longest.steps.length) longest = visit;
  }
  const mean = (sum: bigint): bigint => (sum + BigInt(sample) / 2n) / BigInt(sample);
  const all = [...byOutcome.values()].reduce((sum, each) => sum + each, 0n);
  return {
    sample,
    visits: mean(all),
    byOutcome: new Map([...byOutcome].map(([id, sum]) => [id, mean(sum)])),
    shortest: shortest!,
    longest: longest!,
  };
}

/** How an answer is drawn, and of how many. */
function questionAt(step: CompiledStep): { readonly draw: AnswerByChance; readonly answers: bigint } {
  const draw = answerByChance(step);
  if (rulesOf(step).question?.isFreeText) return { draw, answers: isOptional(step) ? 2n : 1n };
  const all = candidates({ step, comparisons: notCompared, dimensions: [], asked: new Set(), texts: [] });
  return { draw, answers: [...all].reduce((sum, { count }) => sum + count, 0n) };
}
