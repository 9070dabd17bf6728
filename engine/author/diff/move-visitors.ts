import { toExampleVisit, type SampleVisit, sampleVisits } from './sample-visits.ts';
import type { Versions } from './versions.ts';
import type { Answer, CompiledFunnel } from '../../model.ts';
import type { ExampleVisit } from '../../problem.ts';
import { isOptional, isQuestion } from '../../run/answer.ts';
import { checkAnswers } from '../../run/answers.ts';
import { indexOf } from '../../run/funnel-index.ts';
import { answerOnPath, answersOnPath, lastAnswer, type Journey } from '../../run/journey.ts';
import { createFunnelMachine, type FunnelMachine } from '../../run/machine.ts';
import { resumeVisit } from '../../run/resume-visit.ts';
import { saveVisit } from '../../run/save-visit.ts';
import { outcomeOf, pass, walk } from '../../run/walk.ts';

/** What becomes of visitors at a step of the old version: each thing that can happen, with the shortest visit found. */
export interface VisitorsAtStep {
  readonly step: string;
  readonly fates: readonly (Fate & { readonly example: ExampleVisit })[];
}

/** What happens to visitors who have begun, and to those who have finished. */
export interface Visitors {
  /** In the order of the old version; steps that no visitor comes to are missing. */
  readonly steps: readonly VisitorsAtStep[];
  readonly finished: readonly FinishedVisits[];
}

/** Things that can happen, by what makes them one thing, each with its shortest visit. */
type Found<Kind> = Map<string, { readonly what: Kind; readonly visit: SampleVisit }>;

/** Lets visitors of the old version go on in the new one, from every step that they come to. */
export function moveVisitors(versions: Versions): Visitors {
  const { before, after } = versions;
  const machine = createFunnelMachine(after);
  const byStep = before.steps.map((): Found<Fate> => new Map());
  const finished: Found<Omit<FinishedVisits, 'example'>> = new Map();
  for (const visit of sampleVisits(versions)) {
    const fates = byStep[visit.journey.at];
    if (fates) addFate(fates, followVisit(versions, machine, visit), visit);
    else addShortest(finished, finishAgain(versions, visit), visit);
  }
  const withExamples = <Kind>(found: Found<Kind>) =>
    [...found.values()].map(({ what, visit }) => ({ ...what, example: toExampleVisit(before, visit) }));
  const steps = before.steps.map(({ id }, at) => ({ step: id, fates: withExamples(byStep[at]!) }));
  return { steps: steps.filter(({ fates }) => fates.length > 0), finished: withExamples(finished) };
}

/** What differs only in which answers it is about is one thing about all of them. */
function addFate(fates: Found<Fate>, fate: Fate, visit: SampleVisit): void {
  const key = [fate.kind, fate.to, fate.first, fate.lost.length > 0].join();
  const known = fates.get(key)?.what;
  addShortest(fates, known ? withAll(known, fate) : fate, visit, key);
}

function withAll(one: Fate, other: Fate): Fate {
  const both = (name: 'lost' | 'unused' | 'again') => [...new Set([...one[name], ...other[name]])];
  return { ...one, lost: both('lost'), unused: both('unused'), again: both('again') };
}

function addShortest<Kind>(found: Found<Kind>, what: Kind, visit: SampleVisit, key = JSON.stringify(what)): void {
  const known = found.get(key)?.visit;
  const isShorter = !known || visit.journey.trail.shown < known.journey.trail.shown;
  found.set(key, { what, visit: isShorter ? visit : known });
}

/**
 * What becomes of a visitor who was in the middle when the new version was published.
 * `continues`: on the same step. `migrates`: the step or an answer has a new name, and is found. `moves`: to another step,
 * without being asked anything twice. `goes_back`: behind questions that are already answered, as another has to be
 * answered first. `restarts`: everything starts over.
 */
type FateKind = 'continues' | 'migrates' | 'moves' | 'goes_back' | 'restarts';

interface Fate {
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

/** Saves the visit as the old version would, resumes it as the new one would, and returns what has become of it. */
function followVisit(versions: Versions, machine: FunnelMachine, { journey, input }: SampleVisit): Fate {
  const { before, after, successors, carryOver } = versions;
  const saved = saveVisit(before, { context: { journey, reported: [] } });
  const place = resumeVisit(machine, after, saved, input).context.journey;
  const to = after.steps[place.at]?.id ?? '';
  const fields = Object.keys(saved.answers);
  if (after.restart && after.version !== before.version) {
    return { kind: 'restarts', to, lost: fields, unused: [], again: [] };
  }
  /** A step that was several questions has room for the answer to one of them. */
  const taken = new Set<number>();
  const carried = fields.flatMap((field) => {
    const now = carryOver(field, saved.answers[field]!);
    if (!('at' in now && sameAnswer(now.answer, lastAnswer(place, now.at))) || taken.has(now.at)) return [];
    taken.add(now.at);
    return [
      { field, at: now.at, isRenamed: !sameAnswer(now.answer, saved.answers[field]) || !has(after, now.at, field) },
    ];
  });
  const onPath = carried.filter(({ field }) => answerOnPath(journey, indexOf(before).fields.get(field)!) !== undefined);
  const again = onPath.filter(({ at }) => at > place.at).map(({ field }) => field);
  const unused = onPath.filter(({ at }) => at < place.at && answerOnPath(place, at) === undefined);
  const isThere = place.at === successors[indexOf(before).steps.get(saved.at)!];
  const first = isThere || again.length === 0 ? undefined : findUnanswered(after, place);
  const isRenamed = to !== saved.at || carried.some((answer) => answer.isRenamed);
  return {
    kind: first !== undefined ? 'goes_back' : !isThere ? 'moves' : isRenamed ? 'migrates' : 'continues',
    to,
    lost: fields.filter((field) => !carried.some((answer) => answer.field === field)),
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
  const end = walk(funnel, start, (journey, step) => {
    const answer = lastAnswer(journey, journey.at);
    return isQuestion(step) && answer === undefined && !isOptional(step) ? null : pass(funnel, journey, answer);
  });
  return funnel.steps[end.at]?.id;
}

/** What becomes of a finished visit, whose answers are kept under the storage key. */
interface FinishedVisits {
  /** `same`: they still give the same outcome. `other`: another one. `unusable`: none. */
  readonly kind: 'same' | 'other' | 'unusable';
  /** Ids of the outcomes, where it is another one. */
  readonly from?: string;
  readonly to?: string;
  readonly example: ExampleVisit;
}

/** Looks at the stored answers of a finished visit as the results page of the new version does. */
function finishAgain({ before, after }: Versions, visit: SampleVisit): Omit<FinishedVisits, 'example'> {
  const { journey, input } = visit;
  if (before.storageKey !== after.storageKey) return { kind: 'unusable' };
  const from = outcomeOf(before, journey);
  const now = checkAnswers(after, answersOnPath(before, journey), { ...input, stepsLimit: before.steps.length });
  if (!now.ok) return { kind: 'unusable' };
  return now.outcome === from ? { kind: 'same' } : { kind: 'other', from, to: now.outcome };
}
