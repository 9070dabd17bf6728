import type { CompiledFunnel, CompiledStep } from '../../model.ts';
import type { Point } from '../explore/conditions-in-use.ts';
import { sumOf } from '../explore/lessons.ts';
import type { Slot } from '../explore/term.ts';
import type { StepWiring } from '../explore/wiring.ts';
import { arrivingAt, shownAt } from './always-answered.ts';

/**
 * The ways of a funnel without the decisions that can't matter to whether some visit comes through these points: those
 * between whose ways, up to where all of them meet again, nothing lies that matters. There the visit goes straight on. What
 * some visit does in the slice, some visit does in the funnel, and the other way round; only the steps between differ.
 */
export function sliceFor(
  { steps }: CompiledFunnel,
  wiring: readonly StepWiring[],
  points: readonly Point[],
): readonly StepWiring[] {
  const meets = meetingPlaces(wiring);
  const slots = new Set<Slot>(points.flatMap(({ term }) => [...term.slots]));
  const ownPlaces = new Set(points.map(({ at, moment }) => (moment === 'arriving' ? arrivingAt(at) : shownAt(at))));
  const kept = new Set<number>();
  for (let size = -1; size < slots.size + kept.size;) {
    size = slots.size + kept.size;
    const before = countBefore(
      meets.length,
      (place) => ownPlaces.has(place) || (place % 2 === 1 && matters(steps[(place - 1) / 2]!, slots)),
    );
    for (const [at, { showIf, edges }] of wiring.entries()) {
      const decisions = [
        { place: arrivingAt(at), terms: showIf ? [showIf] : [] },
        { place: shownAt(at), terms: edges.flatMap(({ when }) => when ?? []) },
      ];
      for (const { place, terms } of decisions) {
        if (terms.length === 0 || before[meets[place]!] === before[place + 1]) continue;
        kept.add(place);
        for (const term of terms) for (const slot of term.slots) slots.add(slot);
      }
    }
  }
  return wiring.map((step, at) => {
    if (step.showIf && !kept.has(arrivingAt(at)))
      return { showIf: undefined, edges: straightTo(meets[arrivingAt(at)]!) };
    return kept.has(shownAt(at)) ? step : { ...step, edges: straightTo(meets[shownAt(at)]!) };
  });
}

/** One way for everybody, to the coming to a step. */
function straightTo(place: number): StepWiring['edges'] {
  return [{ when: undefined, to: place / 2 }];
}

/** Whether something that matters is answered or scored on a step. */
function matters(step: CompiledStep, slots: ReadonlySet<Slot>): boolean {
  if ('field' in step && slots.has(`answer ${step.field}`)) return true;
  if (!('options' in step)) return false;
  return step.options.some(({ scores }) => Object.keys(scores ?? {}).some((name) => slots.has(sumOf(name))));
}

/** For each place how many of those before it are of a kind. */
function countBefore(places: number, isCounted: (place: number) => boolean): readonly number[] {
  const counts = [0];
  for (let place = 0; place < places; place += 1) counts.push(counts[place]! + (isCounted(place) ? 1 : 0));
  return counts;
}

/** For each place the first one after it that every way goes through. */
function meetingPlaces(wiring: readonly StepWiring[]): readonly number[] {
  const finish = arrivingAt(wiring.length);
  const meets = Array.from({ length: finish + 1 }, () => finish);
  const meet = (places: readonly number[]): number =>
    places.reduce((one, other) => {
      while (one !== other) {
        if (one < other) one = meets[one]!;
        else other = meets[other]!;
      }
      return one;
    });
  for (const [at, { showIf, edges }] of [...wiring.entries()].toReversed()) {
    meets[shownAt(at)] = edges.length > 0 ? meet(edges.map(({ to }) => arrivingAt(to))) : finish;
    meets[arrivingAt(at)] = showIf ? meet([shownAt(at), arrivingAt(at + 1)]) : shownAt(at);
  }
  return meets;
}
