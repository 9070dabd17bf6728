/** What a visitor sees: all that a renderer needs, so that components hold no rules. */

import type { FunnelData, Screen } from '../model.ts';
import { answerOnPath, lastAnswer, type VisitContext } from './journey.ts';
import { rareFormats, recallFrom } from './recall.ts';
import { rulesOf } from './steps/index.ts';
import { scopeOf } from './walk.ts';

export { formatNumber } from './steps/number.ts';

/** The step on the screen in the words of one locale; null when the visit is finished. Drafts are shown as `answer`. */
export function toScreen(given: FunnelData, snapshot: { readonly context: VisitContext }): Screen | null {
  const { journey } = snapshot.context;
  const data = rareFormats.read(given, journey.input);
  const step = data.funnel.steps[journey.at];
  if (!step) return null;
  const words = data.words.steps[step.id] ?? { title: step.id };
  const fill = recallFrom(data, (at) => answerOnPath(journey, at), scopeOf(data.funnel, journey));
  const current = journey.trail.shown + Number(!step.inGroup);
  const final = current + step.most;
  const answer = lastAnswer(journey, journey.at);
  return {
    stepId: step.id,
    title: fill(words.title),
    ...(words.subtitle && { subtitle: fill(words.subtitle) }),
    body: (words.body ?? []).map(fill),
    ...(words.button && { button: fill(words.button) }),
    progress: { current, final, percent: Math.ceil((100 * current) / final) },
    canGoBack: journey.trail.returnable > 0,
    type: step.type,
    ...(answer !== undefined && { answer }),
    ...rulesOf(step).screen(step, { words, fill, data, journey }),
  } as Screen;
}
