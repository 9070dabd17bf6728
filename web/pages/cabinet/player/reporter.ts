import type { ContentItem } from '../content.ts';
import type { Report } from './kept-reports.ts';
import type { Outbox } from './outbox.ts';
import type { ToTell } from './player-context.ts';

interface Dependencies {
  /** Of the user on the page; null where nobody is. */
  readonly outbox: () => Outbox | null;
  /** Milliseconds of the clock on the wall. */
  readonly now: () => number;
  /** Calls back after so many milliseconds. */
  readonly later: (work: () => void, milliseconds: number) => void;
}

/** Reports of listening: each is kept at once and sent when it can be. */
export interface Reporter {
  readonly tell: (kind: 'start' | 'finish', told: ToTell) => void;
  /** Sends what is left of before. */
  readonly send: () => Promise<void>;
  /** The server has said where the listener is. */
  readonly learn: (id: string, position: number) => void;
  /** Where the listener is as far as this device knows, in seconds. */
  readonly positionIn: (item: ContentItem) => number;
}

/** However often somebody jumps, the server hears of it no more often than this. */
const shortestGap = 2_000;
const tryAgainAfter = 30_000;
/** Nobody wants to hear the last words alone. */
const nearEndSeconds = 10;

export function createReporter({ outbox, now, later }: Dependencies): Reporter {
  const known = new Map<string, number>();
  let last: Report | null = null;
  let sentAt = -Infinity;
  let isWaiting = false;

  const send = async (): Promise<void> => {
    const box = outbox();
    if (!box || box.isEmpty()) return;
    sentAt = now();
    await box.send();
    if (!box.isEmpty()) sendLater(tryAgainAfter);
  };
  const sendLater = (milliseconds: number) => {
    if (isWaiting) return;
    isWaiting = true;
    later(() => {
      isWaiting = false;
      void send();
    }, milliseconds);
  };

  return {
    tell: (kind, { item, position, listening }) => {
      const { id } = item;
      const { play, day } = listening;
      const heard = Math.floor(listening.heardSeconds);
      const knownPosition = known.get(id) ?? item.positionSeconds;
      const report = { kind, id, play, day, heard, position: Math.floor(position), knownPosition, at: now() };
      if (last && isRepeated(report, last)) return;
      last = report;
      outbox()?.put(report);
      const wait = sentAt + shortestGap - now();
      if (wait > 0) sendLater(wait);
      else void send();
    },
    send,
    learn: (id, position) => known.set(id, position),
    positionIn: (item) => {
      const report = outbox()?.pending(item.id);
      const pending = report?.kind === 'finish' ? 0 : report?.position;
      const position = pending ?? item.positionSeconds;
      return position > item.durationSeconds - nearEndSeconds ? 0 : position;
    },
  };
}

function isRepeated(report: Report, last: Report): boolean {
  const { kind, play, position, heard } = report;
  return kind === last.kind && play === last.play && position === last.position && heard === last.heard;
}
