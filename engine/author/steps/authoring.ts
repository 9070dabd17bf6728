/** What the author's side knows of a type of step. Each type is a file of its own; index.ts puts them together. */

import type {
  DayLimit,
  Expression,
  ValueFormat,
  StepType,
  Answer,
  CompiledFunnel,
  CompiledOption,
  CompiledStep,
  IntroStep,
  QuestionType,
} from '../../model.ts';
import type { Path } from '../../problem.ts';
import { toDigits } from '../../run/expression.ts';
import type { CompiledStepOf } from '../../run/steps/rules.ts';
import type { AnswerGrid, Candidate, CandidateInput } from './candidate.ts';
import type { ValueType } from '../expression/types.ts';
import type { Finding } from '../finding.ts';
import type { FlowOption, FlowStep, FormatValue, StepValue } from '../flow.ts';
import type { Random } from '../random.ts';
import type { StepWordsValue } from '../words/words.ts';

/** A JSON Schema, or a part of one. */
export interface Schema {
  readonly [keyword: string]: unknown;
}

/** What every step has, whatever its type. */
type StepBasis = Omit<IntroStep, 'type'>;

/** What the expressions of a flow mean. */
export interface FlowValues {
  readonly expression: (text: string) => Expression;
  /** A format; without one, that of the first of these texts which is an answer or a variable with a format of its own. */
  readonly format: (format: FormatValue | undefined, texts: readonly string[]) => ValueFormat;
}

/** Words that not every step shows. */
export type OwnWord = Exclude<keyof StepWordsValue, 'title' | 'subtitle' | 'body'>;

/**
 * Always shown, or only where the rest of the step says so: how that is written in a hint, empty where it is always so,
 * and whether it is so.
 */
export type ShowsWord =
  | true
  | {
      readonly where: string;
      readonly fits: (step: StepValue) => boolean;
      /** Whether the step is broken without it. */
      readonly isNeeded?: true;
    };

export interface StepAuthoring<Type extends StepType> extends AuthoringFor<CompiledStepOf<Type>> {
  readonly compile: (basis: StepBasis, step: FlowStep, builtOn: string, values: FlowValues) => CompiledStepOf<Type>;
  readonly question: Type extends QuestionType ? QuestionAuthoring<CompiledStepOf<Type>> : null;
}

/** What is known of a type that is known only when a funnel is. What is handed to it must be of that type. */
export interface AuthoringFor<Step> {
  /** What it is, in the manual and on hover. */
  readonly description: string;
  /** The JSON Schema of each key that only this type has, or has in its own way. */
  readonly keys: Readonly<Record<string, Schema>>;
  /** Those of these keys that have to be there. */
  readonly required: readonly string[];
  readonly words: Readonly<Partial<Record<OwnWord, ShowsWord>>>;
  /** Whether it makes no sense for each of several options. */
  readonly once?: true;
  /** The step's own keys, with its defaults. The step must have passed every check. */
  readonly compile: (basis: StepBasis, step: FlowStep, builtOn: string, values: FlowValues) => Step;
  /** Adds what depends on the rest of the funnel. */
  readonly complete?: (step: Step, funnel: Omit<CompiledFunnel, 'version'>) => Step;
  /** Keys that don't go together. */
  readonly check: (step: FlowStep) => Iterable<Omit<Finding, 'in'>>;
  /** Whether visitors may write in one of its options themselves. */
  readonly takesWriteIn?: true;
  /** What it says besides what every step says, in an author's words. */
  readonly facts: (step: Step) => Readonly<Record<string, string | number | boolean | undefined>>;
  readonly question: QuestionAuthoring<Step> | null;
}

export interface QuestionAuthoring<Step> {
  /** How many of its options an answer is, if it has some. */
  readonly chooses: 'one' | 'several' | null;
  /** How many options have to be chosen at least; default: 1. */
  readonly fewest?: (step: Step) => number;
  /** Where an answer is one of each of several groups of options: these groups. */
  readonly groups?: (step: FlowStep) => readonly (readonly FlowOption[])[];
  /**
   * The same of a compiled step, where an answer is complete with one of each: it is then proved group by group. Nothing
   * among the options of a group: it can be left out.
   */
  readonly parts?: (step: Step) => readonly (readonly (CompiledOption | undefined)[])[];
  /** Options whose place in an answer conditions can ask for. */
  readonly placed?: (step: Step) => readonly string[];
  /** What an answer is in an expression. */
  readonly valueType: (keys: ReadonlySet<string>, name: string) => ValueType;
  /** What an answer is in TypeScript. `keys`: the union of the keys of its options. */
  readonly answerType: (keys: string) => string;
  /** Conditions on the answer that an editor offers. */
  readonly conditions: (field: string, step: StepNames) => readonly Suggestion[];
  /** Answers for the proofs: at least one of each kind that conditions can tell apart. */
  readonly candidates: (input: CandidateInput & { readonly step: Step }) => Iterable<Candidate>;
  /** How many these are, where they can be too many to be made. */
  readonly countCandidates?: (input: CandidateInput & { readonly step: Step }) => number;
  /** All answers, where conditions can compute with what they see of them. */
  readonly grid?: (step: Step) => AnswerGrid;
  /** Draws an answer without preferences, for simulated visits. */
  readonly byChance: (step: Step) => AnswerByChance;
  /** An answer of a visitor who prefers some options to others, and extremes to what is between them. */
  readonly byLiking: (step: Step, liking: Liking, random: () => number) => Answer | undefined;
  /** Answers of which at least one is of each kind that the step's successor in another version can treat differently. */
  readonly againstSuccessor: (step: Step, successor: CompiledStep | undefined) => Iterable<Answer>;
  /** Why answers that an earlier version took no longer fit. */
  readonly explainLimit: (step: Step, lost: LostToLimit) => Limit;
  /** Answers that a visitor may well give, the likeliest first. */
  readonly samples: (step: Step) => readonly Answer[];
  /** What can be put in that Continue doesn't take; null: nothing at all; `undefined`: all that can be put in is right. */
  readonly wrong: (step: Step) => Answer | null | undefined;
}

