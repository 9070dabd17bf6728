import type { Answer, CompiledFunnel, CompiledStep, VisitEvent, VisitInput } from '../../model.ts';
import { isQuestion } from '../../run/answer.ts';
import { begin, type Journey } from '../../run/journey.ts';
import { goBack, isHidden, isPassedOver, pass, retreat, skip } from '../../run/walk.ts';
import type { AnswerByChance } from './answer-by-chance.ts';
import type { Random } from './random.ts';

/** The chance that a visitor goes on at a step, 0 to 1: everywhere the same, or by the step's id and the variants. */
export type Stay = number | ((step: string, variants: Readonly<Record<string, string>>) => number);

export interface Chances {
  readonly random: Random;
  /** What is answered, by index of the step. */
  readonly answers: readonly AnswerByChance[];
  readonly stay: Stay;
  /** The chance that a visitor takes Back at a step where they can. */
  readonly back: number;
}

/** Something that a visitor did. */
export interface Move {
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
  let journey = begin(funnel, input);
  for (let step; (step = funnel.steps[journey.at]);) {
    if (isHidden(funnel, journey)) {
      journey = skip(journey);
      continue;
    }
    if (random.next() >= (typeof stay === 'number' ? stay : stay(step.id, input.variants ?? {}))) break;
    if (back > 0 && journey.trail.returnable > 0 && random.next() < back) {
      moves.push({ journey, event: { type: 'BACK' } });
      journey = goneBack(funnel, journey);
      continue;
    }
    const answer = chances.answers[journey.at]!(random);
    moves.push({ journey, event: eventOf(step, answer) });
    journey = pass(funnel, journey, answer);
  }
  return { moves, end: journey };
}

function goneBack(funnel: CompiledFunnel, from: Journey): Journey {
  let journey = goBack(funnel, from);
  while (isPassedOver(funnel, journey)) journey = retreat(journey);
  return journey;
}

function eventOf(step: CompiledStep, answer: Answer | undefined): VisitEvent {
  if (!isQuestion(step)) return { type: 'NEXT' };
  return { type: 'ANSWER', value: answer ?? (step.type === 'multiple_choice' ? [] : '') };
}
