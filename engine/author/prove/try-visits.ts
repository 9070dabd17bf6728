import type { Answer, CompiledFunnel, CompiledOption, CompiledStep, MultipleChoiceStep } from '../../model.ts';
import { isOptional } from '../../run/answer.ts';
import { pointsOf } from '../explore/candidate.ts';
import { holds } from '../../run/scope.ts';
import { outcomeOf } from '../../run/walk.ts';
import { placeOf } from '../explore/sweep-record.ts';
import { walk, type WalkInput } from './replay.ts';

const mostTries = 300;

/** What happens in some visits. */
export interface Tried {
  readonly outcomes: ReadonlySet<string>;
  /** Ids of steps. */
  readonly shown: ReadonlySet<string>;
  /** The edges taken, as `placeOf` says. */
  readonly taken: ReadonlySet<string>;
}

/** The outcomes that some of the visits get that are tried; once all are found, no more are. */
export function tryOutcomes(funnel: CompiledFunnel): ReadonlySet<string> {
  const found = new Set<string>();
  tryVisits(funnel, {}, (outcome) => found.add(outcome).size < funnel.outcomes.length);
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
  tryVisits(funnel, { onPassed }, (outcome) => outcomes.add(outcome).size > 0);
  return { outcomes, shown, taken };
}

/**
 * A few hundred visits made at random, the same ones each time: what is seen to happen needs no further proof. What isn't
 * may still be possible. Goes on while what looks at their outcomes says so.
 */
function tryVisits(
  funnel: CompiledFunnel,
  { onPassed }: Pick<WalkInput, 'onPassed'>,
  goesOn: (outcome: string) => boolean,
): void {
  const random = randomNumbers();
  for (let tries = 0; tries < mostTries; tries += 1) {
    // Every other visitor leans to one dimension, or away from it: high sums are rare by chance alone.
    const liked = tries % 2 === 0 ? undefined : pick(funnel.dimensions, random)?.name;
    const sign = random() < 0.7 ? 1 : -1;
    const leaning = (step: Choosable, at: number): number => {
      const wish = liked === undefined ? 0 : sign * pointsOf(step.options[at]!, liked);
      return wish + random() / 2;
    };
    const variants = funnel.experiments.map((each) => [each.name, pick(each.variants, random)!.name] as const);
    const answerTo = (step: CompiledStep): Answer | undefined => anyAnswer(step, leaning, random);
    const finished = walk(
      funnel,
      { variants: Object.fromEntries(variants) },
      { answerTo, ...(onPassed && { onPassed }) },
    );
    if (!goesOn(outcomeOf(funnel, finished))) return;
  }
}

type Random = () => number;
type Choosable = CompiledStep & { readonly options: readonly CompiledOption[] };
/** How much a visitor likes an option. */
type Leaning = (step: Choosable, at: number) => number;

function anyAnswer(step: CompiledStep, leaning: Leaning, random: Random): Answer | undefined {
  if (isOptional(step) && random() < 0.3) return undefined;
  switch (step.type) {
    case 'single_choice':
      return step.options[bestOf(step, leaning)[0]!]!.key;
    case 'multiple_choice':
      return someOptions(step, leaning, random);
    case 'number': {
      const places = Math.round((step.max - step.min) / step.step);
      const place = random() < 0.4 ? pick([0, places], random)! : Math.floor(random() * (places + 1));
      return Number((step.min + place * step.step).toPrecision(12));
    }
    case 'text':
      return 'a';
    case 'email':
      return 'a@b.co';
    default:
      return undefined;
  }
}

function someOptions(step: MultipleChoiceStep, leaning: Leaning, random: Random): Answer | undefined {
  const { options, choose } = step;
  const best = bestOf(step, leaning);
  const together = best.filter((at) => !options[at]!.exclusive);
  const alone = best.find((at) => options[at]!.exclusive);
  if (alone !== undefined && (alone === best[0] || together.length < choose.min)) return [options[alone]!.key];
  const [least, most] = [choose.min, Math.min(choose.max, together.length)];
  const chosen = new Set(together.slice(0, least + Math.floor(random() * (most - least + 1))));
  const keys = options.filter((_, at) => chosen.has(at)).map(({ key }) => key);
  return keys.length > 0 ? keys : undefined;
}

/** The places of the options, the most liked first. */
function bestOf(step: Choosable, leaning: Leaning): readonly number[] {
  const liked = step.options.map((_, at) => leaning(step, at));
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
