import { palette } from '../../content/brand.ts';
import { mix } from '../../engine/author/look/mix.ts';

/** The colours of one picture. */
export interface PictureColours {
  /** From the top to the horizon. */
  readonly sky: readonly [string, string, string, string];
  /** From the farthest hill to what is nearest. */
  readonly land: readonly [string, string, string];
  /** Of moon, sun, stars and what they shine on. */
  readonly light: string;
}

type Hour = Omit<PictureColours, 'light'> & { readonly light?: string };

/** The hue of a category's pictures, as an hour of the day. */
const hours: Readonly<Record<string, Hour>> = palette.pictures;
const anyHours = Object.values(hours) as [Hour, ...Hour[]];

/** The colours of a category's hour, a little different in each picture. A new category gets one of the hours. */
export function coloursOf(category: string, random: PictureRandom): PictureColours {
  const { sky, land, light = palette.moonlight } = hours[category] ?? randomOf(category).oneOf(anyHours);
  const tint = random.oneOf(palette.pictureTints);
  const share = random.between(0, 0.08);
  const tinted = (colour: string) => mix(colour, tint, share);
  return {
    sky: [tinted(sky[0]), tinted(sky[1]), tinted(sky[2]), sky[3]],
    land: [tinted(land[0]), tinted(land[1]), tinted(land[2])],
    light,
  };
}

/** Numbers that look like chance and are the same for the same seed, on every machine. */
export interface PictureRandom {
  /** From `min` up to `max`. */
  between(min: number, max: number): number;
  /** As `between`, in whole numbers, with both ends. */
  whole(min: number, max: number): number;
  /** One of them. */
  oneOf<Item>(items: readonly [Item, ...Item[]]): Item;
}

/** The numbers that belong to this text. */
export function randomOf(seed: string): PictureRandom {
  let state = hashOf(seed);
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (min: number, max: number) => min + next() * (max - min);
  const whole = (min: number, max: number) => Math.floor(between(min, max + 1));
  return { between, whole, oneOf: (items) => items[whole(0, items.length - 1)] ?? items[0] };
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash;
}
