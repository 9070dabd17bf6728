import type { Recall, Text } from '../../model.ts';
import type { Span } from '../expression/syntax.ts';

/** A recall and its place in the text. */
export interface PlacedRecall extends Span, Recall {}

/** A text cut up at its recalls. */
export interface ParsedText {
  /** As it stands in the file. */
  readonly source: string;
  readonly text: Text;
  readonly recalls: readonly PlacedRecall[];
  /** Where braces make no recall, and why. */
  readonly problem?: Span & { readonly message: string };
}

const example = 'A recall is written {{field}} or {{field|what to say without it}}.';

/** Reads `{{field}}` and `{{field|fallback}}`. The first malformed one is told, and the text kept as it is. */
export function parseText(text: string): ParsedText {
  if (!text.includes('{{') && !text.includes('}}')) return { source: text, text, recalls: [] };
  const pieces: (string | Recall)[] = [];
  const recalls: PlacedRecall[] = [];
  let at = 0;
  for (let open = nextBraces(text, at); open !== -1; open = nextBraces(text, at)) {
    const close = text.indexOf('}}', open);
    const inner = text.slice(open + 2, close === -1 ? undefined : close);
    const end = close === -1 ? text.length : close + 2;
    const recall = text.startsWith('{{', open) && close !== -1 ? readRecall(inner) : undefined;
    if (!recall)
      return { source: text, text, recalls: [], problem: { start: open, end, message: explain(text, open, close) } };
    if (open > at) pieces.push(text.slice(at, open));
    pieces.push(recall);
    recalls.push({ ...recall, start: open, end });
    at = end;
  }
  if (at < text.length) pieces.push(text.slice(at));
  return { source: text, text: pieces, recalls };
}

function nextBraces(text: string, from: number): number {
  const [open, close] = [text.indexOf('{{', from), text.indexOf('}}', from)];
  return open === -1 || (close !== -1 && close < open) ? close : open;
}

function readRecall(inner: string): Recall | undefined {
  const [, recall, fallback] = /^\s*([A-Za-z]\w*)\s*(?:\|([^{}|]*))?$/.exec(inner) ?? [];
  if (recall === undefined) return undefined;
  if (fallback === undefined) return { recall };
  return fallback.trim() === '' ? undefined : { recall, fallback: fallback.trim() };
}

function explain(text: string, open: number, close: number): string {
  if (!text.startsWith('{{', open)) return 'These }} have no {{ before them.';
  return close === -1 ? 'These {{ have no }} after them.' : example;
}
