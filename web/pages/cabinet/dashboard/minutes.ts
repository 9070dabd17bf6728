import { wholeMinutes } from '../play/minutes.ts';

/** Seconds that were heard, in minutes: whoever has heard anything has heard one. */
export function heardMinutes(seconds: number): number {
  return seconds > 0 ? wholeMinutes(seconds) : 0;
}
