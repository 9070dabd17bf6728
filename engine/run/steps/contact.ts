import type { Answer, AnswerProblem } from '../../model.ts';
import { asItIs, inOwnWords, tidyText } from './rules.ts';

interface ContactRules<Kind> {
  readonly kind: Kind;
  /** What is sent instead of an answer. */
  readonly placeholder: string;
  /** What is wrong with a text that can't be one. */
  readonly problemOf: (value: string) => AnswerProblem | null;
}

/** A question for where the visitor can be reached: an email address or a telephone number. */
export function contactQuestion<Kind extends string>({ kind, placeholder, problemOf }: ContactRules<Kind>) {
  return {
    ...asItIs,
    check({ required }: { readonly required: boolean }, value: unknown) {
      if (typeof value !== 'string') return 'wrong_type';
      if (!value) return required ? 'required' : null;
      return problemOf(value);
    },
    isOptional: ({ required }: { readonly required: boolean }) => !required,
    nothing: '',
    contact: kind,
    isFreeText: true,
    tidy: tidyText,
    redact: (_step: unknown, answer: Answer) => answer && placeholder,
    redacted: placeholder.replaceAll(/[.+]/g, String.raw`\$&`),
    inWords: inOwnWords,
  } as const;
}
