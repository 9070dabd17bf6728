/** An option that visitors write in themselves, which few funnels have: the answer is its key, a colon and their words. */

import type { Answer, AnswerProblem, CompiledStep, WriteIn } from '../model.ts';
import type { Value } from './expression.ts';
import type { RulesFor } from './steps/rules.ts';
import { isBlank, isolate } from './typed-text.ts';

/** The option with what a visitor wrote in, as it is answered. */
export const withWords = (key: string, words: string): string => `${key}:${words}`;

/** Keys of options have no colon. */
const separate = (chosen: string): readonly [key: string, words?: string] => {
  const at = chosen.indexOf(':');
  return at < 0 ? [chosen] : [chosen.slice(0, at), chosen.slice(at + 1)];
};

/** The key of an option that was chosen, without what was written in. */
export const keyOf = (chosen: string): string => separate(chosen)[0];

/** What was written in at this option; nothing where it wasn't chosen, or was before it asked for words. */
export function wordsIn(answer: Answer | undefined, key: string): string | undefined {
  const chosen = [answer].flat().find((each) => typeof each === 'string' && keyOf(each) === key);
  return typeof chosen === 'string' ? separate(chosen)[1] : undefined;
}

/** Whether the option is chosen, and nothing is written in yet. */
export function lacksWords({ writeIn }: CompiledStep, answer: Answer | undefined): boolean {
  return writeIn !== undefined && [answer].flat().includes(writeIn.key);
}

/** Nobody types these: where they are pasted, browsers leave them out. */
const control = /\p{Cc}/gu;

/** What a field to write in says, without what nobody types. */
export const tidyWords = (typed: string): string => typed.replace(control, ' ').trim();

/** Why words can't be written in, or null if they can. */
export function wordsProblem(words: string, { maxLength }: Pick<WriteIn, 'maxLength'>): AnswerProblem | null {
  if (isBlank(words)) return 'required';
  if (words.length > maxLength) return 'too_long';
  return words.search(control) < 0 ? null : 'wrong_type';
}

/**
 * The rules of a type that may have such an option. The key alone is an answer too: our own events have no more, and
 * visitors may have chosen the option before it asked for words. Conditions and points see nothing else.
 */
export function withWriteIn(rules: RulesFor<CompiledStep>): RulesFor<CompiledStep> {
  const question = rules.question!;
  return {
    ...rules,
    screen: (step, input) => ({ ...rules.screen(step, input), ...(step.writeIn && { writeIn: step.writeIn }) }),
    question: {
      ...question,
      check(asked: { readonly writeIn?: WriteIn }, value, today) {
        const { writeIn } = asked;
        if (!writeIn) return question.check(asked as never, value, today);
        const problem = question.check(asked as never, withoutWordsAt(writeIn.key, value), today);
        const words = problem ? undefined : wordsIn(value as Answer, writeIn.key);
        return words === undefined ? problem : wordsProblem(words, writeIn);
      },
      tidy(step, answer) {
        const words = step.writeIn && wordsIn(answer, step.writeIn.key);
        if (words === undefined) return question.tidy(step, answer);
        const { key } = step.writeIn!;
        return mapChosen(question.tidy(step, keysOf(answer))!, (each) => (each === key ? withWords(key, words) : each));
      },
      redact: (step, answer, today) => question.redact(step, keysOf(answer), today),
      inWords(step, answer, words, locale) {
        const written = step.writeIn && wordsIn(answer, step.writeIn.key);
        if (written === undefined) return question.inWords(step, answer, words, locale);
        const options = { ...words?.options, [step.writeIn!.key]: isolate(written.trim()) };
        return question.inWords(step, keysOf(answer), { title: '', ...words, options }, locale);
      },
      valueOf: (answer, part): Value => question.valueOf(keysOf(answer), part),
    },
  };
}

const keysOf = (answer: Answer): Answer => mapChosen(answer, keyOf);

function mapChosen(answer: Answer, change: (chosen: string) => string): Answer {
  if (typeof answer === 'number') return answer;
  return typeof answer === 'string' ? change(answer) : answer.map(change);
}

/** A value, whatever it is, with the bare key where words were written in at it. */
function withoutWordsAt(key: string, value: unknown): unknown {
  const bare = (each: unknown) => (typeof each === 'string' && keyOf(each) === key ? key : each);
  return Array.isArray(value) ? value.map(bare) : bare(value);
}
