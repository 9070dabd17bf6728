import type { ContentItem } from '../content.ts';
import type { Sound, SoundEvent } from './audio-element.ts';
import { newListening, type Listening } from './listening.ts';
import type { SleepChoice } from './player-view.ts';
import { sleepSecondsLeft, type RunningSleep } from './sleep-timer.ts';

export type PlayerEvent =
  | SoundEvent
  | { readonly type: 'PLAY'; readonly item: ContentItem }
  | { readonly type: 'RESUME' }
  | { readonly type: 'PAUSE' }
  | { readonly type: 'SEEK'; readonly position: number }
  | { readonly type: 'SPEED'; readonly speed: number }
  | { readonly type: 'SLEEP'; readonly choice: SleepChoice | null }
  | { readonly type: 'CLOSE' }
  /** The page is hidden, or about to go. */
  | { readonly type: 'HIDDEN' }
  | { readonly type: 'ONLINE' }
  /** What the session is called in the language that is spoken from now on. */
  | { readonly type: 'WORDS'; readonly item: ContentItem }
  /** A report was answered so: the access is over. */
  | { readonly type: 'REFUSED' };

/** A session as the server knows it now, and where to begin, in seconds. */
export interface Opened {
  readonly item: ContentItem;
  readonly position: number;
}

export interface ToTell {
  readonly item: ContentItem;
  readonly position: number;
  readonly listening: Listening;
}

/** What the player does to the world outside. */
export interface PlayerEffects {
  readonly sound: Sound;
  /** Asks for an address that is good from now on, and for where the listener is by now, on any device. */
  readonly open: (id: string) => Promise<Opened>;
  /** Where to begin as far as this device knows, in seconds. */
  readonly knownPosition: (item: ContentItem) => number;
  readonly tell: (kind: 'start' | 'finish', told: ToTell) => void;
  /** It sounds here: other tabs have to be silent. */
  readonly claim: () => void;
  /** A name for a time of listening that begins: a UUID. */
  readonly newPlay: () => string;
  /** The day on the listener's calendar, such as `2026-11-21`. */
  readonly today: () => string;
  /** Milliseconds of the clock on the wall: it goes on while a device sleeps. */
  readonly now: () => number;
  readonly isOnline: () => boolean;
  readonly speed: number;
}

export interface PlayerContext {
  readonly item: ContentItem | null;
  readonly position: number;
  readonly duration: number;
  /** Whether the listener wants to hear it. */
  readonly wanted: boolean;
  /** Whether the listener has chosen the position, so that no other counts. */
  readonly moved: boolean;
  readonly speed: number;
  readonly sleep: RunningSleep | null;
  readonly listening: Listening;
  /** How often in a row it was tried anew, and where that began. */
  readonly tries: number;
  readonly stuckAt: number;
  readonly offlineTries: number;
  readonly offlineSince: number | null;
  readonly pausedAt: number;
  /** Whether what is loaded can't be played any more. */
  readonly isBroken: boolean;
  readonly failure: 'gone' | 'broken' | null;
}

/** The player before anything is loaded. */
export const nothing: Omit<PlayerContext, 'speed'> = {
  item: null,
  position: 0,
  duration: 0,
  wanted: false,
  moved: false,
  sleep: null,
  listening: newListening('', ''),
  tries: 0,
  stuckAt: 0,
  offlineTries: 0,
  offlineSince: null,
  pausedAt: 0,
  isBroken: false,
  failure: null,
};

/** Seconds until the sleep timer is over. */
export function secondsToSleep({ sleep, duration, position, speed }: PlayerContext, now: number): number {
  return sleepSecondsLeft(sleep, now, (duration - position) / speed);
}

/** At the end of the session there is nothing left to stop. */
export function isAsleep(context: PlayerContext, now: number): boolean {
  return context.sleep?.choice !== 'end' && secondsToSleep(context, now) <= 0;
}
