import type { ExampleVisit } from '../../problem.ts';
import { checkAnswers } from '../../run/answers.ts';
import { answersOnPath } from '../../run/journey.ts';
import { outcomeOf } from '../../run/walk.ts';
import type { SampleVisit } from './sample-visits.ts';
import type { Versions } from './versions.ts';

/** What becomes of a finished visit, whose answers are kept under the storage key. */
export interface FinishedVisits {
  /** `same`: they still give the same outcome. `other`: another one. `unusable`: none. */
  readonly kind: 'same' | 'other' | 'unusable';
  /** Ids of the outcomes, where it is another one. */
  readonly from?: string;
  readonly to?: string;
  readonly example: ExampleVisit;
}

/** Looks at the stored answers of a finished visit as the results page of the new version does. */
export function finishAgain({ before, after }: Versions, visit: SampleVisit): Omit<FinishedVisits, 'example'> {
  const { journey, input } = visit;
  if (before.storageKey !== after.storageKey) return { kind: 'unusable' };
  const from = outcomeOf(before, journey);
  const now = checkAnswers(after, answersOnPath(before, journey), { ...input, stepsLimit: before.steps.length });
  if (!now.ok) return { kind: 'unusable' };
  return now.outcome === from ? { kind: 'same' } : { kind: 'other', from, to: now.outcome };
}
