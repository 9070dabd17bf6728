/** Seconds that were heard, in minutes: whoever has heard anything has heard one. */
export function heardMinutes(seconds: number): number {
  return seconds > 0 ? Math.max(1, Math.round(seconds / 60)) : 0;
}

/** How many minutes are left, or how many there are in all; never none. */
export function minutesLeft(durationSeconds: number, positionSeconds = 0): number {
  return Math.max(1, Math.round((durationSeconds - positionSeconds) / 60));
}
