import { languageTag, type Locale } from '../../../../engine/model.ts';
import type { ContentItem } from '../content.ts';

export type PlayerStatus =
  'idle' | 'loading' | 'playing' | 'paused' | 'buffering' | 'preparing' | 'offline' | 'failed' | 'refused' | 'finished';

/** After how many minutes of playing the sound fades out, or at the end of the session. */
export type SleepChoice = 10 | 20 | 30 | 45 | 60 | 'end';

/** What happens after the end of a session. */
export type Ending = 'stop' | 'repeat' | 'next';

export interface SleepTimer {
  readonly choice: SleepChoice;
  /** Of the clock, not of the session: at another speed they are not the same. */
  readonly secondsLeft: number;
}

/** What there is to see of the player. The same object until something of it changes, at most once a second by itself. */
export interface PlayerView {
  /** What is loaded, with what the server said of it last; null where nothing is. */
  readonly item: ContentItem | null;
  readonly status: PlayerStatus;
  /** Whether it plays, or will as soon as it can: then there is something to pause. */
  readonly wanted: boolean;
  /** Whole seconds. */
  readonly positionSeconds: number;
  readonly durationSeconds: number;
  /** How fast it plays: 1 for what is no recording. */
  readonly speed: number;
  readonly sleep: SleepTimer | null;
  readonly ending: Ending;
  /** Whether it is known what follows in the plan, so that `skip` leads there. */
  readonly canSkip: boolean;
  /** What plays by itself in so many seconds; null where nothing does. */
  readonly next: ContentItem | null;
  readonly nextInSeconds: number;
  /** Why it has `failed`: the session is `gone`, or its sound is `broken`. */
  readonly failure: 'gone' | 'broken' | null;
}

/** Before anything is played. */
export const idle: PlayerView = {
  item: null,
  status: 'idle',
  wanted: false,
  positionSeconds: 0,
  durationSeconds: 0,
  speed: 1,
  sleep: null,
  ending: 'stop',
  canSkip: false,
  next: null,
  nextInSeconds: 0,
  failure: null,
};

export interface Player {
  /** Plays it from where the listener is. Has to be called in a tap's own turn: phones allow sound only there. */
  readonly play: (item: ContentItem) => void;
  /** Pauses what plays, plays what is paused, tries again what failed, starts over what is finished. */
  readonly toggle: () => void;
  readonly pause: () => void;
  readonly seekTo: (seconds: number) => void;
  /** Forward, or back where negative. */
  readonly seekBy: (seconds: number) => void;
  /** One of `speeds`, for recordings; this browser remembers it. */
  readonly setSpeed: (speed: number) => void;
  /** Null ends the timer. */
  readonly setSleep: (choice: SleepChoice | null) => void;
  /**
   * Stays until the player is closed. `next` plays the rest of the plan's week, one session after the other, and no
   * further; with a sleep timer only what plays is played.
   */
  readonly setEnding: (ending: Ending) => void;
  /** What follows in the plan begins now, where it is known. Has to be called in a tap's own turn. */
  readonly skip: () => void;
  /** What was about to play by itself doesn't. */
  readonly stay: () => void;
  /** Stops and forgets what is loaded. */
  readonly close: () => void;
  readonly view: () => PlayerView;
  /** Calls back after each change of the view, until the function it returns is called. */
  readonly onChange: (listener: () => void) => () => void;
}

/** Whether sound is on its way. */
export function waits(status: PlayerStatus): status is 'loading' | 'buffering' | 'preparing' {
  return status === 'loading' || status === 'buffering' || status === 'preparing';
}

export const speeds: readonly number[] = [0.75, 1, 1.25, 1.5];
export const sessionEndings: readonly Ending[] = ['stop', 'repeat', 'next'];
export const sleepChoices: readonly SleepChoice[] = [10, 20, 30, 45, 60, 'end'];

/** As clocks show it: `4:05`, `1:02:30`. */
export function clockTime(seconds: number): string {
  const [hours, minutes, rest] = partsOf(seconds);
  const end = String(rest).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${end}` : `${minutes}:${end}`;
}

/** As one says it: `4 minutes 5 seconds`. */
export function spokenTime(seconds: number, locale: Locale): string {
  const [hours, minutes, rest] = partsOf(seconds);
  const words = [
    { value: hours, unit: 'hour' },
    { value: minutes, unit: 'minute' },
    { value: rest, unit: 'second' },
  ].filter(({ value, unit }) => value > 0 || unit === 'second');
  return words
    .map(({ value, unit }) =>
      new Intl.NumberFormat(languageTag(locale), { style: 'unit', unit, unitDisplay: 'long' }).format(value),
    )
    .join(' ');
}

function partsOf(seconds: number): [hours: number, minutes: number, seconds: number] {
  const whole = Math.max(0, Math.floor(seconds));
  return [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
}
