import type { ContentItem } from '../content.ts';

/** Four to six lines take 60 to 90 seconds. */
const secondsOfLine = 15;

/** Which of so many lines is shown at this second of a session, from 0; null where none is any more. */
export function lineAt(positionSeconds: number, count: number): number | null {
  const index = Math.floor(positionSeconds / secondsOfLine);
  return index < count ? index : null;
}

/** A session's opening lines: none in a recording, where somebody speaks, and in what was stored before there were any. */
export function openingLinesOf({ opening = [], speaker }: Partial<ContentItem>): readonly string[] {
  return speaker ? [] : opening;
}
