import { type Actor, createActor } from 'xstate';
import type { FunnelData, VisitEvent, VisitInput } from '../../engine/model.ts';
import { createFunnelMachine, type FunnelMachine, type FunnelSnapshot } from '../../engine/run/machine.ts';
import { readHiddenFields, readStepsLimit } from '../../engine/run/query.ts';
import { assignVariants } from '../../engine/run/variants.ts';
import {
  newVisitKeyPrefix,
  readEntry,
  readVisit,
  removeEntry,
  type StoredVisit,
  visitorSeed,
  writeEntry,
} from '../storage.ts';

/** An event that the funnel took. */
interface TakenEvent {
  /** By the visitor's clock: milliseconds since 1970. */
  readonly at: number;
  /** Index of the step that it was sent on. */
  readonly step: number;
  readonly event: VisitEvent;
}

/** A running visit of one funnel. */
export interface Visit {
  readonly data: FunnelData;
  readonly input: VisitInput;
  readonly actor: Actor<FunnelMachine>;
  /** Whether it goes on where an earlier page left off. */
  readonly resumed: boolean;
  /** Where the visit was when the page was opened, and when that was by the visitor's clock. */
  readonly opened: FunnelSnapshot;
  openedAt: number;
  /** Tells the funnel what the visitor does, or did at that time; whether it takes that. */
  readonly send: (event: VisitEvent, at?: number) => boolean;
  /** Called with each event that the funnel takes; until it is set, they gather in `taken`. */
  onTaken: (taken: TakenEvent) => void;
  readonly taken: readonly TakenEvent[];
  /** What the visitor did on the step on the screen before this script came. */
  waiting?: { readonly event: VisitEvent; readonly at: number };
  /** Set by `identify`, where visits are reported, and saved with the visit. */
  id?: string | undefined;
}

/** For whom a page is rendered at build time, and what they have done on it already. */
export interface PrerenderedVisit {
  readonly input?: VisitInput;
  readonly events?: readonly VisitEvent[];
}

/** A new visit, after these events: as it is prerendered. */
export function prerenderedVisit(data: FunnelData, { input = {}, events = [] }: PrerenderedVisit): Visit {
  const visit = newVisit(data, input);
  for (const event of events) visit.send(event);
  return visit;
}

/** A visit from its first step. */
export function newVisit(data: FunnelData, input: VisitInput): Visit {
  return visitOf({ data, input, actor: createActor(createFunnelMachine(data.funnel), { input }), resumed: false });
}

/**
 * The visitor's own visit: where they left it, else from the first step. A finished one is resumed only on a history
 * entry of its own (Back from the results, and a reload there); opening the quiz again starts again.
 */
export async function openVisit(data: FunnelData, search: string): Promise<Visit> {
  const input = visitInput(data, search);
  const saved = readVisit(data.funnel.id);
  if (hasEarlyEvents() || !isResumable(saved)) return newVisit(data, input);
  const resuming = await import('../../engine/run/resume-visit.ts');
  const machine = createFunnelMachine(data.funnel);
  const snapshot = resuming.resumeVisit(machine, data.funnel, saved, input);
  const actor = createActor(machine, { snapshot, input });
  return visitOf({ data, input, actor, resumed: true, id: saved.id });
}

function visitOf(what: Pick<Visit, 'data' | 'input' | 'actor' | 'resumed' | 'id'>): Visit {
  const { actor } = what;
  const opened = actor.start().getSnapshot();
  const taken: TakenEvent[] = [];
  const visit: Visit = {
    ...what,
    opened,
    taken,
    openedAt: Date.now(),
    onTaken: (event) => taken.push(event),
    send: (event, at = Date.now()) => {
      const { journey } = actor.getSnapshot().context;
      actor.send(event);
      const isTaken = actor.getSnapshot().context.journey !== journey;
      if (isTaken) visit.onTaken({ at, step: journey.at, event });
      return isTaken;
    },
  };
  return visit;
}

function visitInput({ funnel }: FunnelData, search: string): VisitInput {
  const seed = visitorSeed();
  return {
    seed,
    variants: assignVariants(funnel, seed),
    // Also where it is the default: when the quiz has grown, the answers that it was finished with still count.
    stepsLimit: readStepsLimit(search) ?? funnel.steps.length,
    query: readHiddenFields(funnel, search),
    ...(funnel.builtOn !== undefined && { today: localDay(new Date()) }),
  };
}

/** Whether the visitor has begun a visit on this page before this script came. */
function hasEarlyEvents(): boolean {
  return (globalThis.earlyVisit?.().events.length ?? 0) > 0;
}

/** The day that it is where the visitor is, `YYYY-MM-DD`. */
function localDay(now: Date): string {
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

function isResumable(saved: unknown): saved is Pick<StoredVisit, 'id'> {
  if (typeof saved !== 'object' || saved === null) return false;
  const { finished, id } = saved as { readonly finished?: unknown; readonly id?: unknown };
  return finished !== true || (id !== undefined && id === visitInHistory());
}

const keyOf = ({ data }: Visit) => newVisitKeyPrefix + data.funnel.id;

/** The id of the visit that the current entry shows, if the quiz made it. */
export function visitInHistory(): string | undefined {
  return (history.state as { visit?: string } | null)?.visit;
}

/**
 * The visit's id. Gives it one (`visit.id`) if it has none, which all pages of it share: that of the saved visit that
 * it goes on with, or of a page that was left before its first answer; else a new one.
 */
export function identify(visit: Visit): string {
  if (visit.id === undefined) {
    visit.id = (readEntry(keyOf(visit)) as string | null) ?? newVisitId();
    writeEntry(keyOf(visit), visit.id);
  }
  return visit.id;
}

/** The id is saved with the visit now: one that starts over gets another. */
export function clearNewVisit(visit: Visit): void {
  removeEntry(keyOf(visit));
}

/** UUID version 7: the time in milliseconds and 72 random bits. `crypto.randomUUID` is missing on plain http. */
function newVisitId(): string {
  const random = Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(16).padStart(2, '0'));
  const digits = `0${Date.now().toString(16)}7${random.join('').replace(/.../, '$&8')}`; // right until the year 2527
  return digits.replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
