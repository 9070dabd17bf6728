import type { Locale } from '../../model.ts';
import type { Findings } from '../finding.ts';
import type { ExpressionUse } from '../expression-uses.ts';
import type { MisspeltNames, Renames } from '../scope.ts';
import type { Scope } from '../expression/types.ts';
import type { Flow } from '../flow.ts';
import type { LinkList } from '../links.ts';
import type { PictureFile } from '../picture-file.ts';
import type { Offered } from '../../shop/offers.ts';
import type { TestimonialCatalog } from '../testimonials.ts';
import type { TopicCatalog } from '../topics.ts';
import type { Words } from '../words/words.ts';

/** All that a rule about one flow may look at. */
export interface FlowContext {
  /** As its author wrote it. */
  readonly flow: Flow;
  /** The same with what its steps with `for_each` are written out to (`for-each.ts`). */
  readonly writtenOut: Flow;
  readonly expressions: readonly ExpressionUse[];
  readonly scope: Scope;
  /** Names that the flow misspells, and that aren't missed where they are used. */
  readonly misspelt: MisspeltNames;
  readonly topics: TopicCatalog;
  readonly links: LinkList;
  readonly testimonials: TestimonialCatalog;
  /** All plans and offers; undefined where they are not known. */
  readonly plans: readonly Offered[] | undefined;
  /** What the accent of a look may be. */
  readonly accents: readonly string[];
  /** The pictures that options and steps may have, by their names; undefined where they are not known. */
  readonly pictures: ReadonlyMap<string, PictureFile> | undefined;
  /** The locales of the site that there are words in. */
  readonly locales: readonly Locale[];
  readonly reservedPaths: readonly string[];
  readonly siteStorageKeys: readonly string[];
}

/** One demand on a flow. Yields a finding for each mistake, and none for what other mistakes lead to. */
export type FlowRule = (context: FlowContext) => Findings;

/** All that a rule about the words of one funnel may look at. */
export interface WordsContext {
  readonly flow: Flow;
  readonly writtenOut: Flow;
  readonly scope: Scope;
  /** The words of each locale that could be read, in the order of the flow's `locales`. */
  readonly words: readonly Words[];
  readonly links: LinkList;
  readonly expressions: readonly ExpressionUse[];
  /** Old names that words may still have; each is reported where it was renamed. */
  readonly renames: Renames;
}

/** One demand on the words of a funnel. */
export type WordsRule = (context: WordsContext) => Findings;

/** One demand on all funnels together. */
export type SiteRule = (flows: readonly Flow[]) => Findings;
