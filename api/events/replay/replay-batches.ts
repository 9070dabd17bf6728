import type { CompiledFunnel } from '../../../engine/model.ts';
import { holdBack } from '../../../engine/run/hold-back.ts';
import { joinPages } from '../../../engine/run/join-pages.ts';
import type { FunnelEvent, PageEvent } from '../../../engine/run/page-log.ts';
import { encodeVisit } from '../../../engine/run/visit-text.ts';
import { outcomeOf } from '../counting/count-visit.ts';
import { pagesOf, readVisit, type StoredBatch } from '../counting/read-visit.ts';

/** What happened in a visit, as the versions of the funnel that it ran on tell it. */
export interface VisitStory {
  readonly funnel: string;
  /** Variant by experiment, as assigned. */
  readonly variants: Readonly<Record<string, string>>;
  readonly events: readonly FunnelEvent[];
  /** Id of the outcome; null where the visit is not finished. */
  readonly outcome: string | null;
  /** Id of the step that is on the screen; null where none is. */
  readonly at: string | null;
  /** Whether all that was told could be replayed. */
  readonly readable: boolean;
  /** What plays in one go, each with the version of the funnel that it ran on; only of versions that are known. */
  readonly stretches: readonly Stretch[];
}

/** A visit that is stored. */
export interface ReplayedVisit extends VisitStory {
  readonly visit: string;
  readonly locale: string;
  /** `utm_source`; empty where none is known. */
  readonly source: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly signedUp: boolean;
  readonly paid: boolean;
}

export interface Stretch {
  readonly version: string;
  /** For Storybook's player (`encodeVisit`). */
  readonly code: string;
}

export type Flows = ReadonlyMap<string, CompiledFunnel>;

/**
 * The story of a visit from its batches; undefined where no page of it is there. `flows`: the versions of its funnel
 * that were ever published, by version.
 */
export function replayBatches(id: string, told: readonly StoredBatch[], flows: Flows): ReplayedVisit | undefined {
  const batches = told.map((batch) => withStandIns(batch, told, flows));
  const read = readVisit(id, batches, (_funnel, version) => flows.get(version));
  if (!read) return undefined;
  const { funnel, locale, source, startedAt, signedUpAt, paidAt } = read;
  const { variants, events, at, readable } = read.pages;
  const own = pagesOf(batches.filter((batch) => batch.funnel === funnel));
  const stretches = joinPages(funnel, (version) => flows.get(version), own)
    .filter(({ log }) => flows.has(log.version))
    .map(({ log }) => ({ version: log.version, code: encodeVisit(log) }));
  return {
    visit: id,
    funnel,
    locale,
    source,
    startedAt: startedAt.toISOString(),
    variants,
    events,
    outcome: outcomeOf(events),
    at,
    readable,
    signedUp: signedUpAt !== null,
    paid: paidAt !== null,
    stretches,
  };
}

function withStandIns(batch: StoredBatch, told: readonly StoredBatch[], flows: Flows): StoredBatch {
  const opening = told.find(({ page, n }) => page === batch.page && n === 0);
  const flow = flows.get((opening && versionOf(opening)) ?? '');
  return flow ? { ...batch, events: holdBack(flow, eventsOf(batch)) } : batch;
}

/** The version that a page says it runs; only its first batch does. */
export function versionOf(batch: StoredBatch): string | undefined {
  const [event] = batch.page > 0 ? eventsOf(batch) : [];
  return event?.[1] === 'open' ? event[2].version : undefined;
}

/** They were checked when they came (`read-page-events.ts`). */
function eventsOf({ events }: StoredBatch): readonly PageEvent[] {
  return events as unknown as readonly PageEvent[];
}
