import type { SourceFile } from '../source-file.ts';
import type { SourceRange } from '../yaml/tree.ts';

/** What stands instead of a range of a text. An empty range: what is put in there. */
export interface TextEdit extends SourceRange {
  readonly text: string;
}

/**
 * The text with all edits made; every other character keeps its place. The same edit may come twice, as paths through
 * aliases lead to one place; several texts put in at one place keep their order. Throws if two edits contradict.
 */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const edit of inOrder(edits)) {
    if (edit.start < at) throw new Error(`Two edits of one place: ${edit.start}.`);
    pieces.push(text.slice(at, edit.start), edit.text);
    at = edit.end;
  }
  return [...pieces, text.slice(at)].join('');
}

/** The file with edits that count in its text as it is read: its byte order mark and its line ends are kept. */
export function editFile({ name, text }: SourceFile, edits: readonly TextEdit[]): SourceFile {
  const mark = text.startsWith('\ufeff') ? '\ufeff' : '';
  const body = text.slice(mark.length);
  const lineEnd = lineEndOf(body);
  const native = edits.map((edit) => ({ ...edit, text: edit.text.replaceAll('\n', lineEnd) }));
  return { name, text: mark + applyEdits(body, native) };
}

/** How the lines of a text end. */
export function lineEndOf(text: string): '\r\n' | '\r' | '\n' {
  if (text.includes('\r\n')) return '\r\n';
  return text.includes('\r') && !text.includes('\n') ? '\r' : '\n';
}

function inOrder(edits: readonly TextEdit[]): readonly TextEdit[] {
  const seen = new Set<string>();
  const different = edits.filter((edit) => {
    const key = `${edit.start}-${edit.end}:${edit.text}`;
    if (edit.end > edit.start && seen.has(key)) return false;
    seen.add(key);
    return true;
  });
  return different.sort((a, b) => a.start - b.start || a.end - b.end);
}
