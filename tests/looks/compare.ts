import { blur, channels, type Means, meansOf, type Picture, scale } from './picture.ts';

/** A place of a page whose picture is not as it is held, in pixels of the page. */
interface Place {
  readonly x: number;
  readonly y: number;
}

/** Side of the squares that are compared as one, in pixels of a reference. */
const side = 3;
/** Side of such a square on the page. */
export const placeSize = side * scale;

/** How far other fonts may move what stands in a square, in pixels of the page; tried by half pixels. */
const reach = { x: 2, y: 1.5 } as const;

/** How much a channel of a square may differ on the average, of 255: edges are drawn a little softer or harder. */
const tolerance = 11;

/**
 * Playwright's own comparison does not serve here: a page that another machine draws one pixel aside differs from its
 * picture in 2,000 to 20,000 pixels, a title in the wrong language in 200 to 700, so that no number allowed tells them
 * apart.
 *
 * The squares of the page that no small displacement makes like the reference. Each finds its own displacement: hinting
 * moves letters, not blocks.
 */
function findDifferences(page: Picture, reference: Picture): readonly Place[] {
  const places: Place[] = [];
  const still = meansOf(page);
  let blurred: Means | undefined; // takes long, and most pages are just like their reference
  for (let top = 0; top < reference.height; top += side) {
    for (let left = 0; left < reference.width; left += side) {
      if (isSame(still, reference, { left, top })) continue;
      blurred ??= blur(page);
      if (!isAlike(blurred, reference, { left, top })) places.push({ x: left * scale, y: top * scale });
    }
  }
  return places;
}

interface Corner {
  readonly left: number;
  readonly top: number;
}

/** Whether a square is like the reference where it stands. */
function isSame(still: Means, reference: Picture, { left, top }: Corner): boolean {
  const right = Math.min(left + side, reference.width);
  const bottom = Math.min(top + side, reference.height);
  if (right > still.width || bottom > still.height) return false;
  const sums = [0, 0, 0];
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const [of, at] = [(y * still.width + x) * channels, (y * reference.width + x) * channels];
      for (let channel = 0; channel < channels; channel++)
        sums[channel]! += Math.abs(still.pixels[of + channel]! - reference.pixels[at + channel]!);
    }
  }
  return Math.max(...sums) / ((right - left) * (bottom - top)) <= tolerance;
}

function isAlike(means: Means, reference: Picture, corner: Corner): boolean {
  for (let dy = -reach.y; dy <= reach.y; dy += 0.5) {
    for (let dx = -reach.x; dx <= reach.x; dx += 0.5) {
      if (differenceAt(means, reference, { ...corner, dx, dy }) <= tolerance) return true;
    }
  }
  return false;
}

/**
 * How far a square of the page lies from that of the reference on the average, if it is read (dx, dy) further: by the
 * channel that differs most, as another hue may be as bright.
 */
function differenceAt(
  means: Means,
  reference: Picture,
  { left, top, dx, dy }: Corner & { readonly dx: number; readonly dy: number },
): number {
  const right = Math.min(left + side, reference.width);
  const bottom = Math.min(top + side, reference.height);
  const sums = [0, 0, 0];
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const around = indexesAround(means, x * scale + dx, y * scale + dy);
      const at = (y * reference.width + x) * channels;
      for (let channel = 0; channel < channels; channel++)
        sums[channel]! += Math.abs(meanOf(means, around, channel) - reference.pixels[at + channel]!);
    }
  }
  return Math.max(...sums) / ((right - left) * (bottom - top));
}

type Indexes = readonly [number, number, number, number];

/** Where the four pixels stand that lie around a whole or half one; beyond the edges the nearest. */
function indexesAround({ width, height }: Means, x: number, y: number): Indexes {
  const left = Math.min(Math.max(Math.floor(x), 0), width - 1);
  const right = Math.min(Math.max(Math.ceil(x), 0), width - 1);
  const upper = Math.min(Math.max(Math.floor(y), 0), height - 1) * width;
  const lower = Math.min(Math.max(Math.ceil(y), 0), height - 1) * width;
  return [(upper + left) * channels, (upper + right) * channels, (lower + left) * channels, (lower + right) * channels];
}

function meanOf({ pixels }: Means, [a, b, c, d]: Indexes, channel: number): number {
  return (pixels[a + channel]! + pixels[b + channel]! + pixels[c + channel]! + pixels[d + channel]!) / 4;
}

/** How far the rows of the page from `from` on have moved down, in pixels; nothing where no movement explains them. */
function findShift(page: Picture, reference: Picture, from: number): number | undefined {
  const means = blur(page);
  const first = Math.floor(from / placeSize) * side;
  const still = rowsDifference(means, reference, { first, shift: 0, most: Infinity });
  let best = { shift: 0, difference: still };
  for (let shift = -furthest; shift <= furthest; shift++) {
    const difference = rowsDifference(means, reference, { first, shift, most: best.difference });
    if (difference < best.difference) best = { shift, difference };
  }
  return best.shift !== 0 && best.difference < still / 3 ? best.shift : undefined;
}

/** The furthest movement that is looked for. */
const furthest = 120;

/** How far the rows lie from those of the reference on the average; infinitely far if it is more than `most`. */
function rowsDifference(
  means: Means,
  reference: Picture,
  { first, shift, most }: { readonly first: number; readonly shift: number; readonly most: number },
): number {
  const tops: number[] = [];
  for (let top = first; top + side <= reference.height; top += side) {
    const y = top * scale + shift;
    if (y >= 0 && y + placeSize <= means.height) tops.push(top);
  }
  const count = tops.length * Math.ceil(reference.width / side);
  let sum = 0;
  for (const top of tops) {
    for (let left = 0; left < reference.width; left += side)
      sum += differenceAt(means, reference, { left, top, dx: 0, dy: shift });
    if (sum > most * count) return Infinity;
  }
  return count ? sum / count : Infinity;
}

/** So many places may look different: a picture or a very soft letter may be drawn in another way. */
const allowed = 1;

/** How much longer or shorter a page may be, in pixels: letters of another machine are a little higher or lower. */
const allowedLength = 4;

/** In what a page differs from its reference. */
interface Difference {
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
