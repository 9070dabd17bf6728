import type { CompiledFunnel } from '../../../../engine/model.ts';
import type { ExampleVisit } from '../../../../engine/problem.ts';
import { movesOf, type Move } from './every-move.ts';

/** Whether the last step of an example is still on the screen, was left, or was left for the finish. */
export type VisitEnd = 'standing' | 'left' | 'finished';

/** Plays an example on the real machine, move by move; throws if it can't have happened. */
export function replayVisit(funnel: CompiledFunnel, visit: ExampleVisit, end: VisitEnd): readonly Move[] {
  const { begin, send } = movesOf(funnel);
  const { variants, query, steps, outcome } = visit;
  for (const [experiment, variant] of Object.entries(variants ?? {})) expectVariant(funnel, experiment, variant);
  let { snapshot, move } = begin({ ...(variants && { variants }), ...(query && { query }) });
  const moves = [move];
  steps.forEach(({ step, answer }, at) => {
    const shown = funnel.steps[move.to]?.id ?? 'the finish';
    if (shown !== step) throw new Error(`The machine comes to ${shown} instead of ${step}.`);
    if (end === 'standing' && at === steps.length - 1) {
      if (answer !== undefined) throw new Error(`The visit should end before ${step} is answered.`);
      return;
    }
    ({ snapshot, move } = send(snapshot, answer === undefined ? { type: 'NEXT' } : { type: 'ANSWER', value: answer }));
    moves.push(move);
  });
  const got = move.outcome === '' ? undefined : move.outcome;
  if (end !== 'left' && got !== outcome) throw new Error(`The machine ends with ${got} instead of ${outcome}.`);
  return moves;
}

function expectVariant({ experiments }: CompiledFunnel, experiment: string, variant: string): void {
  const known = experiments.find(({ name }) => name === experiment)?.variants.some(({ name }) => name === variant);
  if (!known) throw new Error(`There is no variant ${variant} of ${experiment}.`);
}
