/** The log of a visit, from which the visit can be played again: as data, as a text for a link, and from page events. */

import { initialTransition } from 'xstate';
import type { Answer, CompiledFunnel, SavedVisit, VisitEvent, VisitInput } from '../model.ts';
import { blocksInOrder } from '../run/blocks.ts';
import { createFunnelMachine, type FunnelSnapshot, take } from '../run/machine.ts';
import { inputOf, type PageEvent, type PageLog, type PageStart, visitEventOf } from '../run/page-log.ts';
import { resumeVisit } from '../run/resume-visit.ts';
import { saveVisit } from '../run/save-visit.ts';

export interface VisitLog {
  /** Id of the funnel. */
  readonly funnel: string;
  /** Of the funnel that the visit ran on. */
  readonly version: string;
  readonly input: VisitInput;
  /** Where the visit was when the log begins, unless it was new. */
  readonly saved?: SavedVisit;
  /** Those that the funnel took, in order. */
  readonly events: readonly VisitEvent[];
  /** When each of them was, where that is known: whole milliseconds since the log began. */
  readonly times?: readonly number[];
}

/**
 * The snapshots of a visit: before its first event, then after each one. It ends before the first event that the funnel
 * does not take, so that it is shorter than the log where the visit ran on a version that was different. Places are those
 * of the visitor's order (`blocksInOrder`).
 */
export function replayVisit(
  written: CompiledFunnel,
  { input, saved, events }: Pick<VisitLog, 'input' | 'saved' | 'events'>,
): readonly FunnelSnapshot[] {
  const funnel = blocksInOrder(written, input.seed);
  const machine = createFunnelMachine(funnel);
  let snapshot = saved ? resumeVisit(machine, funnel, saved, input) : initialTransition(machine, input)[0];
  const snapshots = [snapshot];
  for (const event of events) {
    const next = take(machine, snapshot, event);
    if (!next) break;
    snapshots.push((snapshot = next));
  }
  return snapshots;
}

/** A log, and when it began: milliseconds since 1970. */
interface VisitPart {
  readonly log: VisitLog;
  readonly startedAt: number;
}

interface OpenPart extends VisitPart {
  readonly log: VisitLog & { readonly events: VisitEvent[]; readonly times: number[] };
}

/**
 * The logs that a visit consists of: one, where each page goes on where the page before it stopped. A new one begins
 * with a page on another version or with other query parameters, after the finish, and where something in between was
 * never told. `funnelOf` has the funnel by its version; pages on one that is unknown stand each for themselves.
 */
export function joinPages(
  funnelId: string,
  funnelOf: (version: string) => CompiledFunnel | undefined,
  pages: readonly PageLog[],
): readonly VisitPart[] {
  const parts: OpenPart[] = [];
  for (const { page, events } of pages.toSorted((one, other) => one.page - other.page)) {
    for (const event of events) {
      if (event[1] === 'open') {
        const [at, , start] = event;
        const funnel = funnelOf(start.version);
        const next = begin(funnelId, { start, input: inputOf(funnel, start), startedAt: page + at });
        if (!goesOn(funnel, parts.at(-1), next)) parts.push(next);
      } else note(parts.at(-1), page, event);
    }
  }
  return parts;
}

function begin(
  funnel: string,
  { start, input, startedAt }: { start: PageStart; input: VisitInput; startedAt: number },
): OpenPart {
  const { version, saved } = start;
  return { log: { funnel, version, input, ...(saved && { saved }), events: [], times: [] }, startedAt };
}

/** Whether a part begins right where the part before it ended. */
function goesOn(funnel: CompiledFunnel | undefined, last: OpenPart | undefined, next: OpenPart): boolean {
  if (!funnel || !last || last.log.version !== next.log.version) return false;
  if (JSON.stringify(last.log.input) !== JSON.stringify(next.log.input)) return false;
  const own = blocksInOrder(funnel, last.log.input.seed);
  const snapshots = replayVisit(own, last.log);
  const end = snapshots.at(-1)!;
  if (end.status !== 'active' || snapshots.length <= last.log.events.length) return false;
  const [start] = replayVisit(own, next.log);
  return JSON.stringify(saveVisit(own, end)) === JSON.stringify(saveVisit(own, start!));
}

function note(part: OpenPart | undefined, page: number, event: PageEvent): void {
  switch (event[1]) {
    case 'open':
    case 'hide':
    case 'show':
      return;
    case 'answer':
    case 'next':
    case 'back':
      part?.log.times.push(page + event[0] - part.startedAt);
      part?.log.events.push(visitEventOf(event));
  }
}

/**
 * Ways of writing a log; a text of another format is not mistaken for a broken one. The second one adds where the
 * visit was before and the times; what has neither is written in the first, which earlier releases read too.
 */
