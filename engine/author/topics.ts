import type { Locale, TopicWords } from '../model.ts';
import type { Problem } from '../problem.ts';
import { parseCatalog } from './catalog.ts';
import type { FunnelDocument } from './document.ts';
import type { SourceFile } from './source-file.ts';

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
  const { entries, complete, ...parsed } = parseCatalog<TopicCatalog['topics'][string]>(file, 'topics');
  return { ...parsed, topics: { topics: entries, complete } };
}
