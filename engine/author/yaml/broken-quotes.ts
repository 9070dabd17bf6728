import { quoted, type SourceRange } from './tree.ts';

/** A quoted text that goes on after the quote that ends it, or ends only where the next one begins. */
interface BrokenQuotes {
  /** The quote that ends it too early, or that nothing ends. */
  readonly range: SourceRange;
  readonly message: string;
  /** The whole text as it should be written, after its key. */
  readonly repaired: string;
}

interface Opening {
  readonly quote: string;
  readonly start: number;
  readonly key: string | undefined;
}

/** What may follow a quoted value, or a quoted key. */
const ending = /^\s*(?:$|[,}\]]|:(?:\s|$)|\s#)/;
/** The same, where an author means the end of a text and not a comma within it. */
const certainEnding = /^\s*(?:$|[}\]]|,\s*(?:["']|[\w-]+:(?:\s|$)))/;

/** `'You're tired'` and `"a == "b""`: the first text of a line whose quotes end before the author meant. */
export function findBrokenQuotes(line: string): BrokenQuotes | undefined {
  const value = /(?:^|[\s,[{])(?:([\w-]+):\s+|- +|[,[{]\s*)(?=["'])/g;
  for (let match = value.exec(line); match; match = value.exec(line)) {
    const start = value.lastIndex;
    const opening = { quote: line.charAt(start), start, key: match[1] };
    const close = closingQuote(line, opening);
    if (close === -1) return undefined;
    const isNext = /,\s*[\w-]+:\s+$/.exec(line.slice(start + 1, close));
    if (isNext && !ending.test(line.slice(close + 1)))
      return unclosed(opening, line.slice(start + 1, start + 1 + isNext.index));
    if (!ending.test(line.slice(close + 1))) return repair(line, opening, close);
    value.lastIndex = close + 1;
  }
  return undefined;
}

function closingQuote(line: string, { quote, start }: Opening): number {
  for (let at = start + 1; at < line.length; at += 1) {
    const character = line.charAt(at);
    if (quote === '"' && character === '\\') at += 1;
    else if (character === quote && quote === "'" && line.charAt(at + 1) === quote) at += 1;
    else if (character === quote) return at;
  }
  return -1;
}

/** The quote that seems to end a text begins the next one. */
function unclosed({ start, key }: Opening, text: string): BrokenQuotes {
  return {
    range: { start, end: start + 1 },
    message: 'The text that begins with this quote never ends.',
    repaired: written(key, text),
  };
}

/** A text in quotes, after its key. */
export function written(key: string | undefined, text: string): string {
  return `${key === undefined ? '' : `${key}: `}${quoted(text)}`;
}

function repair(line: string, opening: Opening, close: number): BrokenQuotes {
  const { quote, start, key } = opening;
  const later = [...line].flatMap((character, at) => (at > close && character === quote ? [at] : []));
  const isAround = /\S/.test(line.charAt(close + 1)) || later.length % 2 === 1;
  const ends = later.filter((at) => ending.test(line.slice(at + 1)));
  const end = ends.find((at) => certainEnding.test(line.slice(at + 1))) ?? ends[0];
  const isBetweenBrackets = /[[{]/.test(line.slice(0, start));
  const text =
    isAround && end !== undefined
      ? line.slice(start + 1, end).replaceAll(quote === '"' ? '\\"' : "''", quote)
      : line.slice(start, isBetweenBrackets ? endOfPlain(line, close) : line.length).trimEnd();
  return {
    range: { start: close, end: close + 1 },
    message: 'The text goes on after this quote, which ends it.',
    repaired: written(key, text),
  };
}

function endOfPlain(line: string, from: number): number {
  const length = line.slice(from).search(/[,}\]]/);
  return length === -1 ? line.length : from + length;
}
