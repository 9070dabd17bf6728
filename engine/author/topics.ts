import type { Locale, TopicWords } from '../model.ts';
import type { Problem } from '../problem.ts';
import type { FunnelDocument } from './document.ts';
import { toProblems } from './finding.ts';
import { checkShape } from './shape/check-shape.ts';
import { keysOf } from './shape/validate.ts';
import { normalizeText, type SourceFile } from './source-file.ts';
import { readYaml } from './yaml/read-yaml.ts';

/** The topics that outcomes can speak of, with their words in each language. */
export interface TopicCatalog {
  readonly topics: Readonly<Record<string, Readonly<Record<Locale, TopicWords>>>>;
  /** Whether the file was without mistakes. If not, a topic that is missing here may only be broken. */
  readonly complete: boolean;
}

interface ParsedTopics {
  readonly topics: TopicCatalog;
  /** Where each topic stands. */
  readonly document: FunnelDocument;
  readonly problems: Problem[];
}

/** Reads `content/topics.yaml`: `<topic-id>: { en: { title, focus, practice }, es: { … } }`. */
export function parseTopics(file: SourceFile): ParsedTopics {
  const { document, findings, readable } = readYaml(normalizeText(file), { isText: true, keys: keysOf('topics') });
  if (!readable) return { topics: { topics: {}, complete: false }, document, problems: toProblems(findings) };
  const shape = checkShape(document, 'topics');
  const problems = toProblems([...findings, ...shape.findings]);
  const faulty = new Set([...findings, ...shape.findings].map(({ path }) => path[0]));
  const all = typeof document.value === 'object' && !faulty.has(undefined) ? (document.value ?? {}) : {};
  const sound = Object.entries(all).filter(([id]) => !faulty.has(id));
  const topics = Object.fromEntries(sound) as TopicCatalog['topics'];
  return { topics: { topics, complete: problems.length === 0 }, document, problems };
}
