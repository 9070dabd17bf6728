/** Texts that recall what the visitor answered, in the reader's language. */

import type { Answer, CompiledStep, FunnelData, MarkedText, ShownText } from '../model.ts';
import { indexOf } from './funnel-index.ts';
import { rulesOf } from './steps/index.ts';
import type { FillText } from './steps/rules.ts';

/** Says texts with the answers found by the index of their step. What has no answer and no fallback is `…`. */
export function recallFrom(data: FunnelData, answerTo: (step: number) => Answer | undefined): FillText {
  const { fields } = indexOf(data.funnel);
  const fill = (field: string) => {
    const step = fields.get(field);
    const answer = step === undefined ? undefined : answerTo(step);
    return answer === undefined ? undefined : inWords(data, data.funnel.steps[step!]!, answer);
  };
  const say = (text: MarkedText): ShownText => {
    if (typeof text === 'string') return text;
    if ('tag' in text) return { ...text, parts: text.parts.map(say) };
    return text
      .map((piece) => (typeof piece === 'string' ? piece : (fill(piece.recall) ?? piece.fallback ?? '…')))
      .join('');
  };
  return say as FillText;
}

function inWords({ words }: FunnelData, step: CompiledStep, answer: Answer): string {
  return rulesOf(step).question!.inWords(step, answer, words.steps[step.id], words.locale);
}
