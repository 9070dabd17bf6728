import type { Answer, AnswerProblem } from '../../model.ts';
import { asItIs, inOwnWords, tidyText } from './rules.ts';

interface ContactRules<Kind> {
  readonly kind: Kind;
  /** What is sent instead of an answer. */
  readonly placeholder: string;
  /** Whether a text can be one. */
  readonly fits: (value: string) => boolean;
  /** What is wrong with one that can't. */
  readonly problem: AnswerProblem;
}

/** A question for where the visitor can be reached: an email address or a telephone number. */
export function contactQuestion<Kind extends string>({ kind, placeholder, fits, problem }: ContactRules<Kind>) {
  return {
    ...asItIs,
    check({ required }: { readonly required: boolean }, value: unknown) {
      if (typeof value !== 'string') return 'wrong_type';
      if (!value) return required ? 'required' : null;
      return fits(value) ? null : problem;
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
