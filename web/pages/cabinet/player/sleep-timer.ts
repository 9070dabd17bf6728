import type { SleepChoice } from './player-view.ts';

/** Counts by the clock, also while the browser lets the page sleep; stands still while the player is paused. */
export interface RunningSleep {
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

export function holdSleep(sleep: RunningSleep | null, now: number): RunningSleep | null {
  return sleep && { ...sleep, left: leftAt(sleep, now), since: null };
}

/** Seconds until it is over; `sessionLeft` are those until the session ends. Infinite where there is no timer. */
export function sleepSecondsLeft(sleep: RunningSleep | null, now: number, sessionLeft: number): number {
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
