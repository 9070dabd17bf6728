import { lastOutcome } from './counting/count-visit.ts';
import { pagesOf, joinVisit, versionsOf } from './counting/read-visit.ts';
import { loadFunnelVersion } from './funnel-versions.ts';
import type { EventStore } from './event-store.ts';
import type { StoredBatch } from './stored-log.ts';
import type { Database } from '../platform/db/database.ts';
import type { CompiledFunnel } from '../../engine/model.ts';
import type { Value } from '../../engine/run/expression.ts';
import { redactEvents } from '../../engine/run/page-log.ts';
import { encodeVisit, joinPages } from '../../engine/replay/visit-log.ts';
import { variablesAt } from '../../engine/run/walk.ts';
import type { FunnelEvent, PageEvent, PageStart } from '../../engine/run/page-log.ts';

/** Where visits are, and the funnels that they ran on. */
interface VisitSources {
  readonly database: Database;
  readonly events: EventStore;
}

/** The visit of this id, replayed; undefined where no page of it is stored. */
export async function replayStoredVisit(sources: VisitSources, id: string): Promise<ReplayedVisit | undefined> {
  const [visit] = await replayAll(sources, [id.toLowerCase()]);
  return visit;
}

/** The visits of a funnel that began last, the latest first; of those that have been counted. */
export async function replayLastVisits(
  sources: VisitSources,
  { funnel, count }: { readonly funnel: string; readonly count: number },
): Promise<readonly ReplayedVisit[]> {
  return replayAll(sources, await sources.events.listLast(funnel, count));
}

async function replayAll(
  { database, events }: VisitSources,
  ids: readonly string[],
): Promise<readonly ReplayedVisit[]> {
  const stored = await events.readReported(ids);
  const visits: ReplayedVisit[] = [];
  for (const id of ids) {
    const visitBatches = stored.get(id) ?? [];
    const visit = replayBatches(id, visitBatches, await loadFlows(database, visitBatches));
    if (visit) visits.push(visit);
  }
  return visits;
}

/** The versions that a visit's pages ran on, as far as they were ever published. */
async function loadFlows(database: Database, batches: readonly StoredBatch[]): Promise<Flows> {
  const flows = new Map<string, CompiledFunnel>();
  for (const { funnel, version } of versionsOf(batches)) {
    const flow = await loadFunnelVersion(database, funnel, version);
    if (flow) flows.set(flow.version, flow);
  }
  return flows;
}

/** What happened in a visit, by the versions of the funnel that it ran on. */
export interface VisitStory {
  readonly funnel: string;
  /** Variant by experiment, as assigned. */
  readonly variants: Readonly<Record<string, string>>;
  readonly events: readonly FunnelEvent[];
  /** The values of the variables at the end. */
  readonly variables: Readonly<Record<string, Value>>;
  /** Id of the outcome; null where the visit is not finished. */
  readonly outcome: string | null;
  /** Id of the step that is on the screen; null where none is. */
  readonly at: string | null;
  /** Whether all that was reported could be replayed. */
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

type Flows = ReadonlyMap<string, CompiledFunnel>;

/**
 * The story of a visit from its batches; undefined where no page of it is there. `flows`: the versions of its funnel
 * that were ever published, by version.
 */
export function replayBatches(
  id: string,
  visitBatches: readonly StoredBatch[],
  flows: Flows,
): ReplayedVisit | undefined {
  const batches = visitBatches.map((batch) => redactBatch(batch, visitBatches, flows));
  const read = joinVisit(id, batches, (_funnel, version) => flows.get(version));
  if (!read) return undefined;
  const { funnel, locale, source, startedAt, signedUpAt, paidAt } = read;
  const { variants, events, end, at, readable } = read.pages;
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
    variables: end ? variablesAt(end.funnel, end.journey) : {},
    outcome: lastOutcome(events),
    at,
    readable,
    signedUp: signedUpAt !== null,
    paid: paidAt !== null,
    stretches,
  };
}

/** Browsers redact before they send; what is read doesn't rely on that. */
function redactBatch(batch: StoredBatch, visitBatches: readonly StoredBatch[], flows: Flows): StoredBatch {
  const opening = visitBatches.find(({ page, n }) => page === batch.page && n === 0);
  const start = opening && startOf(opening);
  const flow = flows.get(start?.version ?? '');
  return flow ? { ...batch, events: redactEvents(flow, eventsOf(batch), start?.today) } : batch;
}

/** On what a page began; only its first batch says it. */
function startOf(batch: StoredBatch): PageStart | undefined {
  const [event] = batch.page > 0 ? eventsOf(batch) : [];
  return event?.[1] === 'open' ? event[2] : undefined;
}

/** They were checked when they came (`page-events.ts`). */
function eventsOf({ events }: StoredBatch): readonly PageEvent[] {
  return events as unknown as readonly PageEvent[];
}
