import { isMap, type YAMLMap } from 'yaml';
import { type FunnelDocument, locate } from '../document.ts';
import { blockPair, blockPairs, type Entry, flowPair, flowValue, type TextValue } from './entry.ts';
import { colonAfter, indentAt, isNothing, lineEnd, lineStart, pairEnd, pairsOf } from './layout.ts';
import { ownEntry } from './delete-entry.ts';
import type { TextEdit } from './text-edit.ts';
import { keyText, type NodePair } from '../yaml/tree.ts';
import type { Path } from '../../problem.ts';

/** The order in which the keys of a mapping should stand. */
export type KeyOrder = (path: Path) => readonly string[];

type NewPair = readonly [string, Entry];

/**
 * Adds entries to the mapping at a path, each after those that come before it in the order. The mapping may be missing
 * its value, or be the whole of an empty file.
 */
export function addEntries(
  document: FunnelDocument,
  path: Path,
  added: readonly NewPair[],
  order: KeyOrder,
): TextEdit[] {
  const { node } = locate(document, path);
  const keys = order(path);
  const sorted = [...added].sort(([a], [b]) => keys.indexOf(a) - keys.indexOf(b));
  if (!isMap(node) || node.items.length === 0) return [fillEmpty(document, path, sorted)];
  const groups = new Map<NodePair | null, NewPair[]>();
  for (const pair of sorted) {
    const before = predecessor(node, keys.slice(0, keys.indexOf(pair[0])));
    groups.set(before, [...(groups.get(before) ?? []), pair]);
  }
  const put = node.flow === true ? putIntoFlow : putOnLines;
  return [...groups].map(([before, pairs]) => put(document, node, before, pairs));
}

/** The last pair with one of the names; `null` if the mapping has none of them. */
function predecessor(map: YAMLMap, names: readonly string[]): NodePair | null {
  return pairsOf(map).findLast(({ key }) => names.includes(keyText(key) ?? '')) ?? null;
}

function putIntoFlow(
  document: FunnelDocument,
  map: YAMLMap,
  before: NodePair | null,
  added: readonly NewPair[],
): TextEdit {
  const written = added.map(([key, entry]) => flowPair(key, entry)).join(', ');
  const at = before ? pairEnd(document, before) : (map.range?.[0] ?? 0) + 1;
  return { start: at, end: at, text: before ? `, ${written}` : ` ${written},` };
}

function putOnLines(
  document: FunnelDocument,
  map: YAMLMap,
  before: NodePair | null,
  added: readonly NewPair[],
): TextEdit {
  const { text } = document;
  const first = pairsOf(map)[0]?.key.range?.[0] ?? 0;
  const indent = indentAt(text, first);
  const between = hasEmptyLines(document, map) ? '\n\n' : '\n';
  const lines = added.map(([key, entry]) => blockPair(key, entry, indent)).join(between);
  if (!before) {
    const at = lineStart(text, first);
    return { start: at, end: at, text: `${lines}${between}` };
  }
  const at = lineEnd(text, pairEnd(document, before));
  return { start: at, end: at, text: `${between}${lines}` };
}

/** Whether the pairs of a mapping stand apart. */
function hasEmptyLines(document: FunnelDocument, map: YAMLMap): boolean {
  const pairs = pairsOf(map);
  return pairs.some((pair, index) => {
    const next = pairs[index + 1]?.key.range?.[0];
    return next !== undefined && /\n[ \t]*\r?\n/.test(document.text.slice(pairEnd(document, pair), next));
  });
}

function fillEmpty(document: FunnelDocument, path: Path, added: readonly NewPair[]): TextEdit {
  const { text } = document;
  const owner = path.length === 0 ? undefined : ownEntry(document, path);
  if (!owner) return { start: text.length, end: text.length, text: fileOf(text, added) };
  const { map, pair } = owner;
  const colon = colonAfter(document, pair.key) + 1;
  const end = isNothing(pair.value) || isMap(pair.value) ? pairEnd(document, pair) : colon;
  const entry: Entry = { kind: 'map', pairs: added };
  if (map.flow === true) return { start: colon, end, text: ` ${flowValue(entry)}` };
  const indent = indentAt(text, pair.key.range?.[0] ?? 0) + 2;
  const lines = blockPairs(added, indent);
  // A comment behind the key stays there.
  const at = end > colon ? { start: colon, end } : { start: lineEnd(text, colon), end: lineEnd(text, colon) };
  return { ...at, text: `\n${lines}` };
}

function fileOf(text: string, added: readonly NewPair[]): string {
  const start = text === '' || text.endsWith('\n') ? '' : '\n';
  return `${start}${added.map(([key, entry]) => blockPair(key, entry, 0)).join('\n\n')}\n`;
}

interface Missing {
  readonly path: Path;
  readonly value: TextValue;
}

/** Puts texts in whose keys aren't there yet, together with the keys that lead to them. */
export function addMissing(document: FunnelDocument, missing: readonly Missing[], order: KeyOrder): TextEdit[] {
  const byParent = new Map<string, { readonly parent: Path; readonly missing: Missing[] }>();
  for (const one of missing) {
    const parent = deepest(document, one.path);
    const key = JSON.stringify(parent);
    const group = byParent.get(key) ?? { parent, missing: [] };
    byParent.set(key, group);
    group.missing.push(one);
  }
  // What is added within an entry stands before what is added behind it.
  const deepestFirst = [...byParent.values()].sort((a, b) => b.parent.length - a.parent.length);
  return deepestFirst.flatMap((group) =>
    addEntries(document, group.parent, entriesOf(group.missing, group.parent, order), order),
  );
}

/** The longest beginning of a path that is there. */
function deepest(document: FunnelDocument, path: Path): Path {
  let length = path.length - 1;
  while (length > 0 && !locate(document, path.slice(0, length)).found) length -= 1;
  return path.slice(0, length);
}

function entriesOf(missing: readonly Missing[], parent: Path, order: KeyOrder): (readonly [string, Entry])[] {
  const byKey = new Map<string, Missing[]>();
  for (const one of missing) {
    const key = String(one.path[parent.length]);
    byKey.set(key, [...(byKey.get(key) ?? []), one]);
  }
  const keys = order(parent);
  return [...byKey]
    .sort(([a], [b]) => keys.indexOf(a) - keys.indexOf(b))
    .map(([key, inside]) => [key, entryOf(inside, [...parent, key], order)]);
}

function entryOf(missing: readonly Missing[], path: Path, order: KeyOrder): Entry {
  const [first] = missing;
  if (first && missing.length === 1 && first.path.length === path.length) return first.value;
  return { kind: 'map', pairs: entriesOf(missing, path, order) };
}
