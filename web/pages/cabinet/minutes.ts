import type { ContentItem } from './content.ts';

/** What says how much of a session there is to hear. */
export type Extent = Pick<ContentItem, 'status' | 'durationSeconds' | 'positionSeconds'>;

/** In the whole minutes that people count in: at least one. */
export function wholeMinutes(seconds: number): number {
  return Math.max(1, Math.round(seconds / 60));
}

/** What a session takes, or what is left of one in progress. */
export function minutesLeft({ status, durationSeconds, positionSeconds }: Extent): number {
  return wholeMinutes(status === 'in_progress' ? durationSeconds - positionSeconds : durationSeconds);
}

/** Seconds that were heard, in minutes: whoever has heard anything has heard one. */
export function heardMinutes(seconds: number): number {
  return seconds > 0 ? wholeMinutes(seconds) : 0;
}
