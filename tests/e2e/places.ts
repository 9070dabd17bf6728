import { createRandom } from '../../engine/author/random.ts';
import { answerByChance } from '../../engine/author/steps/answer-by-chance.ts';
import { createActor } from 'xstate';
import { createFunnelMachine } from '../../engine/run/machine.ts';
import { assignVariants } from '../../engine/run/variants.ts';
import { saveVisit } from '../../engine/run/save-visit.ts';
import type { Answer, CompiledFunnel, SavedVisit, VisitInput } from '../../engine/model.ts';

/** A place in a funnel that a visitor can come to, with the visit that leads there. */
export interface Place {
  readonly step: string;
  readonly visit: SavedVisit;
  /** A `visitorSeed` whose experiment variants lead there. */
  readonly seed: string;
}

/** A finished visit, by the outcome that it ends in. */
export interface Ending {
  readonly outcome: string;
  readonly answers: Readonly<Record<string, Answer>>;
  readonly input: VisitInput;
}

/** Every step that random visitors come to, and every outcome that they end in, until none is missing; the same at every run. */
export function explore(funnel: CompiledFunnel, visitors = 400): { places: Place[]; endings: Ending[] } {
  const places = new Map<string, Place>();
  const endings = new Map<string, Ending>();
  const random = createRandom('places');
  const isDone = () => places.size === funnel.steps.length && endings.size === funnel.outcomes.length;
  for (let n = 0; n < visitors && !isDone(); n++) {
    const seed = `visitor ${n}`;
    const input = { variants: assignVariants(funnel, seed) };
    const actor = createActor(createFunnelMachine(funnel), { input }).start();
    while (actor.getSnapshot().status === 'active') {
      const step = funnel.steps.find(({ id }) => id === actor.getSnapshot().value)!;
      if (!places.has(step.id))
        places.set(step.id, { step: step.id, visit: saveVisit(funnel, actor.getSnapshot()), seed });
      const value = answerByChance(step)(random);
      actor.send(value === undefined ? { type: 'NEXT' } : { type: 'ANSWER', value });
    }
    const { outcome, answers } = actor.getSnapshot().output!;
    if (!endings.has(outcome)) endings.set(outcome, { outcome, answers, input });
  }
  return { places: [...places.values()], endings: [...endings.values()] };
}
