import type { CompiledFunnel } from '../../model.ts';
import { isOptional, isQuestion } from '../../run/answer.ts';
import type { Moment } from '../explore/conditions-in-use.ts';
import type { StepWiring } from '../explore/wiring.ts';

/** Whether an answer was given on every way to a place, whatever the conditions are. */
export type AlwaysAnswered = (field: string, at: number, moment: Moment) => boolean;

/**
 * Looks at the graph of all ways, in which coming to a step and being shown it are two places: what every way to a place
 * goes through (its dominators) has happened there.
 */
export function alwaysAnswered({ steps }: CompiledFunnel, wiring: readonly StepWiring[]): AlwaysAnswered {
  const dominators = dominatorsOf(wiring);
  const asking = new Map(
    steps.flatMap((step, at) => (isQuestion(step) && !isOptional(step) ? [[step.field, at]] : [])),
  );
  return (field, at, moment) => {
    const asked = asking.get(field);
    if (asked === undefined || asked > at) return false;
    const shown = shownAt(asked);
    let place = moment === 'leaving' ? shownAt(at) : arrivingAt(at);
    while (place > shown) place = dominators[place]!;
    return place === shown;
  };
}

/** The place of coming to a step; that of the finish too. */
export function arrivingAt(at: number): number {
  return 2 * at;
}

/** The place of being shown a step. */
export function shownAt(at: number): number {
  return 2 * at + 1;
}

/** For each place the last one before it that every way to it goes through; -1 for the start and for what no way leads to. */
function dominatorsOf(wiring: readonly StepWiring[]): readonly number[] {
  const places = arrivingAt(wiring.length) + 1;
  const dominators = Array.from({ length: places }, () => -1);
  const isReached = Array.from({ length: places }, (_, place) => place === 0);

  function lead(from: number, to: number): void {
    let [one, other] = [from, isReached[to] ? dominators[to]! : from];
    while (one !== other) {
      if (one > other) one = dominators[one]!;
      else other = dominators[other]!;
    }
    dominators[to] = one;
    isReached[to] = true;
  }

  for (const [at, { showIf, edges }] of wiring.entries()) {
    if (!isReached[arrivingAt(at)]) continue;
    lead(arrivingAt(at), shownAt(at));
    if (showIf) lead(arrivingAt(at), arrivingAt(at + 1));
    for (const { to } of edges) lead(shownAt(at), arrivingAt(to));
  }
  return dominators;
}
