import { isAlias, isMap, isScalar, isSeq, Scalar, visit, type Node, type YAMLMap } from 'yaml';
import type { FunnelDocument } from '../document.ts';
import type { NodePair } from '../yaml/tree.ts';

/** Where the line of an offset begins. */
export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** Where the line of an offset ends, before its line end. */
export function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  if (end === -1) return text.length;
  return text[end - 1] === '\r' && end > offset ? end - 1 : end;
}

/** How many spaces the line of an offset begins with. */
export function indentAt(text: string, offset: number): number {
  return /^ */.exec(text.slice(lineStart(text, offset), offset))?.[0].length ?? 0;
}

/** Where the last character of a node's own content ends: without the comments and the empty lines after it. */
export function contentEnd(document: FunnelDocument, node: Node): number {
  const end = node.range?.[1] ?? 0;
  if (isScalar(node))
    return isBlockScalar(node) ? document.text.slice(0, end).replace(/(?:\r?\n[ \t]*)+$/, '').length : end;
  if (isAlias(node) || document.text[node.range?.[0] ?? 0] === '{') return end;
  if (isMap(node)) {
    const last = pairsOf(node).at(-1);
    return last ? pairEnd(document, last) : end;
  }
  if (!isSeq(node) || node.flow === true) return end;
  const last = (node.items as Node[]).at(-1);
  return last ? contentEnd(document, last) : end;
}

/** Where a pair's value ends; where it has none, the colon after its key. */
export function pairEnd(document: FunnelDocument, { key, value }: NodePair): number {
  const afterColon = colonAfter(document, key) + 1;
  return Math.max(afterColon, value ? contentEnd(document, value) : 0);
}

/** Where the colon after a key stands. */
export function colonAfter({ text }: FunnelDocument, key: Node): number {
  return text.indexOf(':', key.range?.[1] ?? 0);
}

/** Whether a value takes several lines by itself: `|` and `>`. */
function isBlockScalar(node: Scalar): boolean {
  return node.type === Scalar.BLOCK_FOLDED || node.type === Scalar.BLOCK_LITERAL;
}

/** Whether a value is missing after its colon, or written `null` or `~`. */
export function isNothing(node: Node | null): boolean {
  return node === null || (isScalar(node) && node.value === null);
}

/** The pairs of a mapping in the order of the file. */
export function pairsOf(map: YAMLMap): readonly NodePair[] {
  return map.items as NodePair[];
}

/** Whether a place is between braces or brackets. */
export function isInFlow({ tree }: FunnelDocument, offset: number): boolean {
  let found = false;
  visit(tree.root, {
    Collection: (_key, node) => {
      const [start = 0, end = 0] = node.range ?? [];
      if (offset < start || offset >= end) return visit.SKIP;
      if (node.flow !== true || offset === start) return undefined;
      found = true;
      return visit.BREAK;
    },
  });
  return found;
}
