/** Seconds that were heard, in minutes: whoever has heard anything has heard one. */
export function heardMinutes(seconds: number): number {
  return seconds > 0 ? Math.max(1, Math.round(seconds / 60)) : 0;
}