/** A text that an editor offers, with a line about it. */
export interface Suggestion {
  readonly text: string;
  readonly about?: string | undefined;
}

/** Gives an answer that a step takes, tidied as the engine stores it; nothing where nothing is said. */
export type AnswerByChance = (random: Random) => Answer | undefined;

/** How much a visitor likes each option: its index in the order of liking. */
export type Liking = (step: { readonly options: readonly CompiledOption[] }) => readonly number[];

export interface LostToLimit {
  /** Most often an `AnswerProblem`. */
  readonly why: string;
  readonly answers: readonly unknown[];
}

/** The keys of the step that say why, and the rest of a sentence about those who gave such answers. */
export interface Limit {
  readonly keys: readonly Path[];
  readonly cause: string;
}

export const lose = 'would lose that answer';

/** Where the type has no limit of its own that says more. */
export function explainByExample(_step: unknown, { answers }: LostToLimit): Limit {
  return { keys: [], cause: `${JSON.stringify(answers[0])}, for example, ${lose}.` };
}

/** Keys that go together anyhow. */
export function* nothingToCheck(): Iterable<never> {}

/** What the checks have made sure of. */
export function known<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('A funnel with problems was compiled.');
  return value;
}

/** Points by dimension; a plain number is on the dimension `score`. */
export function scoresOf({ value: { score } }: FlowOption): Readonly<Record<string, number>> {
  if (score === undefined) return {};
  return typeof score === 'number' ? { score } : score;
}

/** Old ids, as a list. */
export function renamedFrom(from: string | readonly string[] | undefined): { renamedFrom?: readonly string[] } {
  if (from === undefined) return {};
  return { renamedFrom: typeof from === 'string' ? [from] : from };
}

export function compileOption(option: FlowOption): CompiledOption {
  const { key, value } = option;
  return {
    key,
    ...(value.score !== undefined && { scores: scoresOf(option) }),
    ...(value.exclusive === true && { exclusive: true }),
    ...(keepsPlace(option) && { fixed: true }),
    ...renamedFrom(value.renamed_from),
  };
}

/** Whether an option keeps its place where the others are shuffled. */
export const keepsPlace = ({ value }: FlowOption): boolean => value.fixed === true || value.write_in === true;

/** The options of a question, with their points; `reverse` turns these round on each dimension. */
export function compileOptions({ options, value }: FlowStep): readonly CompiledOption[] {
  const compiled = options.map(compileOption);
  if (value.reverse !== true) return compiled;
  const names = new Set(compiled.flatMap(({ scores = {} }) => Object.keys(scores)));
  return compiled.map((option) => ({
    ...option,
    scores: Object.fromEntries(
      [...names].map((name) => {
        const points = compiled.map(({ scores = {} }) => scores[name] ?? 0);
        return [name, mirrored(option.scores?.[name] ?? 0, points)];
      }),
    ),
  }));
}

/** What the points as far from the other end are. */
export function mirrored(points: number, all: readonly number[]): number {
  return toDigits(Math.min(...all) + Math.max(...all) - points);
}

export const reverseKey: Schema = {
  title: 'reverse',
  description:
    'Whether the question says the opposite of the others, as in published questionnaires: where its options go from 0 to 4 points, 4 counts as 0, 3 as 1.',
  type: 'boolean',
};

/** Whether options come in an order by chance; `rules/shuffle.ts` says what has to go with it. */
export const shuffleKey: Schema = {
  title: 'shuffle',
  description:
    'Whether each visitor sees the options in an order of their own, the same one whenever they come. Options with `fixed: true` keep their places.',
  type: 'boolean',
};

/** Of a question whose options are shuffled. */
export const shuffleOf = ({ value }: FlowStep): { shuffle?: true } => (value.shuffle === true ? { shuffle: true } : {});

/** What a question with options says of their order. */
export const shuffleFacts = ({ shuffle }: { readonly shuffle?: true }) => ({ 'options shuffled': shuffle });

/** Whether it can be left empty, of a question that is written. */
export const requiredKey: Schema = {
  title: 'required',
  description: 'Whether it has to be answered. Without it: true.',
  type: 'boolean',
};

/** Of a question that most often has to be answered. */
export const optionalOf = ({ required = true }: StepValue): { optional?: true } => (required ? {} : { optional: true });

/** What such a question says of it. */
export const optionalFacts = ({ optional }: { readonly optional?: true | undefined }) => ({
  required: optional && false,
});

/** What a step is called, as its files say it right now. */
export interface StepNames {
  readonly id: string;
  readonly type: StepType | undefined;
  readonly title: string | undefined;
  /** Of a question. */
  readonly field: string | undefined;
  readonly options: readonly {
    readonly key: string;
    readonly label: string | undefined;
    readonly isWrittenIn: boolean;
  }[];
  /** Of a number or a date. */
  readonly range: { readonly min: DayLimit; readonly max: DayLimit } | undefined;
}
