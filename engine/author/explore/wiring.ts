import type { Point } from './conditions-in-use.ts';
import { termReader } from './read-term.ts';
import type { Term } from './term.ts';
import type { Terms } from './terms.ts';
import type { ExplorableFunnel } from './visit-state.ts';

/** The ways of a step. */
export interface StepWiring {
  readonly showIf: Term | undefined;
  /** `to` is the index of a step, or the number of steps for the finish. */
  readonly edges: readonly { readonly when: Term | undefined; readonly to: number }[];
}

/** The ways of a funnel, with its conditions as terms. */
export function wiringOf(funnel: ExplorableFunnel, terms: Terms): readonly StepWiring[] {
  const read = termReader(terms, funnel);
  const places = new Map<string | null, number>(funnel.steps.map(({ id }, at) => [id, at]));
  const byName = new Map<string, Term>();

  function termOf(name: string | undefined): Term | undefined {
    if (name === undefined) return undefined;
    const expression = funnel.conditions[name];
    const term = byName.get(name) ?? (expression ? read(expression) : terms.false);
    byName.set(name, term);
    return term;
  }

  return funnel.steps.map(({ showIf, next }) => ({
    showIf: termOf(showIf),
    edges: next.map(({ when, to }) => ({ when: termOf(when), to: places.get(to) ?? funnel.steps.length })),
  }));
}

/** Only as much of the ways as matters to what is asked up to a step. */
export function wiringUpTo(
  wiring: readonly StepWiring[],
  points: readonly Point[],
  until: number,
): readonly StepWiring[] {
  if (until >= wiring.length) return wiring;
  const moments = new Set(points.filter(({ at }) => at === until).map(({ moment }) => moment));
  return wiring.map((step, at) => {
    if (at < until) return step;
    const isShown = at === until && (moments.has('shown') || moments.has('leaving'));
    return { showIf: isShown ? step.showIf : undefined, edges: [] };
  });
}
