import type { Liking } from '../steps/authoring.ts';
import { anyAccepted, drawAccepted } from '../steps/accepted-answers.ts';
import { questionOf } from '../steps/index.ts';
import { pointsOf } from '../steps/candidate.ts';
import { placeOf } from '../explore/analysis-record.ts';
import type { StepPhase } from '../explore/transitions.ts';
import type { Answer, CompiledFunnel, CompiledOption, CompiledStep } from '../../model.ts';
import type { ExampleVisit } from '../../problem.ts';
import { isOptional } from '../../run/answer.ts';
import { begin, type Journey } from '../../run/journey.ts';
import { holds, isHidden, outcomeOf, pass, walk } from '../../run/walk.ts';

/** Where a visit that is played stops, if it doesn't finish before; `after` a step: at the next one that is shown. */
export interface Stop {
  readonly at: number;
  readonly moment: StepPhase | 'after';
}

/** A whole visit with the outcome that it gets, if it gets one. */
export function withOutcome(funnel: CompiledFunnel, visit: ExampleVisit): ExampleVisit {
  return play(funnel, visit);
}

/**
 * Plays the beginning of a visit, or what matters of one, on the real ways; what it doesn't say is answered anyhow. It ends
 * with the step at which it stops, if that is shown, or with an outcome.
 */
export function play(funnel: CompiledFunnel, visit: ExampleVisit, stop?: Stop): ExampleVisit {
  const { variants, query } = visit;
  const said = new Map(visit.steps.map(({ step, answer }) => [step, answer]));
  const passed: { step: string; answer?: Answer }[] = [];
  const stopped = walkFromStart(funnel, visit, {
    stops: (journey) => stop !== undefined && isAt(funnel, journey, stop),
    answerTo(step, journey) {
      const answer = said.has(step.id) ? said.get(step.id) : anyAccepted(funnel, journey);
      if (answer !== null) passed.push({ step: step.id, ...(answer !== undefined && { answer }) });
      return answer;
    },
  });
  const stepOnScreen = stop?.moment === 'shown' || stop?.moment === 'after' ? funnel.steps[stopped.at] : undefined;
  if (stepOnScreen) passed.push({ step: stepOnScreen.id });
  const outcome = stopped.at === funnel.steps.length ? outcomeOf(funnel, stopped) : '';
  return {
    ...(variants && { variants }),
    ...(query && { query }),
    steps: passed,
    ...(outcome !== '' && { outcome }),
  };
}

interface WalkInput {
  readonly stops?: (journey: Journey) => boolean;
  /** Null ends the visit. */
  readonly answerTo: (step: CompiledStep, journey: Journey) => Answer | undefined | null;
  /** Called after each step that is passed, with the place that follows. */
  readonly onPassed?: (step: CompiledStep, journey: Journey) => void;
}

/** A visit from the first step to where it stops. */
function walkFromStart(
  funnel: CompiledFunnel,
  { variants = {}, query = {} }: Pick<ExampleVisit, 'variants' | 'query'>,
  { stops, answerTo, onPassed }: WalkInput,
): Journey {
  const passStep = (journey: Journey, step: CompiledStep): Journey | null => {
    const answer = answerTo(step, journey);
    if (answer === null) return null;
    const next = pass(funnel, journey, answer);
    onPassed?.(step, next);
    return next;
  };
  return walk(funnel, begin(funnel, { variants, query }), passStep, stops);
}

function isAt(funnel: CompiledFunnel, journey: Journey, { at, moment }: Stop): boolean {
  switch (moment) {
    case 'arriving':
      return journey.at >= at;
    case 'shown':
      return journey.at >= at && !isHidden(funnel, journey);
    case 'answering':
    case 'leaving':
      return journey.at > at;
    case 'after':
      return journey.at > at && !isHidden(funnel, journey);
  }
}

/** Whether a visit ends at a step whose check takes no answer. */
export function isStuck(funnel: CompiledFunnel, visit: ExampleVisit): boolean {
  const { step: last } = visit.steps.at(-1)!;
  const at = funnel.steps.findIndex(({ id }) => id === last);
  const said = new Map(visit.steps.map(({ step, answer }) => [step, answer]));
  const journey = walkFromStart(funnel, visit, {
    stops: (each) => each.at === at && !isHidden(funnel, each),
    answerTo: (step, each) => (said.has(step.id) ? said.get(step.id) : anyAccepted(funnel, each)),
  });
  return anyAccepted(funnel, journey) === null;
}

