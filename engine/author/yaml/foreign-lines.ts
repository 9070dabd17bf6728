import type { FunnelDocument } from '../document.ts';
import type { Finding } from '../finding.ts';
import type { SourceRange } from './tree.ts';

const conflict = /^(?:<{7}|\|{7}|={7}|>{7})(?: .*)?$/m;
const fence = /^(?:```|~~~)[ \t]*[\w-]*[ \t]*$/m;
/** In a file whose lines are all indented, as one that was copied out of a list. */
const indentedFence = /^\s*(?:```|~~~)/;

/** The first line that another program has written into a file: git where it could not merge, Markdown around an example. */
export function findForeignLine(document: FunnelDocument): Finding | undefined {
  const { text } = document;
  const place = { in: document, path: [], code: 'yaml_syntax' as const };
  const fenced = fence.exec(text) ?? indentedFence.exec(text);
  if (fenced) {
    const message = 'This line is Markdown: it stands around YAML in a document or a chat, and is not part of it.';
    return { ...place, message, range: rangeOfLine(fenced), hint: hintForFence(text, fenced.index) };
  }
  const merged = conflict.exec(text);
  if (!merged) return undefined;
  const count = text.match(/^<{7} /gm)?.length ?? 0;
  const message =
    count > 1
      ? `Git could not merge two versions here, and in ${count - 1} more place${count > 2 ? 's' : ''} below.`
      : 'Git could not merge two versions here.';
  const hint = 'Between <<<<<<< and >>>>>>> stand both: keep what is right, and remove the lines of <, = and >.';
  return { ...place, message, range: rangeOfLine(merged), hint };
}

function rangeOfLine({ 0: line, index }: RegExpExecArray): SourceRange {
  return { start: index + line.length - line.trimStart().length, end: index + line.trimEnd().length };
}

function hintForFence(text: string, index: number): string {
  return /\S/.test(text.slice(0, index)) && /^(?:```|~~~)\w/.test(text.slice(index))
    ? 'Keep only what is between the two lines with ```.'
    : 'Remove the lines with ```.';
}
