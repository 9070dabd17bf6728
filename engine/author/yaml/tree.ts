import { type Alias, isAlias, isMap, isScalar, type Node, type Pair, type YAMLMap } from 'yaml';

/** The nodes of a YAML file, with every alias resolved to the node its anchor names. */
export interface YamlTree {
  readonly root: Node | null;
  readonly targets: ReadonlyMap<Alias, Node>;
  /** The pairs of a mapping by key; made when first asked for. */
  readonly pairs: WeakMap<YAMLMap, ReadonlyMap<string, Pair<Node, Node | null>>>;
}

/** Characters `start` up to, not including, `end` of a file, counted from 0. */
export interface SourceRange {
  readonly start: number;
  readonly end: number;
}

export type NodePair = Pair<Node, Node | null>;

/** `<<: *anchor` takes over the keys of another mapping. */
export function isMergeKey(key: Node | null): boolean {
  return isScalar(key) && key.value === '<<' && key.type === 'PLAIN';
}

/** `<: *anchor`, where `<<` was meant. */
export function isSingleMergeKey({ key, value }: NodePair): boolean {
  return isAlias(value) && isScalar(key) && key.value === '<' && key.type === 'PLAIN';
}

/** The text of a key as it is written; `undefined` for keys that aren't text, such as lists. */
export function keyText(key: Node | null): string | undefined {
  if (!isScalar(key)) return undefined;
  return typeof key.value === 'string' ? key.value : (key.source ?? String(key.value));
}

/** The mapping's own pair with that key, merged ones left out. Duplicate keys: the first. */
export function ownPair(tree: YamlTree, map: YAMLMap, key: string): NodePair | undefined {
  let pairs = tree.pairs.get(map);
  if (!pairs) {
    const byKey = new Map<string, NodePair>();
    for (const pair of map.items as NodePair[]) {
      const text = keyText(pair.key);
      if (text !== undefined && !byKey.has(text)) byKey.set(text, pair);
    }
    pairs = byKey;
    tree.pairs.set(map, pairs);
  }
  return pairs.get(key);
}

/** Where a node stands. Of a block mapping its first key, of other collections their first character. */
export function rangeOf(node: Node, text: string): SourceRange {
  const [start = 0, end = 0] = node.range ?? [];
  if (isScalar(node) || isAlias(node)) return { start, end: Math.max(start, end) };
  const opening = text[start];
  if (isMap(node) && opening !== '{') {
    const first = (node.items as NodePair[])[0]?.key;
    if (first?.range) return { start: first.range[0], end: first.range[1] };
  }
  return { start, end: start + 1 };
}

/** A text as it can be written in YAML with quotes; for hints. */
export function quoted(text: string): string {
  return text.includes('"') && !text.includes("'")
    ? `'${text}'`
    : `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
