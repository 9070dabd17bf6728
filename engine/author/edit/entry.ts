import type { OptionText } from '../words/words.ts';
import { writeKey, writeText } from './write-text.ts';

/** A text, several, or an option with its parts: what one key of a words file says. */
export type TextValue =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  /** A list that is written as a text while it has one item. */
  | { readonly kind: 'paragraphs'; readonly items: readonly string[] }
  /** Its label first. */
  | { readonly kind: 'option'; readonly parts: readonly (readonly [OptionText, string])[] };

/** What is to stand in a words file where nothing is yet. */
export type Entry = TextValue | { readonly kind: 'map'; readonly pairs: readonly (readonly [string, Entry])[] };

/** The lines of a pair on lines of their own, without the last line end. */
export function blockPair(key: string, entry: Entry, indent: number): string {
  const start = `${' '.repeat(indent)}${writeKey(key, undefined)}:`;
  const single = singleText(entry);
  if (single !== undefined) return `${start} ${writeText(single, { inFlow: false, indent })}`;
  if (entry.kind === 'list' || entry.kind === 'paragraphs') return `${start}\n${blockList(entry.items, indent + 2)}`;
  if (entry.kind !== 'map') return `${start} ${flowValue(entry)}`;
  return `${start}\n${blockPairs(entry.pairs, indent + 2)}`;
}

/** The lines of several pairs; mappings stand apart. */
export function blockPairs(pairs: readonly (readonly [string, Entry])[], indent: number): string {
  const areMaps = pairs.every(([, { kind }]) => kind === 'map');
  return pairs.map(([key, entry]) => blockPair(key, entry, indent)).join(areMaps ? '\n\n' : '\n');
}

/** The lines of a list, without the last line end. */
export function blockList(items: readonly string[], indent: number): string {
  return items.map((item) => `${' '.repeat(indent)}- ${writeText(item, { inFlow: false, indent })}`).join('\n');
}

/** A pair between braces. */
export function flowPair(key: string, entry: Entry): string {
  return `${writeKey(key, undefined)}: ${flowValue(entry)}`;
}

/** A value between braces or brackets. */
export function flowValue(entry: Entry): string {
  switch (entry.kind) {
    case 'text':
      return flowText(entry.text);
    case 'list':
    case 'paragraphs': {
      const single = singleText(entry);
      return single === undefined ? `[${entry.items.map(flowText).join(', ')}]` : flowText(single);
    }
    case 'option': {
      const single = singleText(entry);
      if (single !== undefined) return flowText(single);
      return `{ ${entry.parts.map(([key, text]) => `${key}: ${flowText(text)}`).join(', ')} }`;
    }
    case 'map':
      return `{ ${entry.pairs.map(([key, value]) => flowPair(key, value)).join(', ')} }`;
  }
}

/** The text of what can be written as one. */
export function singleText(entry: Entry): string | undefined {
  if (entry.kind === 'text') return entry.text;
  if (entry.kind === 'option') return entry.parts.length === 1 ? entry.parts[0]![1] : undefined;
  return entry.kind === 'paragraphs' && entry.items.length === 1 ? entry.items[0] : undefined;
}

function flowText(text: string): string {
  return writeText(text, { inFlow: true, indent: 0 });
}
