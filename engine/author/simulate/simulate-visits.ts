import type { AnswerByChance } from '../steps/authoring.ts';
import { answerByChance } from '../steps/answer-by-chance.ts';
import { createRandom, type Random } from '../random.ts';
import { drawAccepted } from '../steps/accepted-answers.ts';
import type { Answer, Answers, CompiledFunnel, CompiledStep, VisitEvent, VisitInput } from '../../model.ts';
import { isQuestion, noAnswer } from '../../run/answer.ts';
import { answersOnPath, begin, type Journey } from '../../run/journey.ts';
import { blocksInOrder } from '../../run/blocks.ts';
import { assignVariants } from '../../run/variants.ts';
import { goneBack, outcomeOf, pass, walk } from '../../run/walk.ts';

export interface SimulateInput {
  readonly visitors: number;
  /** The same seed gives the same visits. */
  readonly seed: string;
  readonly stay: Stay;
  /** The chance that a visitor takes Back at a step where they can; without it, none does. */
  readonly back?: number;
}

export interface SimulatedVisit {
  readonly variants: Readonly<Record<string, string>>;
  /** Ids of the steps shown, in order, each once. */
  readonly steps: readonly string[];
  /** Id of the step at which the visitor left; `null` if they finished. */
  readonly leftAt: string | null;
  /** What was answered on the visitor's path. */
  readonly answers: Answers;
  /** Id of the outcome; `null` if the visitor left before the end. */
  readonly outcome: string | null;
}

/**
 * Visits by chance, one after the other, to the letter of `engine/run`, without query parameters or preferences for
 * an option.
 */
export function* simulateVisits(
  funnel: CompiledFunnel,
  { visitors, seed, stay, back = 0 }: SimulateInput,
): Iterable<SimulatedVisit> {
  const random = createRandom(seed);
  const answers = funnel.steps.map(answerByChance);
  for (let visitor = 0; visitor < visitors; visitor += 1) {
    const variants = assignVariants(funnel, `${seed} ${visitor}`);
    const own = blocksInOrder(funnel, `${seed} ${visitor}`);
    const chances = { random, answers: own === funnel ? answers : own.steps.map(answerByChance), stay, back };
    yield factsOf(own, visitByChance(own, { variants }, chances), variants);
  }
}

/** What came of a visit. */
export function factsOf(
  funnel: CompiledFunnel,
  { moves, end }: VisitByChance,
  variants: SimulatedVisit['variants'],
): SimulatedVisit {
  const shown = new Set(moves.map(({ journey }) => funnel.steps[journey.at]!.id));
  const leftAt = funnel.steps[end.at]?.id ?? null;
  if (leftAt !== null) shown.add(leftAt);
  const outcome = leftAt === null ? outcomeOf(funnel, end) : null;
  return { variants, steps: [...shown], leftAt, answers: answersOnPath(funnel, end), outcome };
}

/** The chance that a visitor goes on at a step, 0 to 1: everywhere the same, or by the step's id and the variants. */
export type Stay = number | ((step: string, variants: Readonly<Record<string, string>>) => number);

interface Chances {
  readonly random: Random;
  /** What is answered, by index of the step. */
  readonly answers: readonly AnswerByChance[];
  readonly stay: Stay;
  /** The chance that a visitor takes Back at a step where they can. */
  readonly back: number;
}

/** Something that a visitor did. */
interface Move {
  /** Where the visit was before it. */
  readonly journey: Journey;
  readonly event: VisitEvent;
}

export interface VisitByChance {
  readonly moves: readonly Move[];
  /** Where the visit ended: finished, or at the step where the visitor left. */
  readonly end: Journey;
}

/** One visit by chance, to the letter of `engine/run`. */
export function visitByChance(funnel: CompiledFunnel, input: VisitInput, chances: Chances): VisitByChance {
  const { random, stay, back } = chances;
  const moves: Move[] = [];
  const end = walk(funnel, begin(funnel, input), (journey, step) => {
    if (random.next() >= (typeof stay === 'number' ? stay : stay(step.id, input.variants ?? {}))) return null;
    if (back > 0 && journey.trail.returnable > 0 && random.next() < back) {
      moves.push({ journey, event: { type: 'BACK' } });
      return goneBack(funnel, journey);
    }
    const answer = drawAccepted(funnel, journey, (offered) =>
      (offered === step ? chances.answers[journey.at]! : answerByChance(offered))(random),
    );
    if (answer === null) return null;
    moves.push({ journey, event: eventOf(step, answer) });
    return pass(funnel, journey, answer);
  });
  return { moves, end };
}

function eventOf(step: CompiledStep, answer: Answer | undefined): VisitEvent {
  if (!isQuestion(step)) return { type: 'NEXT' };
  return { type: 'ANSWER', value: answer ?? noAnswer(step) };
}

/** What came of many visits. */
export interface Tally extends Group {
  /** In the order of the funnel. */
  readonly steps: readonly StepTally[];
  readonly experiments: readonly { readonly name: string; readonly variants: readonly VariantTally[] }[];
}

interface StepTally {
  readonly id: string;
  /** How many visitors saw the step. */
  readonly shown: number;
  /** How many of them left there. */
  readonly left: number;
}

interface VariantTally extends Group {
  readonly name: string;
}

interface Group {
  readonly visitors: number;
  readonly finished: number;
  /** In the order of the funnel: how many visitors got each outcome. */
  readonly outcomes: readonly { readonly id: string; readonly visitors: number }[];
}

/** Counts visits by step, by outcome and by variant. */
export function tallyVisits(funnel: CompiledFunnel, visits: Iterable<SimulatedVisit>): Tally {
  const all = new Counter();
  const shown = new Map<string, number>();
  const left = new Map<string, number>();
  const variants = new Map(
    funnel.experiments.map(({ name, variants }) => [
      name,
      new Map(variants.map((variant) => [variant.name, new Counter()])),
    ]),
  );
  for (const visit of visits) {
    all.add(visit);
    for (const id of visit.steps) shown.set(id, (shown.get(id) ?? 0) + 1);
    if (visit.leftAt !== null) left.set(visit.leftAt, (left.get(visit.leftAt) ?? 0) + 1);
    for (const [name, counters] of variants) counters.get(visit.variants[name] ?? '')?.add(visit);
  }
  return {
    ...all.read(funnel),
    steps: funnel.steps.map(({ id }) => ({ id, shown: shown.get(id) ?? 0, left: left.get(id) ?? 0 })),
    experiments: [...variants].map(([name, counters]) => ({
      name,
      variants: [...counters].map(([variant, counter]) => ({ name: variant, ...counter.read(funnel) })),
    })),
  };
}

class Counter {
  #visitors = 0;
  #finished = 0;
  readonly #outcomes = new Map<string, number>();

  add({ outcome }: SimulatedVisit): void {
    this.#visitors += 1;
    if (outcome === null) return;
    this.#finished += 1;
    this.#outcomes.set(outcome, (this.#outcomes.get(outcome) ?? 0) + 1);
  }

  read({ outcomes }: CompiledFunnel): Group {
    return {
      visitors: this.#visitors,
      finished: this.#finished,
      outcomes: outcomes.map(({ id }) => ({ id, visitors: this.#outcomes.get(id) ?? 0 })),
    };
  }
}
