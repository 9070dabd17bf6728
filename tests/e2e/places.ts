import { sampleAnswers } from '../../scripts/storybook/step-states.ts';
import { createActor } from 'xstate';
import { createFunnelMachine } from '../../engine/run/machine.ts';
import { assignVariants } from '../../engine/run/variants.ts';
import { saveVisit } from '../../engine/run/save-visit.ts';
import type { Answer, CompiledFunnel, CompiledStep, SavedVisit, VisitInput } from '../../engine/model.ts';

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
  const random = generator(7);
  const isDone = () => places.size === funnel.steps.length && endings.size === funnel.outcomes.length;
  for (let n = 0; n < visitors && !isDone(); n++) {
    const seed = `visitor ${n}`;
    const input = { variants: assignVariants(funnel, seed) };
    const actor = createActor(createFunnelMachine(funnel), { input }).start();
    while (actor.getSnapshot().status === 'active') {
      const step = funnel.steps.find(({ id }) => id === actor.getSnapshot().value)!;
      if (!places.has(step.id))
        places.set(step.id, { step: step.id, visit: saveVisit(funnel, actor.getSnapshot()), seed });
      const value = answerTo(step, random);
      actor.send(value === undefined ? { type: 'NEXT' } : { type: 'ANSWER', value });
    }
    const { outcome, answers } = actor.getSnapshot().output!;
    if (!endings.has(outcome)) endings.set(outcome, { outcome, answers, input });
  }
  return { places: [...places.values()], endings: [...endings.values()] };
}

/** An answer that the step takes. */
function answerTo(step: CompiledStep, random: () => number): Answer | undefined {
  switch (step.type) {
    case 'intro':
    case 'info':
    case 'loader':
      return undefined;
    case 'single_choice':
      return step.options[Math.floor(random() * step.options.length)]!.key;
    case 'multiple_choice': {
      const plain = step.options.filter((option) => !option.exclusive).map(({ key }) => key);
      const first = Math.floor(random() * step.options.length);
      if (step.options[first]!.exclusive) return [step.options[first]!.key];
      return plain.slice(0, Math.max(step.choose.min, 1 + Math.floor(random() * step.choose.max)));
    }
    case 'number':
      return step.min + step.step * Math.floor((random() * (step.max - step.min)) / step.step);
    case 'text':
      return 'A word';
    case 'email':
      return 'a@b.example';
    case 'date':
      return String(sampleAnswers(step)[0]);
  }
}

/** A linear congruential generator: tests take the same walks at every run. */
function generator(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32) / 2 ** 32;
}
