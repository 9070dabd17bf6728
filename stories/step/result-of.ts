import type { Locale, Result } from '../../engine/model.ts';
import { toResult } from '../../engine/run/result.ts';
import type { OutcomeArgs, StoryFunnel } from '../funnel-data.ts';
import { exampleInput, startVisit } from './start-visit.ts';

/** The result of a finished visit in one language, by the engine as on the site. */
export function resultOf({ funnel, words }: StoryFunnel, visit: OutcomeArgs['visit'], locale: Locale): Result {
  const { answers } = startVisit(funnel, visit).getSnapshot().output!;
  const result = toResult({ funnel, words: words[locale]! }, answers, exampleInput(visit));
  if (!result) throw new Error('The engine gives this visit no result.');
  return result;
}
