import type { CompiledFunnel, SavedVisit, VisitEvent, VisitInput } from '../../engine/model.ts';
import type { FunnelSnapshot } from '../../engine/run/machine.ts';
import { decodeVisit, replayVisit, type VisitLog } from '../../engine/replay/visit-log.ts';
import { eventWords } from './facts.ts';

/** A visit that can be looked at in each of its moments. */
export interface Playback {
  readonly input: VisitInput;
  /** Where the visit was before its first event, unless it was new. */
  readonly saved?: SavedVisit;
  readonly events: readonly VisitEvent[];
  /** When the first of them were, as far as a log has them: milliseconds since it began. */
  readonly times: readonly number[];
  /** One more than the events. */
  readonly snapshots: readonly FunnelSnapshot[];
  /** Index of the snapshot on the screen. */
  readonly at: number;
  /** How often somebody travelled in time or started over; not what the visitor did. */
  readonly jumps: number;
}

/** The beginning of a visit; without a day of its own, on the day that the funnel was built. */
export function beginPlayback(funnel: CompiledFunnel, from: VisitInput = {}): Playback {
  const { builtOn } = funnel;
  const input = { ...(builtOn !== undefined && { today: builtOn }), ...from };
  return { input, events: [], times: [], snapshots: replayVisit(funnel, { input, events: [] }), at: 0, jumps: 0 };
}

/**
 * What the visitor did in the moment on the screen. What came later in another run of things is gone, unless the visitor
 * did the same again. What the funnel does not take changes nothing.
 */
export function takeEvent(funnel: CompiledFunnel, playback: Playback, event: VisitEvent): Playback {
  const { at, events } = playback;
  if (JSON.stringify(events[at]) === JSON.stringify(event)) return { ...playback, at: at + 1 };
  const next = [...events.slice(0, at), event];
  const snapshots = replayVisit(funnel, { ...playback, events: next });
  if (snapshots.length <= next.length) return playback;
  return { ...playback, events: next, times: playback.times.slice(0, at), snapshots, at: at + 1 };
}

/** To another moment; those before the first and after the last are the first and the last. */
export function travelTo(playback: Playback, moment: number): Playback {
  const at = Math.min(Math.max(moment, 0), playback.events.length);
  return at === playback.at ? playback : { ...playback, at, jumps: playback.jumps + 1 };
}

/** The same events from another beginning, as far as they are taken. */
export function withInput(funnel: CompiledFunnel, playback: Playback, input: VisitInput): Playback {
  const snapshots = replayVisit(funnel, { ...playback, input });
  const events = playback.events.slice(0, snapshots.length - 1);
  const times = playback.times.slice(0, events.length);
  const at = Math.min(playback.at, events.length);
  return { ...playback, input, events, times, snapshots, at, jumps: playback.jumps + 1 };
}

export interface OpenedPlayback {
  readonly playback: Playback;
  /** A note for the person who opened the link. */
  readonly notice?: string;
}

/** The visit of a link at its end; where the link is empty or not a visit of this funnel, a new one. */
export function openPlayback(funnel: CompiledFunnel, text: string): OpenedPlayback {
  const start = beginPlayback(funnel);
  if (text === '') return { playback: start };
  const decoded = decodeVisit(text);
  if (!decoded.ok) return { playback: start, notice: notices[decoded.problem] };
  const { log } = decoded;
  if (log.funnel !== funnel.id)
    return { playback: start, notice: `The link is a visit of another funnel, “${log.funnel}”.` };
  const { saved, events, times = [] } = log;
  const given = { ...start, ...(saved && { saved }), events, times, at: events.length };
  const playback = withInput(funnel, given, log.input);
  const notice = noticeOf(funnel, log, playback);
  return notice === undefined ? { playback } : { playback, notice };
}

const notices = {
  not_a_visit: 'The link is not complete: a new visit begins. Copy the whole link once more.',
  other_format: 'The link was made by another release of the player: a new visit begins.',
} as const;

/** On which version the visit ran, if it is another one, and where it stops fitting the funnel. */
function noticeOf(funnel: CompiledFunnel, log: VisitLog, { events, snapshots }: Playback): string | undefined {
  const origin =
    log.version === funnel.version
      ? []
      : [`This visit was made on version ${log.version} of the funnel, which is ${funnel.version} now.`];
  const misfit = log.events[events.length];
  if (!misfit) return origin.length > 0 ? `${origin.join('')} It can still be played to its end.` : undefined;
  const { status, value } = snapshots.at(-1)!;
  const reason = status === 'done' ? 'it is finished then' : `“${value}” does not take “${eventWords(misfit)}”`;
  return [...origin, `It can be played up to event ${events.length} of ${log.events.length}: ${reason}.`].join(' ');
}
