import type { ContentItem } from '../content.ts';
import type { Sound, SoundEvent } from './audio-element.ts';
import type { Ending, SleepChoice } from './player-view.ts';

/**
 * One time of listening to one session on one day, from its first sound to its end or until something else is played.
 */
interface Listening {
  /** A UUID. */
  readonly play: string;
  /** The listener's date, such as `2026-11-21`. */
  readonly day: string;
  /** Seconds of sound so far, by the clock: at another speed they are not those of the session. */
  readonly heardSeconds: number;
  /** Whether there has been any sound. */
  readonly hasStarted: boolean;
  /** When it was last reported to the server, in milliseconds; null for never. */
  readonly reportedAt: number | null;
  /** Where the sound was last, while it goes on; null after a break or a jump. */
  readonly mark: { readonly position: number; readonly at: number } | null;
}

export function newListening(play: string, day: string): Listening {
  return { play, day, heardSeconds: 0, hasStarted: false, reportedAt: null, mark: null };
}

interface SoundPosition {
  /** In the session, in seconds. */
  readonly position: number;
  /** Milliseconds. */
  readonly now: number;
  readonly speed: number;
}

/** The sound has come to this position. What a sleeping computer or a jump adds to clock or position was not heard. */
export function advance(listening: Listening, { position, now, speed }: SoundPosition): Listening {
  const { mark, heardSeconds } = listening;
  const played = mark ? (position - mark.position) / speed : 0;
  const passed = mark ? (now - mark.at) / 1000 : 0;
  const heard = Math.max(0, Math.min(played, passed));
  return { ...listening, hasStarted: true, heardSeconds: heardSeconds + heard, mark: { position, at: now } };
}

/** The sound breaks off or jumps. */
export const pauseHearing = (listening: Listening): Listening => ({ ...listening, mark: null });

export type PlayerEvent =
  | SoundEvent
  | { readonly type: 'PLAY'; readonly item: ContentItem }
  | { readonly type: 'RESUME' }
  | { readonly type: 'PAUSE' }
  | { readonly type: 'SEEK'; readonly position: number }
  | { readonly type: 'SPEED'; readonly speed: number }
  | { readonly type: 'SLEEP'; readonly choice: SleepChoice | null }
  | { readonly type: 'ENDING'; readonly ending: Ending }
  /** What was about to play by itself is not to. */
  | { readonly type: 'STAY' }
  /** What follows a session is known; null where nothing does. */
  | { readonly type: 'FOLLOWING'; readonly id: string; readonly next: ContentItem | null }
  /** What follows is to begin now. */
  | { readonly type: 'NEXT' }
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

export interface PlaybackState {
  readonly item: ContentItem;
  readonly position: number;
  readonly listening: Listening;
}

/** What the player does to the world outside. */
export interface PlayerEffects {
  readonly sound: Sound;
  /** Asks for an address that is good from now on, and for where the listener is by now, on any device. */
  readonly open: (id: string) => Promise<Opened>;
  /** Rejects where this address has no sound for now, with the server's problem, and where the server can't be asked. */
  readonly check: (audioUrl: string) => Promise<void>;
  /** What follows this session in the week of the plan; null where nothing does. */
  readonly findNext: (id: string) => Promise<ContentItem | null>;
  /** Where to begin as far as this device knows, in seconds. */
  readonly knownPosition: (item: ContentItem) => number;
  readonly report: (kind: 'start' | 'finish', moment: PlaybackState) => void;
  /** It sounds here: other tabs have to be silent. */
  readonly claim: () => void;
  /** A name for a time of listening that begins: a UUID. */
  readonly newPlay: () => string;
  /** The day on the listener's calendar, such as `2026-11-21`. */
  readonly today: () => string;
  /** Milliseconds of the clock on the wall: it goes on while a device sleeps. */
  readonly now: () => number;
  readonly isOnline: () => boolean;
  /** Whether the listener can't see the page: another one is open, or the screen is off. */
  readonly isHidden: () => boolean;
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
  readonly ending: Ending;
  /** Whether it was asked, while this one plays, what follows in the plan. */
  readonly isNextAsked: boolean;
  /** What the answer was, so that it can begin without waiting for the network: a lock screen allows no wait. */
  readonly following: ContentItem | null;
  /** What is about to play by itself, in so many seconds. */
  readonly next: ContentItem | null;
  readonly nextInSeconds: number;
  /** How often in a row it was tried again, and where that began. */
  readonly tries: number;
  readonly stuckAt: number;
  readonly offlineTries: number;
  /** Since when the listener waits for sound that is out of reach or being prepared. */
  readonly silentSince: number | null;
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
  ending: 'stop',
  isNextAsked: false,
  following: null,
  next: null,
  nextInSeconds: 0,
  tries: 0,
  stuckAt: 0,
  offlineTries: 0,
  silentSince: null,
  pausedAt: 0,
  isBroken: false,
  failure: null,
};

/** How fast it plays: the chosen speed is that of recordings, since wind and waves have a pace of their own. */
export function speedOf({ item, speed }: Pick<PlayerContext, 'item' | 'speed'>): number {
  return item?.speaker ? speed : 1;
}

/** Seconds until the sleep timer is over. */
export function secondsToSleep(context: PlayerContext, now: number): number {
  const { sleep, duration, position } = context;
  return sleepSecondsLeft(sleep, now, (duration - position) / speedOf(context));
}

/** At the end of the session there is nothing left to stop. */
export function isAsleep(context: PlayerContext, now: number): boolean {
  return context.sleep?.choice !== 'end' && secondsToSleep(context, now) <= 0;
}

/** Counts by the clock, also while the browser lets the page sleep; stands still while the player is paused. */
interface RunningSleep {
  readonly choice: SleepChoice;
  /** Milliseconds that were left at `since`, or are while it stands still. */
  readonly left: number;
  /** Null while it stands still. */
  readonly since: number | null;
}

const fadeSeconds = 10;

/** A timer that stands still; `runSleep` starts it. */
export function setSleep(choice: SleepChoice): RunningSleep {
  return { choice, left: choice === 'end' ? Infinity : choice * 60_000, since: null };
}

export function runSleep(sleep: RunningSleep | null, now: number): RunningSleep | null {
  return sleep && sleep.since === null ? { ...sleep, since: now } : sleep;
}

export function pauseSleep(sleep: RunningSleep | null, now: number): RunningSleep | null {
  return sleep && { ...sleep, left: leftAt(sleep, now), since: null };
}

/** Seconds until it is over; `sessionLeft` are those until the session ends. Infinite where there is no timer. */
function sleepSecondsLeft(sleep: RunningSleep | null, now: number, sessionLeft: number): number {
  if (!sleep) return Infinity;
  return sleep.choice === 'end' ? sessionLeft : leftAt(sleep, now) / 1000;
}

/** From 0 to 1: over its last seconds the sound fades out. */
export function volumeBeforeSleep(secondsLeft: number): number {
  return Math.max(0, Math.min(1, secondsLeft / fadeSeconds));
}

function leftAt({ left, since }: RunningSleep, now: number): number {
  return since === null ? left : Math.max(0, left - (now - since));
}
