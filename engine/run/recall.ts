/** Texts that recall what the visitor answered, in the reader's language. */

import {
  languageTag,
  type Answer,
  type CompiledStep,
  type FunnelData,
  type Locale,
  type MarkedText,
  type Recall,
  type ShownText,
  type ValueFormat,
  type VisitInput,
} from '../model.ts';
import { roundTo, type EvaluationScope, type Value } from './expression.ts';
import { indexOf } from './funnel-index.ts';
import { rulesOf } from './steps/index.ts';
import type { FillText } from './steps/rules.ts';
import { isolate } from './typed-text.ts';

/**
 * Says texts with the answers found by the index of their step, and with the values of variables. What has no answer, no
 * value and no fallback is `…`.
 */
export function recallFrom(
  data: FunnelData,
  answerTo: (step: number) => Answer | undefined,
  scope: EvaluationScope,
): FillText {
  const { fields } = indexOf(data.funnel);
  const fill = ({ recall, format }: Recall) => {
    if (format) return formatValue(scope.variable(recall) ?? scope.answer(recall), format, data.words.locale);
    const at = fields.get(recall) ?? -1;
    const answer = answerTo(at);
    return answer === undefined ? undefined : inWords(data, data.funnel.steps[at]!, answer);
  };
  const say = (text: MarkedText): ShownText => {
    if (typeof text === 'string') return text;
    if ('tag' in text) return { ...text, parts: text.parts.map(say) };
    return text.map((piece) => (typeof piece === 'string' ? piece : (fill(piece) ?? piece.fallback ?? '…'))).join('');
  };
  return say as FillText;
}

/** What only words that are `rare` need. `steps/all.ts` makes it known. */
export const rareFormats: {
  /** Writes values with a `rare` format. */
  write?: (value: Value, format: ValueFormat, locale: Locale) => string | undefined;
  /** A funnel in the words that a visitor with these variants reads. */
  read: (data: FunnelData, input: VisitInput) => FunnelData;
} = { read: (data) => data };

/** A value in the reader's language; nothing where it has none. */
export function formatValue(value: Value, format: ValueFormat, locale: Locale): string | undefined {
  if (format.rare) return rareFormats.write!(value, format, locale);
  if (typeof value !== 'number') return undefined;
  const numbers = new Intl.NumberFormat(languageTag(locale), format);
  return numbers.format(roundTo(value, numbers.resolvedOptions().maximumFractionDigits!)) + (format.suffix ?? '');
}

function inWords({ words }: FunnelData, step: CompiledStep, answer: Answer): string {
  const question = rulesOf(step).question!;
  const said = question.inWords(step, answer, words.steps[step.id], words.locale);
  return question.isFreeText ? isolate(said) : said;
}
