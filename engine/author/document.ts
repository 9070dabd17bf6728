import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node } from 'yaml';
import { scalarOffsets } from './yaml/scalar-offsets.ts';
import { isMergeKey, ownPair, rangeOf, type NodePair, type SourceRange, type YamlTree } from './yaml/tree.ts';
import type { Path } from '../problem.ts';
import type { SourceFile } from './source-file.ts';

/** A file after YAML: its value as plain data, and the place of every path in it. */
export interface FunnelDocument {
  readonly file: string;
  readonly text: string;
  readonly lines: LineCounter;
  readonly value: unknown;
  readonly tree: YamlTree;
}

/** A file before YAML, or one that YAML can't read: without a value, but with places to point at. */
export function unreadDocument({ name, text }: SourceFile): FunnelDocument {
  const lines = new LineCounter();
  for (const { index } of text.matchAll(/^|(?<=\n)/g)) lines.addNewLine(index);
  return { file: name, text, lines, value: undefined, tree: { root: null, targets: new Map(), pairs: new WeakMap() } };
}

/** Which end of a `key: value` is meant. */
export type Target = 'key' | 'value';

/** Where a path leads to. */
export interface Place {
  readonly range: SourceRange;
  /** The aliases that the path goes through. */
  readonly uses: readonly SourceRange[];
  /** Whether the path goes through an anchor, and the rest of the path from there. */
  readonly anchored: boolean;
  readonly tail: Path;
  /** Whether everything on the path exists. If not, the range is that of the last that does. */
  readonly found: boolean;
  readonly node: Node | null;
}

interface Walk {
  node: Node | null;
  pair: NodePair | undefined;
  uses: SourceRange[];
  anchored: boolean;
  tailStart: number;
}

/** Finds a path, through aliases and merge keys. Of a path that doesn't exist, the deepest part that does. */
export function locate(document: FunnelDocument, path: Path, target: Target = 'value'): Place {
  const walk: Walk = { node: document.tree.root, pair: undefined, uses: [], anchored: false, tailStart: 0 };
  let found = true;
  for (const [index, segment] of path.entries()) {
    resolveAlias(document, walk, index);
    if (enter(document, walk, segment, index)) continue;
    found = false;
    break;
  }
  const atKey = found && target === 'key' && walk.pair !== undefined;
  if (!atKey) resolveAlias(document, walk, path.length);
  const range = atKey && walk.pair ? rangeOf(walk.pair.key, document.text) : valueRange(document, walk);
  const { uses, anchored, tailStart, node } = walk;
  return { range, uses, anchored, tail: path.slice(tailStart), found, node };
}

/** The place of characters of the text at a path, whatever its quotes. */
export function locateWithin(document: FunnelDocument, place: Place, start: number, end: number): SourceRange {
  if (!isScalar(place.node)) return place.range;
  const offsets = scalarOffsets(document.text, place.node);
  const first = offsets[Math.min(start, offsets.length - 1)] ?? place.range.start;
  if (end <= start) return { start: first, end: first };
  const last = offsets[Math.min(end, offsets.length) - 1] ?? first;
  return { start: first, end: Math.max(first, last) + 1 };
}

function resolveAlias(document: FunnelDocument, walk: Walk, index: number): void {
  if (isAlias(walk.node)) {
    walk.uses.push(rangeOf(walk.node, document.text));
    walk.node = document.tree.targets.get(walk.node) ?? null;
  }
  if (walk.node && !isAlias(walk.node) && walk.node.anchor !== undefined) {
    walk.anchored = true;
    walk.tailStart = index;
  }
}

function enter(document: FunnelDocument, walk: Walk, segment: string | number, index: number): boolean {
  if (isSeq(walk.node)) {
    const item = walk.node.items[Number(segment)] as Node | undefined;
    if (!item) return false;
    walk.node = item;
    walk.pair = undefined;
    return true;
  }
  if (!isMap(walk.node)) return false;
  const pair = ownPair(document.tree, walk.node, String(segment)) ?? findMerged(document, walk, String(segment), index);
  if (!pair) return false;
  walk.pair = pair;
  walk.node = pair.value;
  return true;
}

function findMerged(document: FunnelDocument, walk: Walk, key: string, index: number): NodePair | undefined {
  if (!isMap(walk.node)) return undefined;
  for (const pair of walk.node.items as NodePair[]) {
    if (!isMergeKey(pair.key)) continue;
    for (const source of isSeq(pair.value) ? (pair.value.items as Node[]) : [pair.value]) {
      const inner: Walk = { ...walk, node: source, uses: [...walk.uses] };
      resolveAlias(document, inner, index);
      if (inner.node === walk.node || !enter(document, inner, key, index)) continue;
      Object.assign(walk, inner);
      return inner.pair;
    }
  }
  return undefined;
}

/** An empty value has no characters to point at: its key is shown. */
function valueRange(document: FunnelDocument, { node, pair }: Walk): SourceRange {
  if (node) {
    const range = rangeOf(node, document.text);
    if (range.end > range.start || !pair) return range;
  }
  return pair ? rangeOf(pair.key, document.text) : { start: 0, end: 0 };
}

/** A part of a file that isn't as its schema says. */
export interface BrokenPart {
  readonly path: Path;
  /** For a key that isn't known: the one that may have been meant. */
  readonly meant?: string;
  /** Whether the key is there twice. */
  readonly repeats?: boolean;
}
