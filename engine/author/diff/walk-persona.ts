import { isOptional, isQuestion } from '../../run/answer.ts';
import { begin, type Journey } from '../../run/journey.ts';
import { isHidden, pass, skip } from '../../run/walk.ts';
import type { Persona } from './persona.ts';
import type { Versions } from './versions.ts';

/** A visit at a step that is shown, or at the end, and what makes it differ from others: what was said so far. */
export interface Stop {
  readonly journey: Journey;
  readonly said: string;
}

/** The visit of somebody: at each step that they are shown, and at the end. */
export function* walkPersona({ before, answersToTry }: Versions, persona: Persona): Iterable<Stop> {
  let journey = begin(before, persona.input);
  let said = JSON.stringify(persona.input);
  for (let step; (step = before.steps[journey.at]);) {
    if (isHidden(before, journey)) {
      journey = skip(journey);
      continue;
    }
    yield { journey, said };
    const { at } = journey;
    const known = persona.answers.get(at);
    const isLeftOut = persona.answers.has(at) && known === undefined && isOptional(step);
    const answer = isQuestion(step) && !isLeftOut ? (known ?? answersToTry[at]![0]) : undefined;
    if (answer !== undefined) said += ` ${at}: ${JSON.stringify(answer)}`;
    journey = pass(before, journey, answer);
  }
  yield { journey, said };
}