const formats = ['v1', 'v2'] as const;

/** An answer is written as its value. */
type WrittenEvent = Answer | true | false;

type DecodedVisit =
  | { readonly ok: true; readonly log: VisitLog }
  /** The text was cut or changed or never was a visit, or a different release of the engine wrote it. */
  | { readonly ok: false; readonly problem: 'not_a_visit' | 'other_format' };

/** Writes a log as text. */
export function encodeVisit({ funnel, version, input, saved, events, times }: VisitLog): string {
  const more = saved || times ? [saved ?? null, times ? pausesOf(times) : null] : [];
  const format = formats[more.length === 0 ? 0 : 1];
  const json = JSON.stringify([funnel, version, input, events.map(writeEvent), ...more]);
  let bytes = '';
  for (const byte of new TextEncoder().encode(json)) bytes += String.fromCharCode(byte);
  return `${format}-${btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
}

/** Reads what `encodeVisit` wrote. Never throws, whatever the text is; whether the log fits a funnel shows on replay. */
export function decodeVisit(text: string): DecodedVisit {
  const [, found, code] = /^(v\d+)-([\w-]*)$/.exec(text) ?? [];
  if (found === undefined || code === undefined) return { ok: false, problem: 'not_a_visit' };
  if (!formats.some((format) => format === found)) return { ok: false, problem: 'other_format' };
  const log = readLog(parseJson(code));
  return log ? { ok: true, log } : { ok: false, problem: 'not_a_visit' };
}

function writeEvent(event: VisitEvent): WrittenEvent {
  return event.type === 'ANSWER' ? event.value : event.type === 'NEXT';
}

/** What is written in a code; nothing where it is none. */
function parseJson(code: string): unknown {
  try {
    const bytes = atob(code.replaceAll('-', '+').replaceAll('_', '/'));
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readLog(value: unknown): VisitLog | undefined {
  if (!Array.isArray(value)) return undefined;
  const [funnel, version, rawInput, rawEvents, rawSaved = null, rawPauses = null] = value as readonly unknown[];
  if (typeof funnel !== 'string' || typeof version !== 'string' || !Array.isArray(rawEvents)) return undefined;
  const input = readInput(rawInput);
  const events = rawEvents.map(readEvent);
  if (!input || !isComplete(events)) return undefined;
  if (!(rawSaved === null || isSaved(rawSaved)) || !(rawPauses === null || isNumbers(rawPauses))) return undefined;
  const saved = rawSaved && { saved: rawSaved };
  return { funnel, version, input, ...saved, events, ...(rawPauses && { times: timesOf(rawPauses) }) };
}

/** Between one event and the next: shorter to write than the times. */
function pausesOf(times: readonly number[]): readonly number[] {
  return times.map((time, index) => time - (times[index - 1] ?? 0));
}

function timesOf(pauses: readonly number[]): readonly number[] {
  let now = 0;
  return pauses.map((pause) => (now += pause));
}

function isNumbers(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'number');
}

/** Whether it has the shape; what stands in it is judged when the visit is taken up. */
function isSaved(value: unknown): value is SavedVisit {
  if (!isRecord(value)) return false;
  const { version, at, answers, counter, goals } = value;
  const isPlace = typeof version === 'string' && typeof at === 'string' && typeof counter === 'number';
  return isPlace && isRecord(answers) && Object.values(answers).every(isAnswer) && isTextList(goals);
}

function isComplete<Item>(items: readonly (Item | undefined)[]): items is readonly Item[] {
  return !items.includes(undefined);
}

function readEvent(value: unknown): VisitEvent | undefined {
  if (typeof value === 'boolean') return { type: value ? 'NEXT' : 'BACK' };
  return isAnswer(value) ? { type: 'ANSWER', value } : undefined;
}

function isAnswer(value: unknown): value is Answer {
  return typeof value === 'string' || typeof value === 'number' || isTextList(value);
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

function readInput(value: unknown): VisitInput | undefined {
  if (!isRecord(value)) return undefined;
  const { variants, seed, query, stepsLimit, today } = value;
  const fits =
    (variants === undefined || isTexts(variants)) &&
    (seed === undefined || typeof seed === 'string') &&
    (query === undefined || isTexts(query)) &&
    (stepsLimit === undefined || typeof stepsLimit === 'number') &&
    (today === undefined || typeof today === 'string');
  if (!fits) return undefined;
  return {
    ...(variants && { variants }),
    ...(seed !== undefined && { seed }),
    ...(query && { query }),
    ...(stepsLimit !== undefined && { stepsLimit }),
    ...(today !== undefined && { today }),
  };
}

function isTexts(value: unknown): value is Readonly<Record<string, string>> {
  return isRecord(value) && Object.values(value).every((each) => typeof each === 'string');
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
