import { Scalar } from 'yaml';

/** Where each character of a scalar's value stands in the file; one more entry says where the value ends. */
type ScalarOffsets = readonly number[];

interface SourceCharacter {
  readonly offset: number;
  readonly character: string;
}

/**
 * Follows a scalar's value through the file: past quotes, escapes, indentation and folded lines.
 * Folding only ever changes white space, so the other characters of value and source pair up in order.
 */
export function scalarOffsets(text: string, scalar: Scalar): ScalarOffsets {
  const value = String(scalar.value);
  const [start = 0, end = 0] = scalar.range ?? [];
  const solid = readSolid(text, scalar, start, end);
  const offsets: number[] = [];
  let next = 0;
  let after = solid[0]?.offset ?? start;
  for (const character of value.split('')) {
    const source = solid[next];
    if (isBlank(character) || source === undefined) {
      offsets.push(Math.min(after, source?.offset ?? after));
      after += 1;
      continue;
    }
    offsets.push(source.offset);
    after = (solid[next]?.offset ?? start) + 1;
    next += 1;
  }
  offsets.push(after);
  return offsets;
}

/** The characters of the source that aren't white space, with escapes resolved. */
function readSolid(text: string, scalar: Scalar, start: number, end: number): SourceCharacter[] {
  const { type } = scalar;
  if (type === Scalar.QUOTE_DOUBLE) return readDoubleQuoted(text, start + 1, end - 1);
  if (type === Scalar.QUOTE_SINGLE) return readSingleQuoted(text, start + 1, end - 1);
  const isBlock = type === Scalar.BLOCK_LITERAL || type === Scalar.BLOCK_FOLDED;
  return readPlain(text, isBlock ? afterHeader(text, start) : start, end);
}

function isBlank(character: string): boolean {
  return character === ' ' || character === '\n' || character === '\t' || character === '\r';
}

function afterHeader(text: string, start: number): number {
  const lineEnd = text.indexOf('\n', start);
  return lineEnd === -1 ? text.length : lineEnd + 1;
}

function readPlain(text: string, start: number, end: number): SourceCharacter[] {
  const solid: SourceCharacter[] = [];
  for (let offset = start; offset < end; offset += 1) {
    const character = text.charAt(offset);
    if (!isBlank(character)) solid.push({ offset, character });
  }
  return solid;
}

function readSingleQuoted(text: string, start: number, end: number): SourceCharacter[] {
  const solid: SourceCharacter[] = [];
  for (let offset = start; offset < end; offset += 1) {
    const character = text.charAt(offset);
    if (!isBlank(character)) solid.push({ offset, character });
    if (character === "'") offset += 1;
  }
  return solid;
}

const escapeLengths: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };
const blankEscapes = ' tnr\n\r\t';

function readDoubleQuoted(text: string, start: number, end: number): SourceCharacter[] {
  const solid: SourceCharacter[] = [];
  for (let offset = start; offset < end; offset += 1) {
    const character = text.charAt(offset);
    if (character !== '\\') {
      if (!isBlank(character)) solid.push({ offset, character });
      continue;
    }
    const escape = text.charAt(offset + 1);
    const length = escapeLengths[escape] ?? 0;
    if (!blankEscapes.includes(escape)) {
      const code = length > 0 ? Number.parseInt(text.slice(offset + 2, offset + 2 + length), 16) : 0;
      const decoded = length > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : escape;
      for (const unit of decoded.split('')) if (!isBlank(unit)) solid.push({ offset, character: unit });
    }
    offset += 1 + length;
  }
  return solid;
}
