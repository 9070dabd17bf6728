import type { Versions } from './versions.ts';
import { type Exploration, exploreFunnel } from '../explore/explore-funnel.ts';
import type { VisitState } from '../explore/visit-state.ts';
import { anyAccepted, isAccepted } from '../steps/accepted-answers.ts';
import type { Answer, CompiledFunnel, CompiledStep, VisitInput } from '../../model.ts';
import type { ExampleVisit } from '../../problem.ts';
import { checkAnswer, isOptional, isQuestion } from '../../run/answer.ts';
import { indexOf } from '../../run/funnel-index.ts';
import { answerOnPath, begin, type Journey, stepsPassed } from '../../run/journey.ts';
import { pass, walk } from '../../run/walk.ts';

/** A visit of the old version, as far as it has come. */
export interface SampleVisit {
  readonly journey: Journey;
  readonly input: VisitInput;
}

/** How many steps are walked, all visits together: it takes some tenths of a second. */
const maxSteps = 100_000;
/** A visit of more steps is looked at only at some of them. */
const maxStepsOfVisit = 600;

/**
 * Visits of the old version at every step where there can be one and at the end, each once. All that the two versions
 * can tell apart where the funnel is of a size that people write; else as many as time allows, the simplest first.
 */
export function* sampleVisits(versions: Versions): Iterable<SampleVisit> {
  const { length } = versions.before.steps;
  const stride = Math.ceil(length ** 2 / maxStepsOfVisit ** 2);
  const seen = new Set<string>();
  let walked = 0;
  for (const persona of personas(versions)) {
    for (const { journey, said } of walkPersona(versions, persona)) {
      if (journey.at < length && journey.trail.shown % stride !== 0) continue;
      const key = `${journey.at} ${said}`;
      if (seen.has(key)) continue;
      seen.add(key);
      walked += length;
      yield { journey, input: persona.input };
    }
    walked += length;
    if (walked > maxSteps) return;
  }
}

/** The visit as people read it. */
export function toExampleVisit(funnel: CompiledFunnel, { journey, input }: SampleVisit): ExampleVisit {
  const { fields } = indexOf(funnel);
  const here = funnel.steps[journey.at];
  return {
    ...(isFilled(input.variants) && { variants: input.variants! }),
    ...(isFilled(input.query) && { query: input.query! }),
    steps: [
      ...stepsPassed(funnel, journey).map((step) => {
        const answer = isQuestion(step) ? answerOnPath(journey, fields.get(step.field)!) : undefined;
        return { step: step.id, ...(answer !== undefined && { answer }) };
      }),
      ...(here ? [{ step: here.id }] : []),
    ],
  };
}

function isFilled(record: object | undefined): boolean {
  return record !== undefined && Object.keys(record).length > 0;
}

/** The work that goes into finding what conditions tell apart; of funnels that are larger, less is tried. */
const exploreLimit = 40_000;
/** So many of the states of an exploration are tried, and so many mixtures. */
const maxStates = 300;
const maxMixed = 60;

const anyVisitor: Persona = { input: {}, answers: new Map() };

/**
 * Visitors of the old version that the new one can treat differently: one for each way that the conditions of either
 * can tell apart, one for every answer on every step, and mixtures. Always the same ones, the simplest first.
 */
function* personas(versions: Versions): Iterable<Persona> {
  const { before, after, answersToTry } = versions;
  const states = shownStates(before);
  const shortest = shortestTo(states);
  yield anyVisitor;
  for (const state of shortest.values()) yield personaOf(state);
  for (const [at, answers] of answersToTry.entries()) {
    const state = shortest.get(at);
    const persona = state ? personaOf(state) : anyVisitor;
    for (const answer of answers) {
      yield { input: persona.input, answers: new Map([...persona.answers, [at, answer]]) };
    }
  }
  yield* some(states).map(personaOf);
  for (const state of some(shownStates(after))) yield translatePersona(personaOf(state), versions);
  for (let nth = 0; nth < maxMixed; nth += 1) yield mixed(versions, nth);
}

