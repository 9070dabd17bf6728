/** In which order a visitor sees the steps of a block. */

import type { CompiledFunnel, CompiledStep } from '../model.ts';
import { shuffled } from './shuffle.ts';

/** The funnel with the steps of each block in the order of a visitor with this seed, the same one on every machine. */
export function blocksInOrder(funnel: CompiledFunnel, seed: string | undefined): CompiledFunnel {
  if (seed === undefined) return funnel;
  return arranged(funnel, (units, block) => shuffled(units, `${funnel.id}\n${block}`, seed));
}

/** The funnel in an order in which these answers can be all that were given when a visit was cut short. */
export function blocksAsAnswered(funnel: CompiledFunnel, answers: Readonly<Record<string, unknown>>): CompiledFunnel {
  const isAnswered = ({ steps }: Unit) => steps.some((step) => 'field' in step && answers[step.field] !== undefined);
  return arranged(funnel, (units) =>
    units.toSorted((one, other) => Number(isAnswered(other)) - Number(isAnswered(one))),
  );
}

/** What keeps together: a step, or a group with its fields. */
interface Unit {
  /** Id of the first step. */
  readonly key: string;
  readonly steps: readonly CompiledStep[];
}

type Arrange = (units: readonly Unit[], block: string) => readonly Unit[];

/** Each block in another order, led to and leading on as before. Nothing in a block reads another step of it. */
function arranged(funnel: CompiledFunnel, arrange: Arrange): CompiledFunnel {
  if (!funnel.steps.some((step) => step.block)) return funnel;
  const stretches = stretchesOf(funnel.steps).map((written) => {
    const { block } = written[0]!.steps[0]!;
    return { written, units: block === undefined ? written : arrange(written, block) };
  });
  const first = new Map<string | null, string>(stretches.map(({ written, units }) => [written[0]!.key, units[0]!.key]));
  const led = ({ next }: CompiledStep) => next.map((edge) => ({ ...edge, to: first.get(edge.to) ?? edge.to }));
  const steps = stretches.flatMap(({ written, units }) => {
    if (units === written) return units.flatMap((unit) => unit.steps.map((step) => ({ ...step, next: led(step) })));
    const leadsOn = led(written.at(-1)!.steps.at(-1)!);
    return units.flatMap((unit, place) => {
      const following = units[place + 1];
      const next = following ? [{ to: following.key }] : leadsOn;
      const inside = unit.steps.slice(0, -1);
      return [...inside, { ...unit.steps.at(-1)!, next }].map((step) => ({ ...step, ...measured(written, place) }));
    });
  });
  return { ...funnel, steps };
}

/** The units of each block that stand together, and of what stands between blocks. */
function stretchesOf(steps: readonly CompiledStep[]): readonly (readonly Unit[])[] {
  const units: { readonly key: string; readonly steps: CompiledStep[] }[] = [];
  for (const step of steps) {
    if (step.inGroup) units.at(-1)!.steps.push(step);
    else units.push({ key: step.id, steps: [step] });
  }
  const stretches: Unit[][] = [];
  for (const unit of units) {
    const last = stretches.at(-1);
    if (last && last[0]!.steps[0]!.block === unit.steps[0]!.block) last.push(unit);
    else stretches.push([unit]);
  }
  return stretches;
}

/** How many steps can still follow a place in a block: never more than at the place before. */
function measured(stretch: readonly Unit[], place: number): Pick<CompiledStep, 'fewest' | 'most'> {
  const rest = stretch.slice(place).map(({ steps }) => steps[0]!);
  return { fewest: rest[0]!.fewest, most: Math.max(...rest.map(({ most }) => most)) };
}
