import { Scalar } from 'yaml';
import type { Path } from '../../problem.ts';
import { locate, type FunnelDocument } from '../document.ts';
import type { TextEdit } from './text-edit.ts';
import { writeKey } from './write-text.ts';

/** Writes another name for the last key of a path, in the same quotes. The path must be there. */
export function renameKey(document: FunnelDocument, path: Path, name: string): TextEdit {
  const { range } = locate(document, path, 'key');
  return { ...range, text: writeKey(name, quotesOf(document.text.slice(range.start, range.end))) };
}

function quotesOf(source: string): Scalar.Type {
  if (source.startsWith('"')) return Scalar.QUOTE_DOUBLE;
  return source.startsWith("'") ? Scalar.QUOTE_SINGLE : Scalar.PLAIN;
}
