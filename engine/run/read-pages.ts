/** What happened in a visit, from what its pages told: by the same engine, on the same versions of the funnel. */

import type { CompiledFunnel } from '../model.ts';
import { FunnelStory } from './funnel-story.ts';
import type { FunnelEvent, PageLog, PageStart } from './page-log.ts';
import { PageReader } from './page-reader.ts';
import { assignVariants } from './variants.ts';

/** A visit as far as its pages could be read. */
export interface PagesRead {
  /** In order. Steps and options are called as on the version that the visit began on, also where it went on on a later one. */
  readonly events: readonly FunnelEvent[];
  /** Whether all that was told could be read: each version is known, and the funnel took each event. */
  readonly readable: boolean;
  /** What the visit began on; null where no page told it. */
  readonly start: PageStart | null;
  /** The version that it began on, or the first that is known; null where none is. */
  readonly funnel: CompiledFunnel | null;
  /** Variant by experiment, as assigned on that version. */
  readonly variants: Readonly<Record<string, string>>;
  /** The step on the screen at the end; null where none was: the visit was finished, or nothing could be read. */
  readonly at: string | null;
}

/**
 * Replays the pages of a visit, in the order in which they were opened. Where the funnel does not take what a page
 * tells, that page's reading ends; what came before counts. Pages that go on where an earlier one was tell nothing
 * twice; what was done while nobody told (before the page that tells `saved`) is told without times.
 */
export function readPages(
  funnelOf: (version: string) => CompiledFunnel | undefined,
  pages: readonly PageLog[],
): PagesRead {
  const story = new FunnelStory();
  let readable = true;
  let [start, funnel]: [PageStart | null, CompiledFunnel | null] = [null, null];
  let variants: PagesRead['variants'] = {};
  for (const { page, events } of pages) {
    const [first] = events;
    if (first?.[1] !== 'open') {
      readable &&= first === undefined;
      continue;
    }
    const pageStart = first[2];
    start ??= pageStart;
    const flow = funnelOf(pageStart.version);
    if (!flow) {
      readable = false;
      continue;
    }
    if (!funnel) {
      funnel = flow;
      variants = assignVariants(flow, pageStart.seed);
    }
    story.openPage({ flow, first: funnel, openedAt: page - pages[0]!.page });
    if (!new PageReader(flow, story).read(pageStart, events)) readable = false;
  }
  return { events: story.events, readable, start, funnel, variants, at: story.place ?? null };
}
