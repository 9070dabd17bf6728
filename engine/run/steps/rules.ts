/** What the runtime knows of a type of step. Each type is a file of its own; index.ts puts them together. */

import type {
  Answer,
  AnswerProblem,
  CompiledFunnel,
  CompiledOption,
  CompiledStep,
  FunnelData,
  Locale,
  MarkedText,
  QuestionType,
  Screen,
  ScreenBase,
  ScreenOption,
  ShownText,
  StepType,
  StepWords,
  Text,
  VisitInput,
} from '../../model.ts';
import type { Value } from '../expression.ts';
import { isBlank } from '../typed-text.ts';

export type CompiledStepOf<Type extends StepType> = Extract<CompiledStep, { readonly type: Type }>;
export type ScreenOf<Type extends StepType> = Extract<Screen, { readonly type: Type }>;

/** Turns a text of the author's into words. */
export type FillText = <Written extends MarkedText>(text: Written) => Written extends Text ? string : ShownText;

/** The words that a screen or a recall is made of. */
export interface ScreenWords {
  readonly words: StepWords;
  readonly fill: FillText;
  readonly data: FunnelData;
  /** The visit so far: a `Journey`. */
  readonly journey: { readonly input: VisitInput };
}

export interface StepRules<Type extends StepType> extends RulesFor<CompiledStepOf<Type>> {
  readonly screen: (step: CompiledStepOf<Type>, words: ScreenWords) => OwnPart<ScreenOf<Type>>;
  readonly question: Type extends QuestionType
    ? QuestionRules<CompiledStepOf<Type>, CompiledStepOf<Type> | ScreenOf<Type>>
    : null;
}

type OwnPart<Shown> = Shown extends Screen ? Omit<Shown, keyof ScreenBase | 'type' | 'answer'> : never;

/** The rules of a type that is known only when a funnel is. What is handed to them must be of that type. */
export interface RulesFor<Step> {
  /** What the screen has beyond what every screen has. */
  readonly screen: (step: Step, words: ScreenWords) => object;
  /** Whether Back skips it: a pause need not be waited for again. Default: no. */
  readonly isPassedOver?: boolean;
  /** The rules of its answers, if it is a question. */
  readonly question: QuestionRules<Step, never> | null;
  /** The step with only those of its options that a visit at it is offered: known where the rare rules are. */
  readonly offered?: (step: Step, funnel: CompiledFunnel, journey: ScreenWords['journey']) => Step;
  /** Whether a visit at such a step doesn't take an answer, for its check or its options: known where the rare rules are. */
  readonly refuses?: (funnel: CompiledFunnel, journey: ScreenWords['journey'], value: unknown) => boolean;
}

export interface QuestionRules<Step, Asked> {
  /** Why a value can't be the answer, or null if it can. Never throws, whatever the value is. */
  readonly check: (step: Asked, value: unknown, today?: string) => AnswerProblem | null;
  /** Whether the step can be passed without an answer. */
  readonly isOptional: (step: Step) => boolean;
  /** What is sent where nothing was answered. */
  readonly nothing: Answer;
  /** A checked answer as it is stored; nothing where nothing was said. */
  readonly tidy: (step: Step, answer: Answer) => Answer | undefined;
  /** What leaves the browser in our own events instead of the answer: nothing that a person wrote. */
  readonly redact: (step: Step, answer: Answer, today?: string) => Answer;
  /** By which the visitor can be reached at the answer. */
  readonly contact?: ContactKind;
  /** Whether any text may be the answer, but for its form. */
  readonly isFreeText: boolean;
  /** A regular expression for the texts that `redact` puts in; empty where it puts in none. */
  readonly redacted: string;
  /** The answer in a sentence, in the reader's language. */
  readonly inWords: (step: Step, answer: Answer, words: StepWords | undefined, locale: Locale) => string;
  /** What conditions see of the answer, or of a part of it; where it is options, the points of these count. */
  readonly valueOf: (answer: Answer, part?: string) => Value;
}

export type ContactKind = 'email' | 'phone';

/** What the rules of several types have in common. */
export const asItIs = {
  isFreeText: false,
  isOptional: () => false,
  redact: (_step: unknown, answer: Answer): Answer => answer,
  redacted: '',
  valueOf: (answer: Answer): Value => answer,
};

/** What was written freely stands in the author's sentence, which has its own full stop. */
export const inOwnWords = (_step: unknown, answer: Answer): string => String(answer).trim().replace(/\.+$/, '');

/** A text that was written, or nothing. */
export const tidyText = (_step: unknown, answer: Answer): Answer | undefined =>
  typeof answer === 'string' && isBlank(answer) ? undefined : answer;

/** The option with this key. */
export function optionOf<Option extends { readonly key: string }>(
  options: readonly Option[],
  key: unknown,
): Option | undefined {
  return options.find((option) => option.key === key);
}

/** The options with their words. */
export function optionsOnScreen(options: readonly CompiledOption[], words: StepWords): readonly ScreenOption[] {
  return options.map(({ key, exclusive = false }) => {
    const option = words.options?.[key] ?? key;
    return { key, ...(typeof option === 'string' ? { label: option } : option), exclusive };
  });
}

/** How texts that recall the options say them. */
export function phrasesOf(answer: Answer, words: StepWords | undefined): string[] {
  return [answer].flat().map((key) => {
    const option = words?.options?.[key] ?? String(key);
    return typeof option === 'string' ? option : (option.recall ?? option.label);
  });
}

/** Those of the keys that an object has. */
export function pick<Whole extends object, Key extends keyof Whole>(
  from: Whole,
  ...keys: readonly Key[]
): Pick<Whole, Key> {
  return Object.fromEntries(keys.flatMap((key) => (from[key] === undefined ? [] : [[key, from[key]]]))) as never;
}
