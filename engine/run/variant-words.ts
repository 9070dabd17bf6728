/** Texts that depend on the variant, which few funnels have. */

import type { FunnelWords, PartOf } from '../model.ts';
import { rareFormats } from './recall.ts';

rareFormats.read = ({ funnel, words }, { variants = {} }) => {
  const read = Object.entries(words.variants ?? {}).reduce((others, [experiment, texts]) => {
    const changes = texts[variants[experiment] ?? ''];
    return changes ? withPart<FunnelWords>(others, changes) : others;
  }, words);
  return { funnel, words: read };
};

/** A value with some of its entries replaced. */
function withPart<Value extends object>(value: Value, part: PartOf<Value>): Value {
  const entries = Object.entries(part).map(([key, other]: [string, unknown]) => {
    const present: unknown = (value as Readonly<Record<string, unknown>>)[key];
    return [key, isMapping(other) && isMapping(present) ? withPart(present, other) : other];
  });
  return { ...value, ...Object.fromEntries(entries) };
}

/** Whether a value of some words is no text, and no list of them. */
export function isMapping(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !('tag' in value);
}
