import type { Answer, CompiledFunnel } from '../../model.ts';
import { exploreFunnel } from '../explore/explore-funnel.ts';
import type { VisitState } from '../explore/visit-state.ts';
import type { Persona } from './persona.ts';
import { translatePersona } from './translate-persona.ts';
import type { Versions } from './versions.ts';

/** The work that goes into finding what conditions tell apart; of funnels that are larger, less is tried. */
const exploreLimit = 40_000;
/** So many of the states of an exploration are tried, and so many mixtures. */
const mostStates = 300;
const mostMixed = 60;

const anybody: Persona = { input: {}, answers: new Map() };

/**
 * Visitors of the old version that the new one can treat differently: one for each way that the conditions of either
 * can tell apart, one for every answer on every step, and mixtures. Always the same ones, the simplest first.
 */
export function* personas(versions: Versions): Iterable<Persona> {
  const { before, after, answersToTry } = versions;
  const states = shownStates(before);
  const shortest = shortestTo(states);
  yield anybody;
  for (const state of shortest.values()) yield personaOf(state);
  for (const [at, answers] of answersToTry.entries()) {
    const state = shortest.get(at);
    const onTheWay = state ? personaOf(state) : anybody;
    for (const answer of answers) {
      yield { input: onTheWay.input, answers: new Map([...onTheWay.answers, [at, answer]]) };
    }
  }
  yield* some(states).map(personaOf);
  for (const state of some(shownStates(after))) yield translatePersona(personaOf(state), versions);
  for (let nth = 0; nth < mostMixed; nth += 1) yield mixed(versions, nth);
}

function shownStates(funnel: CompiledFunnel): readonly VisitState[] {
  const states = exploreFunnel(funnel, exploreLimit)?.states ?? [];
  return states.filter(({ at, isShown }) => isShown || at === funnel.steps.length);
}

function shortestTo(states: readonly VisitState[]): ReadonlyMap<number, VisitState> {
  const shortest = new Map<number, VisitState>();
  for (const state of states) {
    if ((shortest.get(state.at)?.shown ?? Infinity) > state.shown) shortest.set(state.at, state);
  }
  return shortest;
}

/** All of them, or evenly distributed ones. */
function some(states: readonly VisitState[]): readonly VisitState[] {
  const stride = Math.ceil(states.length / mostStates);
  return states.filter((_, nth) => nth % stride === 0);
}

function personaOf(state: VisitState): Persona {
  const answers = new Map<number, Answer | undefined>();
  const variants: Record<string, string> = {};
  const query: Record<string, string> = {};
  for (let { reached } = state; reached; { reached } = reached.from) {
    const { from, by } = reached;
    if (by.kind === 'passed') answers.set(from.at, by.answer);
    if (by.kind === 'variant') variants[by.experiment] = by.variant;
    if (by.kind === 'query' && by.value !== undefined) query[by.name] = by.value;
  }
  return { input: { variants, query }, answers };
}

/** As if by chance, but always the same. */
function mixed({ before, after, answersToTry }: Versions, nth: number): Persona {
  const pick = <Value>(values: readonly Value[], place: number): Value | undefined =>
    values[(Math.imul(nth * 8191 + place * 131 + 7, 0x9e3779b1) >>> 8) % values.length];
  const variants = [...before.experiments, ...after.experiments].map(
    (experiment, place) => [experiment.name, pick(experiment.variants, -1 - place)!.name] as const,
  );
  const answers = before.steps.map((_, at) => [at, pick(answersToTry[at]!, at)] as const);
  return { input: { variants: Object.fromEntries(variants) }, answers: new Map(answers) };
}
