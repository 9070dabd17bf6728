/** Emphasis and links in texts: `*soft*`, `**strong**`, `[Call 988](tel:988)`, a small part of Markdown. */

import { Lexer, type Token } from 'marked';
import type { Mark, MarkedText, Recall } from '../../model.ts';
import type { Span } from '../expression/syntax.ts';
import { parseText, type PlacedRecall } from './words.ts';

/** A link and its place in the text. */
export interface PlacedLink extends Span {
  readonly to: string;
}

/** What of Markdown a text can't have. */
export interface MarkupProblem extends Span {
  readonly message: string;
  readonly hint: string;
}

/** A text with its marks. */
export interface ParsedMarkup {
  readonly text: MarkedText;
  /** Where the marks are that stand in no other one. */
  readonly marks: readonly Span[];
  readonly links: readonly PlacedLink[];
  readonly problems: readonly MarkupProblem[];
}

/** Reads the marks of a text and its recalls. A text without any is kept as it is, character for character. */
export function parseMarkup(source: string): ParsedMarkup {
  const { text, recalls, problem } = parseText(source);
  const none = { text, marks: [], links: [], problems: [] };
  if (problem || !/[*_`~[\]\\<>#|=-]/.test(source)) return none;
  return new MarkupReader(source, recalls).read() ?? none;
}

/** Stands for a recall while Markdown is read: a letter to Markdown, and none that anybody writes. */
const firstStandIn = 0xe000;
const standIns = /[\ue000-\uf8ff]/;

const escapeHint = 'To show the sign itself, write \\ before it.';

const refused: Readonly<Record<string, readonly [message: string, hint: string]>> = {
  image: ["Texts can't hold pictures.", 'Take it out.'],
  html: ["Texts can't hold HTML.", escapeHint],
  codespan: ["Texts can't hold code.", escapeHint],
  code: ["Texts can't hold code.", 'Take the ``` out.'],
  heading: ["Texts can't hold headings.", `A title has a key of its own. ${escapeHint}`],
  table: ["Texts can't hold tables.", 'Write sentences.'],
  list: ["Texts can't hold lists of Markdown.", `Write a list of texts, one a line, each after "- ". ${escapeHint}`],
  blockquote: ["Texts can't hold block quotes.", escapeHint],
  hr: ["Texts can't hold lines.", 'Take it out.'],
};

class MarkupReader {
  readonly #source: string;
  readonly #recalls: readonly PlacedRecall[];
  /** The text with a character for each recall. */
  readonly #folded: string;
  /** Where each character of it stands in the source, and the end. */
  readonly #places: readonly number[];
  readonly #marks: Span[] = [];
  readonly #links: PlacedLink[] = [];
  readonly #problems: MarkupProblem[] = [];
  #escapes = false;

  constructor(source: string, recalls: readonly PlacedRecall[]) {
    this.#source = source;
    this.#recalls = recalls;
    let folded = '';
    const places: number[] = [];
    const copy = (from: number, to: number) => {
      for (let at = from; at < to; at++) places.push(at);
      folded += source.slice(from, to);
    };
    let from = 0;
    for (const [index, { start, end }] of recalls.entries()) {
      copy(from, start);
      places.push(start);
      folded += String.fromCharCode(firstStandIn + index);
      from = end;
    }
    copy(from, source.length);
    this.#folded = folded;
    this.#places = [...places, source.length];
  }

  /** Nothing where the text has no marks. */
  read(): ParsedMarkup | undefined {
    if (standIns.test(this.#source)) return undefined;
    this.#refuseBlocks();
    const parts = this.#read(Lexer.lexInline(this.#folded, { gfm: false }), 0, true);
    for (const { index, 0: raw } of this.#folded.matchAll(/~~[^\s~](?:[^~]*[^\s~])?~~/g)) {
      this.#refuse(["Texts can't be struck out.", escapeHint], index, raw.length);
    }
    const [links, marks, problems] = [this.#links, this.#marks, this.#problems];
    return marks.length > 0 || problems.length > 0 || this.#escapes
      ? { text: wholeOf(parts), links, marks, problems }
      : undefined;
  }

  /** What fills whole lines; numbers before sentences are only text. */
  #refuseBlocks(): void {
    let at = 0;
    for (const { type, raw, ordered } of new Lexer({ gfm: true }).lex(this.#folded) as (Token & {
      readonly ordered?: boolean;
    })[]) {
      const isIndented = type === 'code' && /^\s/.test(raw);
      const isInline = type === 'html' || ordered === true || isIndented;
      if (type in refused && !isInline) this.#refuse(refused[type]!, at, raw.trimEnd().length);
      at += raw.length;
    }
  }

  #read(tokens: readonly Token[], from: number, isOutside: boolean): readonly MarkedText[] {
    const pieces: Piece[] = [];
    let at = from;
    for (const token of tokens) {
      pieces.push(...this.#readToken(token, at, isOutside));
      at += token.raw.length;
    }
    return partsOf(pieces);
  }

  #readToken(token: Token, at: number, isOutside: boolean): readonly Piece[] {
    const inner = 'tokens' in token ? (token.tokens ?? []) : [];
    if (token.type === 'link' && isWritten(token)) {
      const { href, title } = token as { href: string; title?: string | null };
      if (isOutside) this.#marks.push(this.#span(at, token.raw.length));
      if (title) this.#refuse(["A link can't have a second text.", 'Write [words](address).'], at, token.raw.length);
      this.#readAddress(href, at, token.raw.length);
      return [{ tag: 'a', href, parts: this.#read(inner, at + 1, false) }];
    }
    if (token.type === 'em' || token.type === 'strong') {
      if (isOutside) this.#marks.push(this.#span(at, token.raw.length));
      return [{ tag: token.type, parts: this.#read(inner, at + (token.type === 'em' ? 1 : 2), false) }];
    }
    if (token.type === 'escape') {
      this.#escapes = true;
      return this.#withRecalls((token as { text: string }).text);
    }
    if (token.type === 'link') this.#refuse(["This isn't a link.", 'Write [words](address).'], at, token.raw.length);
    else if (token.type in refused && !token.raw.startsWith('</'))
      this.#refuse(refused[token.type]!, at, token.raw.length);
    return this.#withRecalls(token.raw);
  }

  #readAddress(href: string, at: number, length: number): void {
    if (standIns.test(href)) {
      this.#refuse(["A link's address can't hold an answer.", 'Write the address in full.'], at, length);
    } else this.#links.push({ to: href, ...this.#span(at, length) });
  }

  #withRecalls(text: string): readonly Piece[] {
    return text.split(/([\ue000-\uf8ff])/).map((piece) => {
      if (!standIns.test(piece)) return piece;
      const { start: _start, end: _end, ...recall } = this.#recalls[piece.charCodeAt(0) - firstStandIn]!;
      return recall;
    });
  }

  #refuse([message, hint]: readonly [string, string], at: number, length: number): void {
    const span = this.#span(at, length);
    const isWithin = this.#problems.some(({ start, end }) => start <= span.start && span.end <= end);
    if (!isWithin) this.#problems.push({ ...span, message, hint });
  }

  #span(at: number, length: number): Span {
    return { start: this.#places[at]!, end: this.#places[at + length] ?? this.#source.length };
  }
}

type Piece = string | Recall | Mark;

/** `[words](address)`, not an address alone between angle brackets. */
const isWritten = ({ raw }: Token) => raw.startsWith('[');

/** What stands between two marks as one text, its strings side by side as one. */
function partsOf(pieces: readonly Piece[]): readonly MarkedText[] {
  const parts: MarkedText[] = [];
  let text: (string | Recall)[] = [];
  const end = () => {
    const [first] = text;
    if (first !== undefined) parts.push(text.length === 1 && typeof first === 'string' ? first : text);
    text = [];
  };
  for (const piece of pieces) {
    const last = text.at(-1);
    if (typeof piece === 'object' && 'tag' in piece) {
      end();
      parts.push(piece);
    } else if (typeof piece === 'string' && typeof last === 'string') text[text.length - 1] = last + piece;
    else if (piece !== '') text.push(piece);
  }
  end();
  return parts;
}

/** A text without marks needs no element around it. */
function wholeOf(parts: readonly MarkedText[]): MarkedText {
  const [only = ''] = parts;
  return parts.length < 2 && (typeof only === 'string' || !('tag' in only)) ? only : { tag: 'span', parts };
}
