/** What a visitor sees: all that a renderer needs, so that components hold no rules. */

import type { CompiledOption, FunnelData, Screen, ScreenOption, StepWords } from '../model.ts';
import { answerOnPath, lastAnswer, type VisitContext } from './journey.ts';
import { recallFrom } from './recall.ts';

export { formatNumber } from './recall.ts';

/** What a screen has of its step and of the step's words as they are; each type has only some of them. */
const ofStep = ['type', 'choose', 'input', 'min', 'max', 'step', 'unit', 'required', 'maxLength', 'seconds'];
const ofWords = ['placeholder', 'lowest', 'highest'];

/** The step on the screen in the words of one locale; null when the visit is finished. Drafts are shown as `answer`. */
export function toScreen(data: FunnelData, snapshot: { readonly context: VisitContext }): Screen | null {
  const { journey } = snapshot.context;
  const step = data.funnel.steps[journey.at];
  if (!step) return null;
  const words = data.words.steps[step.id] ?? { title: step.id };
  const say = recallFrom(data, (at) => answerOnPath(journey, at));
  const current = journey.trail.shown + 1;
  const final = current + step.most;
  const answer = lastAnswer(journey, journey.at);
  return {
    stepId: step.id,
    title: say(words.title),
    ...(words.subtitle !== undefined && { subtitle: say(words.subtitle) }),
    body: (words.body ?? []).map(say),
    ...(words.button !== undefined && { button: say(words.button) }),
    progress: { current, final, percent: Math.ceil((100 * current) / final) },
    canGoBack: journey.trail.returnable > 0,
    ...pick(step, ofStep),
    ...pick(words, ofWords),
    ...('options' in step && { options: step.options.map((option) => optionOf(option, words)) }),
    ...(step.type === 'loader' && { lines: (words.lines ?? []).map(say) }),
    ...(answer !== undefined && { answer }),
  } as Screen;
}

function pick(from: object, keys: readonly string[]): Partial<Screen> {
  return Object.fromEntries(Object.entries(from).filter(([key]) => keys.includes(key)));
}

function optionOf({ key, exclusive = false }: CompiledOption, { options }: StepWords): ScreenOption {
  const option = options?.[key] ?? key;
  return { key, ...(typeof option === 'string' ? { label: option } : option), exclusive };
}
