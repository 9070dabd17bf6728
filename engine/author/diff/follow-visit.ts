import type { Answer, CompiledFunnel } from '../../model.ts';
import { isOptional, isQuestion } from '../../run/answer.ts';
import { indexOf } from '../../run/funnel-index.ts';
import { noGoals } from '../../run/goals.ts';
import { answerOnPath, lastAnswer, type Journey } from '../../run/journey.ts';
import type { createFunnelMachine } from '../../run/machine.ts';
import { resumeVisit } from '../../run/resume-visit.ts';
import { saveVisit } from '../../run/save-visit.ts';
import { isHidden, pass, skip } from '../../run/walk.ts';
import type { SampleVisit } from './sample-visits.ts';
import type { Versions } from './versions.ts';

/**
 * What becomes of a visitor who was in the middle when the new version was published.
 * `continues`: on the same step. `migrates`: the step or an answer has a new name, and is found. `moves`: to another step,
 * without being asked anything twice. `goes_back`: behind questions that are already answered, as another has to be
 * answered first. `restarts`: everything begins anew.
 */
export type FateKind = 'continues' | 'migrates' | 'moves' | 'goes_back' | 'restarts';

export interface Fate {
  readonly kind: FateKind;
  /** Id of the step of the new version that the visitor sees. */
  readonly to: string;
  /** Fields of the old version whose answers are dropped. */
  readonly lost: readonly string[];
  /** Fields of the old version whose answers are kept, but no longer count: the new way leads past their questions. */
  readonly unused: readonly string[];
  /** Fields whose questions come once more, with the answer that was given. */
  readonly again: readonly string[];
  /** Id of the question of the new version that has to be answered first, if that sends the visitor back. */
  readonly first?: string;
}

/** Saves the visit as the old version would and takes it up as the new one would, and tells what has become of it. */
export function followVisit(
  versions: Versions,
  machine: ReturnType<typeof createFunnelMachine>,
  { journey, input }: SampleVisit,
): Fate {
  const { before, after, heirs, carryOver } = versions;
  const saved = saveVisit(before, { context: { journey, reported: noGoals(before) } });
  const place = resumeVisit(machine, after, saved, input).context.journey;
  const to = after.steps[place.at]?.id ?? '';
  const fields = Object.keys(saved.answers);
  if (after.restart && after.version !== before.version) {
    return { kind: 'restarts', to, lost: fields, unused: [], again: [] };
  }
  /** A step that was several questions has room for the answer to one of them. */
  const taken = new Set<number>();
  const kept = fields.flatMap((field) => {
    const now = carryOver(field, saved.answers[field]!);
    if (!('at' in now && sameAnswer(now.answer, lastAnswer(place, now.at))) || taken.has(now.at)) return [];
    taken.add(now.at);
    return [
      { field, at: now.at, isRenamed: !sameAnswer(now.answer, saved.answers[field]) || !has(after, now.at, field) },
    ];
  });
  const onPath = kept.filter(({ field }) => answerOnPath(journey, indexOf(before).fields.get(field)!) !== undefined);
  const again = onPath.filter(({ at }) => at > place.at).map(({ field }) => field);
  const unused = onPath.filter(({ at }) => at < place.at && answerOnPath(place, at) === undefined);
  const isThere = place.at === heirs[indexOf(before).steps.get(saved.at)!];
  const first = isThere || again.length === 0 ? undefined : findUnanswered(after, place);
  const isRenamed = to !== saved.at || kept.some((answer) => answer.isRenamed);
  return {
    kind: first !== undefined ? 'goes_back' : !isThere ? 'moves' : isRenamed ? 'migrates' : 'continues',
    to,
    lost: fields.filter((field) => !kept.some((answer) => answer.field === field)),
    unused: unused.map(({ field }) => field),
    again,
    ...(first !== undefined && { first }),
  };
}

function has({ steps }: CompiledFunnel, at: number, field: string): boolean {
  const step = steps[at]!;
  return isQuestion(step) && step.field === field;
}

function sameAnswer(one: Answer | undefined, other: Answer | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Id of the first question ahead that can't be passed as it has no answer. */
function findUnanswered(funnel: CompiledFunnel, start: Journey): string | undefined {
  for (let journey = start, step; (step = funnel.steps[journey.at]);) {
    if (isHidden(funnel, journey)) {
      journey = skip(journey);
      continue;
    }
    const answer = lastAnswer(journey, journey.at);
    if (isQuestion(step) && answer === undefined && !isOptional(step)) return step.id;
    journey = pass(funnel, journey, answer);
  }
  return undefined;
}
