/** Taking a visit up again, on another page or another day. */

import { initialTransition } from 'xstate';
import type { Answer, CompiledFunnel, VisitInput } from '../model.ts';
import { checkAnswer, isOptional, isQuestion, tidyAnswer } from './answer.ts';
import { indexOf } from './funnel-index.ts';
import { begin, lastAnswer, limitOf, type Journey, type VisitContext } from './journey.ts';
import type { FunnelMachine, FunnelSnapshot } from './machine.ts';
import { readStoredAnswers } from './renames.ts';
import { refusalOf } from './refusal.ts';
import { pass, walk } from './walk.ts';

/**
 * The visit as it was when it was saved, for `createActor(machine, { snapshot, input })`. Where the funnel has changed
 * since, as far as the answers carry: renamed ones are found, those that no longer fit are dropped; or from the first
 * step, if the funnel says `restart`. Whatever is wrong with what was saved, there is a snapshot; at the worst the one of
 * a new visit.
 */
export function resumeVisit(
  machine: FunnelMachine,
  funnel: CompiledFunnel,
  saved: unknown,
  input: VisitInput = {},
): FunnelSnapshot {
  const context = resumeContext(funnel, saved, input);
  if (!context) return initialTransition(machine, input)[0];
  return machine.resolveState({ value: funnel.steps[context.journey.at]!.id, context });
}

/** The same without a machine; null where the visit starts over. */
export function resumeContext(funnel: CompiledFunnel, saved: unknown, input: VisitInput): VisitContext | null {
  const visit = asRecord(saved);
  const isCurrent = visit['version'] === funnel.version;
  const start = withDrafts(funnel, begin(funnel, input), asRecord(visit['answers']));
  const target = targetOf(funnel, visit['at']);
  const place = isCurrent || !funnel.restart ? walkTo(funnel, start, target) : undefined;
  if (!place) return null;
  const limit = limitOf(funnel, input);
  const counter = counterOf(place.counter, {
    limit,
    saved: isCurrent && place.at === target ? visit['counter'] : undefined,
  });
  return {
    journey: { ...place, counter, limit },
    reported: goalsAmong(visit['goals'], funnel),
  };
}

/** The shown step with this index; if the answers don't lead there, the step after the last one that has an answer. */
function walkTo(funnel: CompiledFunnel, start: Journey, target: number | undefined): Journey | undefined {
  let place: Journey | undefined;
  let answered = true;
  walk(funnel, start, (journey, step) => {
    if (answered || journey.at === target) place = journey;
    if (journey.at === target) return null;
    const answer = lastAnswer(journey, journey.at);
    const isRefused = answer !== undefined && refusalOf(funnel, journey, answer) !== null;
    answered = answer !== undefined && !isRefused;
    const mustAnswer = isQuestion(step) && !isOptional(step);
    return isRefused || (mustAnswer && !answered) ? null : pass(funnel, journey, answer);
  });
  return place;
}

/** Of what was saved, the goals that the funnel has, in the order in which they were reached. */
function goalsAmong(saved: unknown, { goals, steps }: CompiledFunnel): readonly string[] {
  const known = new Set<unknown>([goals.start, goals.finish, ...steps.map(({ goal }) => goal)]);
  const reached = new Set<unknown>(Array.isArray(saved) ? saved : []);
  return [...reached].filter((goal): goal is string => typeof goal === 'string' && known.has(goal));
}

function targetOf(funnel: CompiledFunnel, id: unknown): number | undefined {
  if (typeof id !== 'string') return undefined;
  return indexOf(funnel).steps.get(id) ?? funnel.steps.findIndex((step) => step.renamedFrom?.includes(id));
}

function withDrafts(funnel: CompiledFunnel, journey: Journey, stored: object): Journey {
  const answers = { ...journey.answers };
  for (const [at, value] of readStoredAnswers(funnel, stored).values) {
    const step = funnel.steps[at]!;
    const answer =
      checkAnswer(step, value, journey.input.today) === null ? tidyAnswer(step, value as Answer) : undefined;
    if (answer !== undefined) answers[at] = { answer, onPath: false };
  }
  return { ...journey, answers };
}

/** The counter that was saved, if it can be right; else that of the path. A visit taken up is not yet finished. */
function counterOf(counted: number, { limit, saved }: { limit: number; saved: unknown }): number {
  const fits = typeof saved === 'number' && Number.isInteger(saved) && saved >= 0 && saved < limit;
  return fits ? saved : Math.min(counted, limit - 1);
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
