import { isMap, type Node, type YAMLMap } from 'yaml';
import type { Path } from '../../problem.ts';
import { locate, type FunnelDocument } from '../document.ts';
import { ownPair, type NodePair } from '../yaml/tree.ts';
import { colonAfter, lineEnd, lineStart, pairEnd, pairsOf } from './layout.ts';
import type { TextEdit } from './text-edit.ts';

/**
 * Takes a key and its value out of the file, and what would be empty without them. Nothing where an alias or a merge
 * leads to them, or from elsewhere into them: others need them. A required section stays, empty.
 */
export function deleteEntry(document: FunnelDocument, path: Path): TextEdit | undefined {
  const { map, pair } = ownEntry(document, path) ?? {};
  if (!map || !pair || isNeededElsewhere(document, pair)) return undefined;
  if (pairsOf(map).length === 1 && path.length === 2 && (path[0] === 'steps' || path[0] === 'outcomes')) {
    return emptied(document, path);
  }
  if (pairsOf(map).length === 1) return deleteEntry(document, path.slice(0, -1));
  return map.flow === true ? removeFlowPair(document, map, pair) : removeLines(document, pair);
}

/** The mapping that has the path's last key, and the pair; only if no alias or merge leads there. */
export function ownEntry(document: FunnelDocument, path: Path): { map: YAMLMap; pair: NodePair } | undefined {
  const parent = locate(document, path.slice(0, -1));
  if (!parent.found || parent.uses.length > 0 || parent.anchored || !isMap(parent.node)) return undefined;
  const pair = ownPair(document.tree, parent.node, String(path.at(-1)));
  return pair && { map: parent.node, pair };
}

/** Whether an alias outside of a pair stands for something in it. */
function isNeededElsewhere(document: FunnelDocument, pair: NodePair): boolean {
  const [start, end] = [pair.key.range?.[0] ?? 0, pairEnd(document, pair)];
  const isInside = ({ range }: Node): boolean => range != null && range[0] >= start && range[0] < end;
  return [...document.tree.targets].some(([alias, target]) => isInside(target) && !isInside(alias));
}

function emptied(document: FunnelDocument, path: Path): TextEdit | undefined {
  const section = ownEntry(document, path.slice(0, -1))?.pair;
  if (!section) return undefined;
  return { start: colonAfter(document, section.key) + 1, end: pairEnd(document, section), text: ' {}' };
}

function removeFlowPair(document: FunnelDocument, map: YAMLMap, pair: NodePair): TextEdit {
  const pairs = pairsOf(map);
  const index = pairs.indexOf(pair);
  const before = pairs[index - 1];
  if (before) return { start: pairEnd(document, before), end: pairEnd(document, pair), text: '' };
  return { start: pair.key.range?.[0] ?? 0, end: pairs[index + 1]?.key.range?.[0] ?? 0, text: '' };
}

/** The lines of a pair; of empty lines before and after it, only one side stays. */
function removeLines(document: FunnelDocument, pair: NodePair): TextEdit {
  const { text } = document;
  let start = lineStart(text, pair.key.range?.[0] ?? 0);
  const last = lineEnd(text, pairEnd(document, pair));
  const end = last === text.length ? last : text.indexOf('\n', last) + 1;
  const isFollowedByEmpty = /^[ \t]*(?:\r?\n|$)/.test(text.slice(end));
  if (isFollowedByEmpty || end === text.length) {
    const empty = /(?<=\n)(?:[ \t]*\r?\n)+$/.exec(text.slice(0, start));
    if (empty) start = empty.index;
  }
  const isUnended = end === text.length && !text.endsWith('\n');
  const shift = isUnended ? (/\r?\n$/.exec(text.slice(0, start))?.[0].length ?? 0) : 0;
  return { start: start - shift, end, text: '' };
}