/** A place that visits come to, and how they do. */
interface Shown {
  readonly state: VisitState;
  readonly exploration: Exploration;
}

function shownStates(funnel: CompiledFunnel): readonly Shown[] {
  const exploration = exploreFunnel(funnel, exploreLimit);
  const states = exploration?.states ?? [];
  return states.flatMap((state) =>
    state.isShown || state.at === funnel.steps.length ? [{ state, exploration: exploration! }] : [],
  );
}

function shortestTo(places: readonly Shown[]): ReadonlyMap<number, Shown> {
  const shortest = new Map<number, Shown>();
  for (const place of places) {
    const { at, shown } = place.state;
    if ((shortest.get(at)?.state.shown ?? Infinity) > shown) shortest.set(at, place);
  }
  return shortest;
}

/** All of them, or evenly distributed ones. */
function some(states: readonly Shown[]): readonly Shown[] {
  const stride = Math.ceil(states.length / maxStates);
  return states.filter((_, nth) => nth % stride === 0);
}

function personaOf({ state, exploration }: Shown): Persona {
  const numberOf = exploration.numbersTo(state);
  const answers = new Map<number, Answer | undefined>();
  const variants: Record<string, string> = {};
  const query: Record<string, string> = {};
  for (let { reached } = state; reached; { reached } = reached.from) {
    const { from, by } = reached;
    if (by.kind === 'passed') answers.set(from.at, by.number ? numberOf(by.number) : by.answer);
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

/** A visit at a step that is shown, or at the end, and what makes it differ from others: what was said so far. */
interface Stop {
  readonly journey: Journey;
  readonly said: string;
}

/** A visit: at each step that is shown, and at the end. */
function walkPersona({ before, answersToTry }: Versions, persona: Persona): readonly Stop[] {
  const stops: Stop[] = [];
  let said = JSON.stringify(persona.input);
  const end = walk(before, begin(before, persona.input), (journey, step) => {
    stops.push({ journey, said });
    const { at } = journey;
    const known = persona.answers.get(at);
    const isLeftOut = persona.answers.has(at) && known === undefined && isOptional(step);
    const wanted = isQuestion(step) && !isLeftOut ? (known ?? answersToTry[at]![0]) : undefined;
    const answer = isAccepted(before, journey, wanted) ? wanted : anyAccepted(before, journey);
    if (answer === null) return null;
    if (answer !== undefined) said += ` ${at}: ${JSON.stringify(answer)}`;
    return pass(before, journey, answer);
  });
  return [...stops, { journey: end, said }];
}

/** A visitor's answers in the new version, as the old version would have taken them. */
function translatePersona(
  { input, answers }: Persona,
  { before, after, successorsOfAnswers }: Pick<Versions, 'before' | 'after' | 'successorsOfAnswers'>,
): Persona {
  const inBefore = new Map<number, Answer | undefined>();
  for (const [at, step] of before.steps.entries()) {
    const successor = isQuestion(step) ? successorsOfAnswers.get(step.field) : undefined;
    const answer = successor === undefined ? undefined : answers.get(successor);
    if (successor === undefined || answer === undefined) continue;
    const said = withOldKeys(step, after.steps[successor]!, answer);
    if (checkAnswer(step, said) === null) inBefore.set(at, said);
  }
  return { input, answers: inBefore };
}

function withOldKeys(step: CompiledStep, successor: CompiledStep, answer: Answer): Answer {
  if (!('options' in step && 'options' in successor)) return answer;
  const old = new Set(step.options.map(({ key }) => key));
  const oldKey = (key: string): string =>
    old.has(key)
      ? key
      : (successor.options.find((option) => option.key === key)?.renamedFrom?.find((k) => old.has(k)) ?? key);
  if (typeof answer === 'string') return oldKey(answer);
  return typeof answer === 'object' ? answer.map(oldKey) : answer;
}

/** A visitor whose answers are known beforehand. */
interface Persona {
  readonly input: VisitInput;
  /** By index of the step; `undefined` is to leave it without an answer. What isn't in it is answered anyhow. */
  readonly answers: ReadonlyMap<number, Answer | undefined>;
}
