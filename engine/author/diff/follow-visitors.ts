import type { ExampleVisit } from '../../problem.ts';
import { createFunnelMachine } from '../../run/machine.ts';
import { finishAgain, type FinishedVisits } from './finish-again.ts';
import { followVisit, type Fate } from './follow-visit.ts';
import { describeVisit, sampleVisits, type SampleVisit } from './sample-visits.ts';
import type { Versions } from './versions.ts';

/** What becomes of visitors at a step of the old version: each thing that can happen, with the shortest visit found. */
export interface VisitorsAtStep {
  readonly step: string;
  readonly fates: readonly (Fate & { readonly example: ExampleVisit })[];
}

/** What becomes of everybody who has begun, and of those who have finished. */
export interface Visitors {
  /** In the order of the old version; steps that nobody comes to are missing. */
  readonly steps: readonly VisitorsAtStep[];
  readonly finished: readonly FinishedVisits[];
}

/** Things that can happen, by what makes them one thing, each with its shortest visit. */
type Found<Kind> = Map<string, { readonly what: Kind; readonly visit: SampleVisit }>;

/** Lets visitors of the old version go on in the new one, from every step that they come to. */
export function followVisitors(versions: Versions): Visitors {
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
    [...found.values()].map(({ what, visit }) => ({ ...what, example: describeVisit(before, visit) }));
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
