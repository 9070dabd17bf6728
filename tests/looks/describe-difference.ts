import { findDifferences, findShift, placeSize, type Place } from './compare.ts';
import { scale, type Picture } from './picture.ts';

/** So many places may look different: a picture or a very soft letter may be drawn in another way. */
export const allowed = 1;

/** How much longer or shorter a page may be, in pixels: letters of another machine are a little higher or lower. */
const allowedLength = 4;

/** In what a page differs from its reference. */
export interface Difference {
  /** In a sentence: where, and how. */
  readonly words: string;
  readonly places: readonly Place[];
}

/** In what a page differs from how it is held; nothing where it looks the same. */
export function describeDifference(page: Picture, reference: Picture): Difference | undefined {
  const places = findDifferences(page, reference);
  const longer = page.height - reference.height * scale;
  const isLonger = Math.abs(longer) > allowedLength + scale;
  if (places.length <= allowed && !isLonger) return undefined;
  if (places.length === 0) return { words: `it is ${lengthWords(longer)}`, places };
  const top = Math.min(...places.map(({ y }) => y));
  const bottom = Math.max(...places.map(({ y }) => y)) + placeSize;
  const shift = findShift(page, reference, top + placeSize);
  if (shift !== undefined) return { words: `from ${top} px on everything is ${shiftWords(shift)}`, places };
  const length = isLonger ? `, and it is ${lengthWords(longer)}` : '';
  return { words: `it looks different between ${top} and ${bottom} px from the top${length}`, places };
}

function shiftWords(shift: number): string {
  return `${Math.abs(shift)} px ${shift > 0 ? 'lower' : 'higher'}`;
}

function lengthWords(longer: number): string {
  return `${Math.abs(longer)} px ${longer > 0 ? 'longer' : 'shorter'}`;
}
