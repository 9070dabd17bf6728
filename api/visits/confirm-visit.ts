import type { signup } from '../../schemas/api/auth.ts';
import type { BodyOf } from '../../schemas/api/call.ts';
import type { Answers, CompiledFunnel, VisitInput } from '../../engine/model.ts';
import { checkAnswers } from '../../engine/run/answers.ts';
import { blocksAsAnswered } from '../../engine/run/blocks.ts';
import { dayNumber } from '../../engine/run/days.ts';
import { cutSource } from '../../engine/run/query.ts';

/** A finished quiz as a browser reports it. */
export type QuizVisit = NonNullable<BodyOf<typeof signup>['visit']>;

/** A visit that the funnel confirms, as it is stored. */
export interface ConfirmedVisit {
  readonly funnel: string;
  /** Of the funnel that it was replayed on. */
  readonly version: string;
  /** Under present names, and only what lies on the visitor's path. */
  readonly answers: Answers;
  /** Only what the funnel knows of. */
  readonly input: VisitInput;
  readonly outcome: string;
  /** Of the outcome, in its order. */
  readonly topics: readonly string[];
}

export type Replayed =
  | { readonly kind: 'accepted'; readonly visit: ConfirmedVisit }
  /** No visitor can have given these answers, or there is no such funnel. */
  | { readonly kind: 'refused'; readonly reason: string };

interface VisitOnFunnel {
  readonly funnel: CompiledFunnel | undefined;
  readonly visit: QuizVisit;
}

/** Replays a visit on a funnel, also where it ran on an earlier version of it. Nothing that is sent can make it throw. */
export function confirmVisit({ funnel, visit }: VisitOnFunnel): Replayed {
  if (!funnel) return { kind: 'refused', reason: 'unknown_funnel' };
  const input = visit.input ? knownInput(funnel, visit.input) : anyLength;
  const check = checkAnswers(blocksAsAnswered(funnel, visit.answers), visit.answers, input);
  if (!check.ok) return { kind: 'refused', reason: check.problems[0]?.code ?? 'wrong_type' };
  const { answers, outcome } = check;
  const topics = funnel.outcomes.find(({ id }) => id === outcome)?.topics ?? [];
  return { kind: 'accepted', visit: { funnel: funnel.id, version: funnel.version, answers, input, outcome, topics } };
}

/** Without a record of how the visit ran, `stepsLimit` may have cut it short anywhere. */
const anyLength: VisitInput = { stepsLimit: 1 };

/** Without what the funnel does not ask for: it changes nothing and may be anything. */
function knownInput(
  funnel: CompiledFunnel,
  { variants, query, stepsLimit, today }: NonNullable<QuizVisit['input']>,
): VisitInput {
  const experiments = funnel.experiments.map(({ name }) => name);
  return {
    ...(variants && { variants: pick(variants, experiments) }),
    ...(query && { query: cutSource(pick(query, funnel.hiddenFields)) }),
    ...(stepsLimit !== undefined && { stepsLimit: Math.min(stepsLimit, funnel.steps.length) }),
    ...(today !== undefined && funnel.builtOn !== undefined && dayNumber(today) !== undefined && { today }),
  };
}

function pick(record: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.filter((name) => Object.hasOwn(record, name)).map((name) => [name, record[name]!]));
}
