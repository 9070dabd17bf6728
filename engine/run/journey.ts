/** Where a visitor is in a funnel, and what they said on the way. */

import type { Answer, Answers, CompiledFunnel, CompiledStep, VisitInput } from '../model.ts';
import { isQuestion } from './answer.ts';

/** Points by dimension. */
export type Totals = Readonly<Record<string, number>>;

/** Key of the node before; a symbol, so that what walks over a snapshot's keys is spared a chain as deep as the visit is long. */
export const before = Symbol('before');

/** The last step passed, and by `before` all those before it. */
export interface Trail {
  /** Index of the step; -1 before the first. */
  readonly step: number;
  /** Passed without being shown: its `showIf` was false. */
  readonly hidden: boolean;
  /** How many steps up to this one were shown, and how many of them Back can return to. */
  readonly shown: number;
  readonly returnable: number;
  /** How many steps up to this one were passed that count: the answered questions of the path. */
  readonly counted: number;
  readonly totals: Totals;
  readonly [before]: Trail | null;
}

/** The last answer to a question, and whether the question is on the visitor's path; if not, it is a draft. */
interface LastAnswer {
  readonly answer: Answer;
  readonly onPath: boolean;
}

/** The context of the machine. Nothing in it is ever changed: each event makes a new one. */
export interface VisitContext {
  readonly journey: Journey;
  /** The goals already reported, in that order. */
  readonly reported: readonly string[];
}

/** A visitor's way so far. */
export interface Journey {
  readonly input: VisitInput;
  /** The counter at which the quiz finishes (specification, section 4). */
  readonly limit: number;
  /** Index of the step that the visitor is at; the number of steps when finished. */
  readonly at: number;
  readonly trail: Trail;
  /** The step that the visitor has just gone back over, if the last event was BACK. */
  readonly wentBack: Trail | null;
  /** By index of the question step. */
  readonly answers: Readonly<Record<number, LastAnswer>>;
  /** The answered-questions counter (specification, section 4). */
  readonly counter: number;
}

/** Before the first step. Without a limit of its own the visit goes on to the final step. */
export function begin(funnel: CompiledFunnel, input: VisitInput, limit = funnel.steps.length): Journey {
  const totals = Object.fromEntries(funnel.dimensions.map(({ name }) => [name, 0]));
  return {
    input: funnel.builtOn === undefined ? input : { today: funnel.builtOn, ...input },
    limit,
    at: 0,
    trail: { step: -1, hidden: true, shown: 0, returnable: 0, counted: 0, totals, [before]: null },
    wentBack: null,
    answers: {},
    counter: 0,
  };
}

/**
 * The counter at which the quiz finishes: the number of steps, which a valid `stepsLimit` may lower; one that is
 * invalid or below 1 is ignored (specification, section 4).
 */
export function limitOf(funnel: CompiledFunnel, input: VisitInput): number {
  return isLimited(input) ? Math.min(input.stepsLimit, funnel.steps.length) : funnel.steps.length;
}

/** Whether a valid `stepsLimit` is in force, which may cut the visit short. */
export function isLimited(input: VisitInput): input is VisitInput & { readonly stepsLimit: number } {
  return Number.isInteger(input.stepsLimit) && input.stepsLimit! >= 1;
}

/** What was answered last on a step, be it on the path or a draft. */
export function lastAnswer(journey: Journey, step: number): Answer | undefined {
  return journey.answers[step]?.answer;
}

/** The answer on a step of the visitor's path. */
export function answerOnPath(journey: Journey, step: number): Answer | undefined {
  const answers = journey.answers[step];
  return answers?.onPath ? answers.answer : undefined;
}

/** The steps that were shown and passed, in order. */
export function stepsPassed(funnel: CompiledFunnel, journey: Journey): readonly CompiledStep[] {
  const passed: CompiledStep[] = [];
  for (let node: Trail | null = journey.trail; node; node = node[before]) {
    const step = funnel.steps[node.step];
    if (step && !node.hidden) passed.push(step);
  }
  return passed.reverse();
}

/** The answers on the visitor's path, by field. */
export function answersOnPath(funnel: CompiledFunnel, journey: Journey): Answers {
  const entries: [string, Answer][] = [];
  for (let node: Trail | null = journey.trail; node; node = node[before]) {
    const step = funnel.steps[node.step];
    if (!step || !isQuestion(step)) continue;
    const answer = answerOnPath(journey, node.step);
    if (answer !== undefined) entries.push([step.field, answer]);
  }
  return Object.fromEntries(entries.reverse());
}

/** Goals: reported once in a visit to analytics services and other tools (specification, section 7). */

/** The goals that leaving this step forwards reaches, or those of the finish, without those already reported. */
export function newGoals(funnel: CompiledFunnel, { journey, reported }: VisitContext): readonly string[] {
  const { goals, steps } = funnel;
  const start = journey.trail.shown === 0 ? goals.start : undefined;
  const reached = journey.at < steps.length ? [start, steps[journey.at]!.goal] : [goals.finish];
  const known = new Set(reached.filter((goal) => goal !== undefined));
  return [...known].filter((goal) => !reported.includes(goal));
}
