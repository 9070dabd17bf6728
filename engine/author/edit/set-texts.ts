import { isMap, isScalar, isSeq, type Node, type Scalar } from 'yaml';
import type { Path } from '../../problem.ts';
import { locate, type FunnelDocument } from '../document.ts';
import { addEntries, addMissing, type KeyOrder } from './add-entries.ts';
import { blockList, flowValue, singleText, type TextValue } from './entry.ts';
import { contentEnd, indentAt, isInFlow, isNothing, lineEnd } from './layout.ts';
import { ownEntry } from './delete-entry.ts';
import type { TextEdit } from './text-edit.ts';
import { writeText } from './write-text.ts';

/** What a key of a words file is to say. */
export interface TextChange {
  readonly path: Path;
  readonly value: TextValue;
}

/**
 * The edits after which the file says these texts. What says them already keeps its bytes, however it is written; what
 * isn't there yet is added where the order wants it. A list never becomes shorter.
 */
export function setTexts(document: FunnelDocument, changes: readonly TextChange[], order: KeyOrder): TextEdit[] {
  const isThere = ({ path }: TextChange): boolean => locate(document, path).found;
  const present = changes.filter(isThere);
  const missing = changes.filter((change) => !isThere(change));
  return [
    ...present.flatMap(({ path, value }) => changeValue(document, path, value, order)),
    ...addMissing(document, missing, order),
  ];
}

function changeValue(document: FunnelDocument, path: Path, value: TextValue, order: KeyOrder): TextEdit[] {
  const { node } = locate(document, path);
  const single = singleText(value);
  if (!node || isNothing(node)) return fillEmptyValue(document, path, node, value);
  if (single !== undefined && isScalar(node)) return changeScalar(document, node, single);
  if (isSeq(node) && node.items.length > 0 && (value.kind === 'list' || value.kind === 'paragraphs')) {
    return changeList(document, path, value.items, order);
  }
  if (isMap(node) && value.kind === 'option') return changeOption(document, path, value, order);
  return [replaceNode(document, node, value)];
}

/** `title:` and `title: null` get a text; in quotes, as a comment may follow. */
function fillEmptyValue(document: FunnelDocument, path: Path, node: Node | null, value: TextValue): TextEdit[] {
  const key = ownEntry(document, path)?.pair.key;
  const start = key ? document.text.indexOf(':', key.range?.[1] ?? 0) + 1 : (node?.range?.[0] ?? 0);
  const end = Math.max(start, node ? contentEnd(document, node) : start);
  const single = singleText(value);
  const source =
    single === undefined ? flowValue(value) : writeText(single, { style: 'QUOTE_SINGLE', inFlow: true, indent: 0 });
  return [{ start, end, text: ` ${source}` }];
}

function changeScalar(document: FunnelDocument, node: Scalar, text: string): TextEdit[] {
  if (node.value === text) return [];
  const start = node.range?.[0] ?? 0;
  const place = {
    style: node.type as Scalar.Type,
    inFlow: isInFlow(document, start),
    indent: indentAt(document.text, start),
  };
  return [{ start, end: contentEnd(document, node), text: writeText(text, place) }];
}

function changeList(document: FunnelDocument, path: Path, items: readonly string[], order: KeyOrder): TextEdit[] {
  const { node } = locate(document, path);
  if (!isSeq(node)) return [];
  const present = node.items.length;
  const edits = items
    .slice(0, present)
    .flatMap((text, index) => changeValue(document, [...path, index], { kind: 'text', text }, order));
  return items.length === present
    ? edits
    : [...edits, appendItems(document, node.items as Node[], node.flow === true, items.slice(present))];
}

function appendItems(
  document: FunnelDocument,
  present: readonly Node[],
  inFlow: boolean,
  added: readonly string[],
): TextEdit {
  const last = present.at(-1);
  const end = last ? contentEnd(document, last) : 0;
  if (inFlow) {
    const texts = added.map((text) => `, ${writeText(text, { inFlow, indent: 0 })}`);
    return { start: end, end, text: texts.join('') };
  }
  const at = lineEnd(document.text, end);
  return { start: at, end: at, text: `\n${blockList(added, indentAt(document.text, last?.range?.[0] ?? 0))}` };
}

function changeOption(
  document: FunnelDocument,
  path: Path,
  { parts }: TextValue & { readonly kind: 'option' },
  order: KeyOrder,
): TextEdit[] {
  return parts.flatMap(([key, text]) => {
    const value = { kind: 'text', text } as const;
    const isThere = locate(document, [...path, key]).found;
    return isThere
      ? changeValue(document, [...path, key], value, order)
      : addEntries(document, path, [[key, value]], order);
  });
}

/** A text becomes a list, an option gets more than its label, or something else stands where a text belongs. */
function replaceNode(document: FunnelDocument, node: Node, value: TextValue): TextEdit {
  const { text } = document;
  const start = node.range?.[0] ?? 0;
  const end = contentEnd(document, node);
  const isLines = (value.kind === 'list' || value.kind === 'paragraphs') && !isInFlow(document, start);
  if (!isLines) return { start, end, text: flowValue(value) };
  const lines = blockList(value.items, indentAt(text, start) + 2);
  return { start: text.slice(0, start).trimEnd().length, end, text: `\n${lines}` };
}
