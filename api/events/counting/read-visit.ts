import { utcDay } from '../../platform/utc-day.ts';
import { startOfVisit } from '../batches.ts';
import type { StoredBatch } from '../stored-log.ts';
import type { CompiledFunnel } from '../../../engine/model.ts';
import type { PageEvent, PageLog, PageStart } from '../../../engine/run/page-log.ts';
import { sourceOf } from '../../../engine/run/query.ts';
import { type PagesRead, readPages } from '../../../engine/replay/read-pages.ts';

/** The funnel as it was published under a version; undefined where it never was. */
export type FlowOf = (funnel: string, version: string) => CompiledFunnel | undefined;

/** A visit as far as its batches report it. */
export interface VisitRead {
  readonly id: string;
  readonly funnel: string;
  /** Empty where the version it began on was never published; so is `locale` then. */
  readonly version: string;
  readonly locale: string;
  /** `utm_source`; empty where none is known. */
  readonly source: string;
  /** Of the browser. */
  readonly seed: string;
  readonly startedAt: Date;
  /** On which it began, UTC. */
  readonly day: string;
  readonly pages: PagesRead;
  /** When the server reported it. */
  readonly signedUpAt: Date | null;
  readonly paidAt: Date | null;
}

/**
 * Reads a visit from its batches, in whatever order they stand. A page is read up to the first batch that has not come;
 * null where no page has its first one. The earliest page says which funnel it is.
 */
export function joinVisit(id: string, batches: readonly StoredBatch[], flowOf: FlowOf): VisitRead | null {
  const sorted = batches.toSorted((one, other) => one.page - other.page || one.n - other.n);
  const opening = sorted.find(({ page, n }) => page > 0 && n === 0);
  if (!opening) return null;
  const { funnel } = opening;
  const own = sorted.filter((batch) => batch.funnel === funnel);
  const pages = readPages((version) => flowOf(funnel, version), pagesOf(own));
  const startedAt = startOfVisit(id, earliest(own));
  return {
    id,
    funnel,
    version: pages.funnel?.version ?? '',
    locale: pages.funnel?.locales.find((locale) => locale === pages.start?.locale) ?? '',
    source: cleanSource(pages.start?.source),
    seed: pages.start?.seed ?? '',
    startedAt,
    day: utcDay(startedAt),
    pages,
    signedUpAt: firstReportedAt(own, 'sign_up'),
    paidAt: firstReportedAt(own, 'payment'),
  };
}

/** Which versions of which funnels these batches opened pages of. */
export function versionsOf(
  batches: readonly StoredBatch[],
): readonly { readonly funnel: string; readonly version: string }[] {
  const starts = batches.filter(({ page, events }) => page > 0 && events[0]?.[1] === 'open');
  return starts.map(({ funnel, events }) => ({ funnel, version: (events[0]![2] as PageStart).version }));
}

/** What the pages of a visit reported, each up to the first batch that has not come. Batches in the order of their pages and numbers. */
export function pagesOf(sorted: readonly StoredBatch[]): readonly PageLog[] {
  const pages = new Map<number, { readonly page: number; readonly events: PageEvent[]; next: number }>();
  for (const { page, n, count, events } of sorted) {
    if (page === 0) continue;
    const log = pages.get(page) ?? { page, events: [], next: 0 };
    pages.set(page, log);
    if (n !== log.next) continue;
    log.next += count;
    // They were checked when they came (`page-events.ts`).
    log.events.push(...(events as unknown as readonly PageEvent[]));
  }
  return [...pages.values()].filter(({ next }) => next > 0);
}

/** When the server first reported something of that kind. */
function firstReportedAt(batches: readonly StoredBatch[], kind: string): Date | null {
  const matching = batches.filter(({ page, events }) => page === 0 && events.some((event) => event[1] === kind));
  return matching.length ? earliest(matching) : null;
}

function earliest(batches: readonly StoredBatch[]): Date {
  return new Date(Math.min(...batches.map(({ receivedAt }) => receivedAt.getTime())));
}

/** What is taken of what a browser reports, cleaned of what can't be or must not be. */

/** `utm_source` as it is counted: in small letters; empty where there is none. */
export function cleanSource(source = ''): string {
  return sourceOf(source).toLowerCase();
}
