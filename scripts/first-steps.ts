import { isDeepStrictEqual } from 'node:util';
import type { CompiledFunnel } from '../engine/model.ts';
import { begin } from '../engine/run/journey.ts';
import { finished } from '../engine/run/machine.ts';
import { variantReaders } from '../engine/run/exposure.ts';
import { isHidden, skip } from '../engine/run/walk.ts';
import type { FirstStep } from '../web/starter/first-screen.ts';

type Variants = Readonly<Record<string, string>>;

/**
 * The step that a visitor without query parameters sees first: by the variants of as few experiments as decide it. The
 * variants that are given are settled.
 */
export function firstStepOf(funnel: CompiledFunnel, variants: Variants = {}): FirstStep {
  const { conditions } = variantReaders(funnel);
  let journey = begin(funnel, { variants });
  for (let step; (step = funnel.steps[journey.at]); journey = skip(journey)) {
    const open = conditions.get(step.showIf ?? '')?.find((name) => !(name in variants));
    if (open !== undefined) return byVariant(funnel, open, variants);
    if (!isHidden(funnel, journey)) return step.id;
  }
  return finished;
}

/** Each first step that there is, with variants that lead to it; the one of who has the first variants comes first. */
export function distinctFirstSteps(first: FirstStep, variants: Variants = {}): ReadonlyMap<string, Variants> {
  if (typeof first === 'string') return new Map([[first, variants]]);
  const found = new Map<string, Variants>();
  for (const [variant, next] of Object.entries(first.steps)) {
    for (const [step, each] of distinctFirstSteps(next, { ...variants, [first.experiment.name]: variant })) {
      if (!found.has(step)) found.set(step, each);
    }
  }
  return found;
}

function byVariant(funnel: CompiledFunnel, name: string, variants: Variants): FirstStep {
  const experiment = funnel.experiments.find((each) => each.name === name)!;
  const steps = Object.fromEntries(
    experiment.variants.map((variant) => [variant.name, firstStepOf(funnel, { ...variants, [name]: variant.name })]),
  );
  const [one, ...others] = Object.values(steps);
  return others.every((other) => isDeepStrictEqual(other, one)) ? one! : { experiment, steps };
}