const maxTries = 300;

/** What happens in some visits. */
export interface Tried {
  /** How many visits. */
  readonly visits: number;
  readonly outcomes: ReadonlySet<string>;
  /** Ids of steps. */
  readonly shown: ReadonlySet<string>;
  /** The edges taken, as `placeOf` says. */
  readonly taken: ReadonlySet<string>;
}

/** The outcomes that some of the visits get that are tried; once all are found, no more are. */
export function tryOutcomes(funnel: CompiledFunnel): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { outcome } of triedVisits(funnel)) {
    found.add(outcome!);
    if (found.size === funnel.outcomes.length) break;
  }
  return found;
}

/** All that happens in the visits that are tried. */
export function tryAll(funnel: CompiledFunnel): Tried {
  const [outcomes, shown, taken] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const places = new Map(funnel.steps.map(({ id }, at) => [id, at]));
  const onPassed: WalkInput['onPassed'] = ({ id, next }, journey) => {
    shown.add(id);
    const number = next.findIndex(({ when }) => when === undefined || holds(funnel, journey, when));
    taken.add(placeOf({ at: places.get(id)!, number }));
  };
  for (const { outcome } of triedVisits(funnel, onPassed)) outcomes.add(outcome!);
  return { visits: maxTries, outcomes, shown, taken };
}

/**
 * A few hundred whole visits, the same ones each time: what is seen to happen needs no further proof. What isn't may still
 * be possible. The first chooses what stands first throughout, the second what stands last, as the outcomes at the ends of
 * a questionnaire need; the others are made at random.
 */
export function* triedVisits(funnel: CompiledFunnel, onPassed?: WalkInput['onPassed']): Iterable<ExampleVisit> {
  const numbers = randomNumbers();
  for (let tries = 0; tries < maxTries; tries += 1) {
    const end = [0, almostOne][tries];
    const random = end === undefined ? numbers : () => end;
    // Every other visitor leans to one dimension, or away from it: high sums are rare by chance alone.
    const liked = tries % 2 === 0 ? undefined : pick(funnel.dimensions, random)?.name;
    const sign = random() < 0.7 ? 1 : -1;
    const leaning: Leaning = (option, at) => {
      if (end !== undefined) return end === 0 ? -at : at;
      const wish = liked === undefined ? 0 : sign * pointsOf(option, liked);
      return wish + random() / 2;
    };
    const liking: Liking = ({ options }) => bestOf(options, leaning);
    const variants = Object.fromEntries(
      funnel.experiments.map((each) => [each.name, pick(each.variants, random)!.name] as const),
    );
    const steps: { step: string; answer?: Answer }[] = [];
    const answerTo = (step: CompiledStep, journey: Journey): Answer | undefined | null => {
      const isLeftOut = end === undefined && isOptional(step) && random() < 0.3;
      const answer = drawAccepted(funnel, journey, (offered) =>
        isLeftOut ? undefined : questionOf(step.type)?.byLiking(offered, liking, random),
      );
      if (answer === null) return null;
      steps.push({ step: step.id, ...(answer !== undefined && { answer }) });
      return answer;
    };
    const finished = walkFromStart(funnel, { variants }, { answerTo, ...(onPassed && { onPassed }) });
    if (finished.at < funnel.steps.length) continue; // no answer was found that a check takes
    yield { ...(funnel.experiments.length > 0 && { variants }), steps, outcome: outcomeOf(funnel, finished) };
  }
}

/** The highest number below 1, which is the last of what is drawn. */
const almostOne = 1 - Number.EPSILON / 2;

type Random = () => number;
/** How much a visitor likes an option, which stands at this place. */
type Leaning = (option: CompiledOption, at: number) => number;

/** The places of the options, the most liked first. */
function bestOf(options: readonly CompiledOption[], leaning: Leaning): readonly number[] {
  const liked = options.map(leaning);
  return [...liked.keys()].toSorted((one, other) => liked[other]! - liked[one]!);
}

function pick<Item>(items: readonly Item[], random: Random): Item | undefined {
  return items[Math.floor(random() * items.length)];
}

/** Numbers from 0 up to 1, always the same. */
function randomNumbers(): Random {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
