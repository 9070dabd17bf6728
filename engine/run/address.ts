/** What a funnel reads of the landing page's address for its texts and fields. */

import type { CompiledFunnel, FunnelData, FunnelWords, Recall } from '../model.ts';
import { isBlank, isolate } from './typed-text.ts';

/** What the recall of such a value begins with. */
export const addressPrefix = 'query.';

type Values = Readonly<Record<string, string>>;

/** The values that texts say or fields begin with; none that is empty or too long. `valueOf`: what is there by a name. */
export function readAddress(
  address: NonNullable<CompiledFunnel['address']>,
  valueOf: (name: string) => unknown,
): Values {
  const entries = Object.entries(address).flatMap(([name, { maxLength = 0 }]) => {
    const value = valueOf(name);
    return typeof value === 'string' && value !== '' && [...value].length <= maxLength ? [[name, value] as const] : [];
  });
  return Object.fromEntries(entries);
}

/**
 * A value as texts say it, for anybody can write an address: letters with their marks, spaces, `'` and `-`, so that it can
 * be a name, but no sentence and no link. Nothing where there is anything else in it.
 */
export function sayable(value: string): string | undefined {
  const text = value.normalize('NFC').replaceAll('’', "'").replaceAll(/ +/g, ' ').trim();
  return /^[\p{L}\p{M} '-]*$/u.test(text) && /\p{L}/u.test(text) && !isBlank(text) ? text : undefined;
}

/** A funnel in the words for a visitor with this address: its values are in their texts, and in what fields begin with. */
export function withAddress({ funnel, words }: FunnelData, values: Values): FunnelData {
  const said = sayFromAddress(words, ({ recall, fallback = '' }) => {
    const text = sayable(values[recall.slice(addressPrefix.length)] ?? '');
    return text === undefined ? fallback : isolate(text);
  });
  const steps = funnel.steps.flatMap((step) => {
    const value = 'prefill' in step ? values[step.prefill] : undefined;
    return value === undefined ? [] : [[step.id, { ...said.steps[step.id]!, prefill: value }] as const];
  });
  return { funnel, words: { ...said, steps: { ...said.steps, ...Object.fromEntries(steps) } } };
}

/** The same words with a text for every recall of the address. */
export function sayFromAddress(words: FunnelWords, say: (recall: Recall) => string): FunnelWords {
  const read = (part: unknown): unknown => {
    if (typeof part !== 'object' || part === null) return part;
    if (Array.isArray(part)) return part.map(read);
    if (isFromAddress(part)) return say(part);
    return Object.fromEntries(Object.entries(part).map(([key, each]) => [key, read(each)]));
  };
  const { steps, outcomes, variants } = words;
  return { ...words, ...(read({ steps, outcomes, ...(variants && { variants }) }) as FunnelWords) };
}

function isFromAddress(part: object): part is Recall {
  return 'recall' in part && typeof part.recall === 'string' && part.recall.startsWith(addressPrefix);
}
