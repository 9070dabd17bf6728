import type { CompiledFunnel, VisitEvent, VisitInput } from '../../engine/model.ts';
import { replayVisit, type VisitSnapshot } from '../../engine/run/visit-log.ts';
import { decodeVisit } from '../../engine/run/visit-text.ts';

/** A visit that can be looked at in each of its moments. */
export interface Playback {
  readonly input: VisitInput;
  readonly events: readonly VisitEvent[];
  /** One more than the events. */
  readonly snapshots: readonly VisitSnapshot[];
  /** Index of the snapshot on the screen. */
  readonly at: number;
  /** How often somebody travelled in time or began anew; not what the visitor did. */
  readonly jumps: number;
}

/** The beginning of a visit. */
export function beginPlayback(funnel: CompiledFunnel, input: VisitInput = {}): Playback {
  return { input, events: [], snapshots: replayVisit(funnel, { input, events: [] }), at: 0, jumps: 0 };
}

/**
 * What the visitor did in the moment on the screen. What came later in another run of things is gone, unless the visitor
 * did the same again. What the funnel does not take changes nothing.
 */
export function takeEvent(funnel: CompiledFunnel, playback: Playback, event: VisitEvent): Playback {
  const { at, input, events } = playback;
  if (JSON.stringify(events[at]) === JSON.stringify(event)) return { ...playback, at: at + 1 };
  const next = [...events.slice(0, at), event];
  const snapshots = replayVisit(funnel, { input, events: next });
  return snapshots.length > next.length ? { ...playback, events: next, snapshots, at: at + 1 } : playback;
}

/** To another moment; those before the first and after the last are the first and the last. */
export function travelTo(playback: Playback, moment: number): Playback {
  const at = Math.min(Math.max(moment, 0), playback.events.length);
  return at === playback.at ? playback : { ...playback, at, jumps: playback.jumps + 1 };
}

/** The same events from another beginning, as far as they are taken. */
export function withInput(funnel: CompiledFunnel, playback: Playback, input: VisitInput): Playback {
  const snapshots = replayVisit(funnel, { input, events: playback.events });
  const events = playback.events.slice(0, snapshots.length - 1);
  return { input, events, snapshots, at: Math.min(playback.at, events.length), jumps: playback.jumps + 1 };
}

export interface OpenedPlayback {
  readonly playback: Playback;
  /** What whoever opened the link has to know. */
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
  const playback = withInput(funnel, { ...start, events: log.events, at: log.events.length }, log.input);
  const notice = noticeOf(log.version === funnel.version, playback.events.length, log.events.length);
  return notice === undefined ? { playback } : { playback, notice };
}

const notices = {
  not_a_visit: 'The link is not complete: a new visit begins. Copy the whole link once more.',
  other_format: 'The link was made by another release of the player: a new visit begins.',
} as const;

function noticeOf(isSame: boolean, played: number, all: number): string | undefined {
  const complete = played === all;
  if (isSame) return complete ? undefined : `The visit can be played up to event ${played} of ${all}.`;
  return complete
    ? 'This visit was made on another version of the funnel. It can still be played to its end.'
    : `This visit was made on another version of the funnel. It can be played up to event ${played} of ${all}.`;
}
