import { type Node, parseDocument } from 'yaml';
import { type FunnelDocument, unreadDocument } from '../document.ts';
import type { Finding } from '../finding.ts';
import type { SourceFile } from '../source-file.ts';
import { explainYamlErrors } from './explain.ts';
import { findForeignLine } from './foreign-lines.ts';
import { findOddCharacter } from './odd-characters.ts';
import { type ReadOptions, readValues } from './values.ts';

/** What YAML makes of a file. A file that isn't `readable` has no value, and nothing else is to be said about it. */
interface ReadFile {
  readonly document: FunnelDocument;
  readonly findings: readonly Finding[];
  readonly readable: boolean;
}

/** Reads a file as YAML 1.2 and reports its traps. Never throws, whatever the text. */
export function readYaml(file: SourceFile, options: ReadOptions): ReadFile {
  const empty = unreadDocument(file);
  const odd = findOddCharacter(empty, file, options.isText) ?? findForeignLine(empty);
  if (odd) return { document: empty, findings: [odd], readable: false };
  const deep = findExcessiveNesting(file.text);
  if (deep === undefined) return readNodes(empty, options);
  const range = { start: deep, end: deep + 1 };
  const finding: Finding = {
    in: empty,
    code: 'yaml_syntax',
    message: 'This file is nested too deeply.',
    path: [],
    range,
  };
  return { document: empty, findings: [finding], readable: false };
}

function readNodes(empty: FunnelDocument, options: ReadOptions): ReadFile {
  const parsed = parseDocument(empty.text, {
    prettyErrors: false,
    uniqueKeys: false,
    resolveKnownTags: false,
    logLevel: 'error',
  });
  const errors = [...parsed.errors, ...parsed.warnings];
  if (errors.length > 0)
    return { document: empty, findings: explainYamlErrors(empty, errors, options.keys), readable: false };
  const root = parsed.contents as Node | null;
  const { value, targets, findings, readable } = readValues(empty, root, options);
  const document: FunnelDocument = { ...empty, value, tree: { root, targets, pairs: new WeakMap() } };
  return { document, findings: findings.map((finding) => ({ ...finding, in: document })), readable };
}

const maxBrackets = 100;
const maxIndicators = 50;
const maxIndentation = 400;

/**
 * Where a text nests deeper than any funnel does. YAML is read by recursion, so such a text is refused unread.
 * Brackets within texts are counted too, which does no harm: no author leaves a hundred of them open.
 */
function findExcessiveNesting(text: string): number | undefined {
  let brackets = 0;
  let indicators = 0;
  let lineStart = 0;
  let isIndentation = true;
  for (let offset = 0; offset < text.length; offset += 1) {
    const character = text.charAt(offset);
    if (character === '\n') {
      [lineStart, isIndentation, indicators] = [offset + 1, true, 0];
      if (/[A-Za-z]/.test(text.charAt(lineStart))) brackets = 0;
      continue;
    }
    if (character === ' ' || character === '\t' || character === '\r') continue;
    if (isIndentation && offset - lineStart > maxIndentation) return offset;
    isIndentation = false;
    if (character === '[' || character === '{') brackets += 1;
    else if (character === ']' || character === '}') brackets = Math.max(0, brackets - 1);
    indicators = isIndicator(character, text.charAt(offset + 1)) ? indicators + 1 : 0;
    if (brackets > maxBrackets || indicators > maxIndicators) return offset;
  }
  return undefined;
}

/** `- `, `? ` and `: ` can each begin another level on the same line. A row of dashes can't. */
function isIndicator(character: string, next: string): boolean {
  return (character === '-' || character === '?' || character === ':') && /^\s?$/.test(next);
}
