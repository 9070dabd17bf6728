import { Scalar } from 'yaml';
import { type FunnelDocument, locate } from '../document.ts';
import type { TextEdit } from './text-edit.ts';
import { keysOf } from '../shape/validate.ts';
import { readYaml } from '../yaml/read-yaml.ts';
import type { Path } from '../../problem.ts';

/** Where a text is written: how the author has written the one before, and what is around it. */
interface TextPlace {
  /** The style of the present text. */
  readonly style?: Scalar.Type | undefined;
  /** Whether it stands between braces or brackets. */
  readonly inFlow: boolean;
  /** How far the line of its key is indented. */
  readonly indent: number;
}

/** Texts that go on over several lines are filled up to here. */
const lineWidth = 120;

/**
 * A text as YAML that reads as exactly this text, without a trap: in the style of the present one if it can be, else
 * without quotes, in quotes, or with escapes. The text must have no characters that can't be shown.
 */
export function writeText(text: string, place: TextPlace): string {
  const { style, inFlow, indent } = place;
  const fromNewLines = text.includes('\n') ? [Scalar.BLOCK_LITERAL] : [];
  const styles = [style ?? Scalar.PLAIN, Scalar.PLAIN, ...fromNewLines, Scalar.QUOTE_SINGLE, Scalar.QUOTE_DOUBLE];
  for (const candidate of styles) {
    const source = write(text, candidate as Scalar.Type, indent);
    if (readsAs(source, text, inFlow, indent)) return source;
  }
  throw new Error(`A text can't be written as YAML: ${JSON.stringify(text)}`);
}

/** A key as YAML, in quotes where it needs them. */
export function writeKey(key: string, style: Scalar.Type | undefined): string {
  const quoted = style === Scalar.QUOTE_DOUBLE ? JSON.stringify(key) : `'${key}'`;
  if (style === Scalar.QUOTE_DOUBLE || style === Scalar.QUOTE_SINGLE) return quoted;
  const { readable, findings } = readYaml({ name: '', text: `${key}: text\n` }, words);
  return readable && findings.length === 0 ? key : quoted;
}

const words = { isText: true, keys: keysOf('words') };

function readsAs(source: string, text: string, inFlow: boolean, indent: number): boolean {
  const entry = `key: ${source}`;
  const file = { name: '', text: inFlow ? `{ ${entry} }\n` : `${' '.repeat(indent)}${entry}\n` };
  const { document, readable, findings } = readYaml(file, words);
  return readable && findings.length === 0 && (document.value as { key?: unknown }).key === text;
}

function write(text: string, style: Scalar.Type, indent: number): string {
  switch (style) {
    case Scalar.PLAIN:
      return text;
    case Scalar.QUOTE_SINGLE:
      return `'${text.replaceAll("'", "''")}'`;
    case Scalar.QUOTE_DOUBLE:
      return JSON.stringify(text).replaceAll(unusualSpaces, escapeOf);
    case Scalar.BLOCK_LITERAL:
      return `|${chompingOf(text)}\n${indented(text.replace(/\n$/, ''), indent + 2)}`;
    case Scalar.BLOCK_FOLDED: {
      const lines = text.replace(/\n$/, '').split('\n');
      const filled = lines.map((line) => fill(line, lineWidth - indent - 2)).join('\n\n');
      return `>${chompingOf(text)}\n${indented(filled, indent + 2)}`;
    }
  }
}

/** Spaces that YAML doesn't take for spaces, and line ends that are none to it. */
const unusualSpaces = /[\u00a0\u1680\u2000-\u200b\u2028\u2029\u202f\u205f\u2060\u3000\ufeff]/g;

function escapeOf(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function chompingOf(text: string): string {
  return text.endsWith('\n') ? '' : '-';
}

function indented(text: string, indent: number): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '' : ' '.repeat(indent) + line))
    .join('\n');
}

/** Breaks a line at single spaces, which is where folding puts one back. */
function fill(line: string, width: number): string {
  const lines: string[] = [];
  for (const word of line.split(/(?<=\S) (?=\S)/)) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.join('\n');
}

/** Writes another name for the last key of a path, in the same quotes. The path must be there. */
export function renameKey(document: FunnelDocument, path: Path, name: string): TextEdit {
  const { range } = locate(document, path, 'key');
  return { ...range, text: writeKey(name, quotesOf(document.text.slice(range.start, range.end))) };
}

function quotesOf(source: string): Scalar.Type {
  if (source.startsWith('"')) return Scalar.QUOTE_DOUBLE;
  return source.startsWith("'") ? Scalar.QUOTE_SINGLE : Scalar.PLAIN;
}
