import { fold } from '../fold.ts';
import type { CompiledStepOf, StepRules } from './rules.ts';
import { text, textPlaceholder } from './text.ts';

/** Between what was found; nothing that is looked for has it. */
const separator = ', ';

/** What the visitor writes, also where conditions look for words in it: these are sent, the text is not. */
export const searchedText: StepRules<'text'> = {
  ...text,
  question: {
    ...text.question,
    check(asked, value) {
      const problem = text.question.check(asked, value);
      return problem === 'too_long' && 'searched' in asked && value === foundIn(asked, String(value)) ? null : problem;
    },
    redact: (step, answer) => answer && foundIn(step, String(answer)),
    redacted: `${textPlaceholder}(?:${separator}[\\p{Ll}\\p{Lo}\\p{N} '-]{1,40}){0,8}`,
  },
};

/** For conditions the same as the text. */
function foundIn({ searched = [] }: CompiledStepOf<'text'>, answer: string): string {
  const folded = fold(answer);
  return sayFound(searched.filter((part) => folded.includes(part)));
}

/** What stands for a text in which these were found. */
export const sayFound = (found: readonly string[]): string => [textPlaceholder, ...found].join(separator);
