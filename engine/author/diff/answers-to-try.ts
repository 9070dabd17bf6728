import type { Answer, CompiledStep, MultipleChoiceStep, NumberStep } from '../../model.ts';
import { checkAnswer, isOptional, tidyAnswer } from '../../run/answer.ts';

/** The most places of a number's range that are looked at; what people write has far fewer. */
const maxNumbers = 2000;
/** Among more options, not every pair of them is tried. */
const maxPaired = 20;

/**
 * Answers that a step takes: at least one of each kind that its successor in another version, if there is one, can treat
 * differently. `undefined` where it can be left without an answer; that stands last.
 */
export function answersToTry(step: CompiledStep, heir?: CompiledStep): readonly (Answer | undefined)[] {
  const answers = new Map<string, Answer | undefined>();
  for (const answer of tries(step, heir)) {
    const given = checkAnswer(step, answer) === null ? tidyAnswer(step, answer) : undefined;
    if (given !== undefined) answers.set(JSON.stringify(given), given);
  }
  return isOptional(step) ? [...answers.values(), undefined] : [...answers.values()];
}

function* tries(step: CompiledStep, heir: CompiledStep | undefined): Iterable<Answer> {
  switch (step.type) {
    case 'single_choice':
      for (const { key } of step.options) yield key;
      break;
    case 'multiple_choice':
      yield* choices(step);
      break;
    case 'number':
      yield* numbers(step, heir);
      break;
    case 'text':
      for (const length of [1, step.maxLength, heir?.type === 'text' ? heir.maxLength : 1]) yield 'a'.repeat(length);
      yield 'a@b.co';
      break;
    case 'email':
      for (const name of ['a', 'a'.repeat(60)]) yield `${name}@example.com`;
      break;
    default:
  }
}

/** Each option in as few and in as many as can be chosen; each pair. */
function* choices({ options, choose }: MultipleChoiceStep): Iterable<readonly string[]> {
  const together = options.filter(({ exclusive }) => !exclusive).map(({ key }) => key);
  for (const { key, exclusive } of options) {
    const others = exclusive ? [] : together.filter((other) => other !== key);
    for (const size of new Set([Math.max(1, choose.min), choose.max])) yield [key, ...others.slice(0, size - 1)];
    if (choose.max >= 2 && options.length <= maxPaired) for (const other of others) yield [key, other];
  }
}

/** The ends of the range, and of what the heir says the same of: the first and the last that is too small for it, … */
function* numbers({ min, max, step }: NumberStep, heir: CompiledStep | undefined): Iterable<number> {
  const places = Math.round((max - min) / step);
  const ends = new Map<unknown, [first: number, last: number]>();
  for (let nth = 0; nth <= Math.min(places, maxNumbers); nth += 1) {
    const place = places <= maxNumbers ? nth : Math.round((nth * places) / maxNumbers);
    const number = Number((min + place * step).toPrecision(12));
    const verdict = heir && checkAnswer(heir, number);
    ends.set(verdict, [ends.get(verdict)?.[0] ?? number, number]);
  }
  yield* new Set([...ends.values()].flat());
}
