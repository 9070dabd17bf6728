import type { Problem } from '../problem.ts';
import type { FunnelDocument } from './document.ts';
import { toProblems } from './finding.ts';
import { checkShape } from './shape/check-shape.ts';
import { type FileShape, keysOf } from './shape/validate.ts';
import { normalizeText, type SourceFile } from './source-file.ts';
import { readYaml } from './yaml/read-yaml.ts';

/** A file of `content/` that funnels name entries of by their ids. */
export interface Catalog<Entry> {
  /** Those without mistakes. */
  readonly entries: Readonly<Record<string, Entry>>;
  /** Whether the file was without mistakes. If not, an entry that is missing here may only be broken. */
  readonly complete: boolean;
  /** Where each entry stands. */
  readonly document: FunnelDocument;
  readonly problems: Problem[];
}

/** Reads a file that maps ids to entries; its schema says what an entry is. */
export function parseCatalog<Entry>(file: SourceFile, shape: FileShape): Catalog<Entry> {
  const { document, findings, readable } = readYaml(normalizeText(file), { isText: true, keys: keysOf(shape) });
  if (!readable) return { entries: {}, complete: false, document, problems: toProblems(findings) };
  const all = [...findings, ...checkShape(document, shape).findings];
  const problems = toProblems(all);
  const faulty = new Set(all.map(({ path }) => path[0]));
  const value = typeof document.value === 'object' && !faulty.has(undefined) ? (document.value ?? {}) : {};
  const sound = Object.entries(value).filter(([id]) => !faulty.has(id)) as [string, Entry][];
  return { entries: Object.fromEntries(sound), complete: problems.length === 0, document, problems };
}
