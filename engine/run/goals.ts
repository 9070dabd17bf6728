/** Goals: what is told, once in a visit, to whoever measures how visitors get on (specification, section 7). */

import type { CompiledFunnel } from '../model.ts';
import { indexOf } from './funnel-index.ts';
import type { VisitContext } from './journey.ts';
import { emptyVector, getEntry, setEntry } from './vector.ts';

type Reported = VisitContext['reported'];

export function noGoals(funnel: CompiledFunnel): Reported {
  return emptyVector(indexOf(funnel).goals.size);
}

/** The goals that leaving this step forwards reaches, or those of the finish, without those already reported. */
export function newGoals(funnel: CompiledFunnel, { journey, reported }: VisitContext): readonly string[] {
  const { goals, steps } = funnel;
  const start = journey.trail.shown === 0 ? goals.start : undefined;
  const reached = journey.at < steps.length ? [start, steps[journey.at]!.goal] : [goals.finish];
  const known = new Set(reached.filter((goal) => goal !== undefined));
  return [...known].filter((goal) => !getEntry(reported, indexOf(funnel).goals.get(goal)!));
}

/** Adds goals to those that were reported; names that the funnel does not have are left out. */
export function withReported(funnel: CompiledFunnel, reported: Reported, goals: readonly unknown[]): Reported {
  const numbers = goals.map((goal) => indexOf(funnel).goals.get(goal as string));
  return numbers.reduce<Reported>(
    (all, number) => (number === undefined ? all : setEntry(all, number, true)),
    reported,
  );
}

/** The names of the goals that were reported. */
export function reportedGoals(funnel: CompiledFunnel, reported: Reported): readonly string[] {
  return [...indexOf(funnel).goals].filter(([, number]) => getEntry(reported, number)).map(([goal]) => goal);
}
