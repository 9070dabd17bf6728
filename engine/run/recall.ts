/** Texts that recall what the visitor answered, in the reader's language. */

import {
  languageTag,
  type Answer,
  type CompiledStep,
  type FunnelData,
  type Locale,
  type NumberUnit,
  type Text,
} from '../model.ts';
import { indexOf } from './funnel-index.ts';

/** Turns a text of the author's into words. */
export type Say = (text: Text) => string;

/** Says texts with the answers found by the index of their step. What has no answer and no fallback is `…`. */
export function recallFrom(data: FunnelData, answerTo: (step: number) => Answer | undefined): Say {
  const { fields } = indexOf(data.funnel);
  const say = (field: string) => {
    const step = fields.get(field);
    const answer = step === undefined ? undefined : answerTo(step);
    return answer === undefined ? undefined : inWords(data, data.funnel.steps[step!]!, answer);
  };
  return (text) =>
    typeof text === 'string'
      ? text
      : text
          .map((piece) => (typeof piece === 'string' ? piece : (say(piece.recall) ?? piece.fallback ?? '…')))
          .join('');
}

/** A number in the reader's language, with its unit in full: "7 hours", "7,5 horas". */
export function formatNumber(value: number, unit: NumberUnit | undefined, locale: Locale): string {
  const exact = { maximumFractionDigits: 12 };
  if (!unit) return new Intl.NumberFormat(languageTag(locale), { ...exact, useGrouping: 'min2' }).format(value); // 1990, a year
  const style = { ...exact, style: 'unit', unit: unit.replace(/s$/, ''), unitDisplay: 'long' } as const;
  return new Intl.NumberFormat(languageTag(locale), style).format(value);
}

function inWords({ words }: FunnelData, step: CompiledStep, answer: Answer): string {
  if (typeof answer === 'number') {
    return formatNumber(answer, step.type === 'number' ? step.unit : undefined, words.locale);
  }
  // What was written freely stands in the author's sentence, which has its own full stop.
  if (!('options' in step)) return String(answer).trim().replace(/\.+$/, '');
  const labels = [answer].flat().map((key) => {
    const option = words.steps[step.id]?.options?.[key] ?? key;
    return typeof option === 'string' ? option : option.label;
  });
  return labels.length === 1 ? labels[0]! : new Intl.ListFormat(languageTag(words.locale)).format(labels);
}
