import { parseDocument, type Node } from 'yaml';
import type { FunnelDocument } from '../document.ts';
import type { Finding } from '../finding.ts';
import type { SourceFile } from '../source-file.ts';
import { explainYamlErrors } from './explain.ts';
import { findExcessiveNesting } from './nesting.ts';
import { findOddCharacter } from './odd-characters.ts';
import { readValues, type ReadOptions } from './values.ts';

/** What YAML makes of a file. A file that isn't `readable` has no value, and nothing else is to be said about it. */
export interface ReadFile {
  readonly document: FunnelDocument;
  readonly findings: readonly Finding[];
  readonly readable: boolean;
}

/** Reads a file as YAML 1.2 and tells its traps. Never throws, whatever the text. */
export function readYaml(file: SourceFile, options: ReadOptions): ReadFile {
  const empty: FunnelDocument = {
    file: file.name,
    text: file.text,
    value: undefined,
    tree: { root: null, targets: new Map(), pairs: new WeakMap() },
  };
  const odd = findOddCharacter(empty);
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
