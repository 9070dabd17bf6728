import { randomOf, type Random } from './random.ts';

/** The colours of one picture. All of them are of the sky between dusk and dawn, as those of the site's drawings. */
export interface Colours {
  /** From the top to the horizon. */
  readonly sky: readonly [string, string, string, string];
  /** From the farthest hill to what is nearest. */
  readonly land: readonly [string, string, string];
  /** Of moon, sun, stars and what they shine on. */
  readonly light: string;
}

type Hour = Omit<Colours, 'light'> & { readonly light?: string };

const moonlight = '#fff3e2';

/** What hour it is in the pictures of a category. */
const hours: Readonly<Record<string, Hour>> = {
  sleep: { sky: ['#14173f', '#272a62', '#4a4586', '#8270aa'], land: ['#413f7f', '#2a2b60', '#1a1c45'] },
  calm: { sky: ['#2b2f66', '#5a5396', '#a684b0', '#e3a6a8'], land: ['#7a669f', '#4d4787', '#302f66'] },
  breathing: { sky: ['#243468', '#4a639e', '#8fa3cc', '#d9c6d6'], land: ['#6f82b4', '#445891', '#293869'] },
  confidence: { sky: ['#473d7c', '#94668f', '#de968c', '#fbd3a6'], land: ['#976690', '#624781', '#3c3369'] },
  reset: {
    sky: ['#5c6fae', '#98a3d0', '#e8c3be', '#fde0bb'],
    land: ['#9c97c4', '#6c6da8', '#464b86'],
    light: '#fff9ee',
  },
};
const anyHours = Object.values(hours) as [Hour, ...Hour[]];

const tints = ['#2b2f66', '#7d6fae', '#8a5f94', '#4552a5', '#3f6a8f'] as const;

/** The colours of a category's hour, a little different in each picture. A new category gets one of the hours. */
export function coloursOf(category: string, random: Random): Colours {
  const { sky, land, light = moonlight } = hours[category] ?? randomOf(category).oneOf(anyHours);
  const tint = random.oneOf(tints);
  const share = random.between(0, 0.16);
  const tinted = (colour: string) => mix(colour, tint, share);
  return {
    sky: [tinted(sky[0]), tinted(sky[1]), tinted(sky[2]), sky[3]],
    land: [tinted(land[0]), tinted(land[1]), tinted(land[2])],
    light,
  };
}

/** A colour on the way from one to the other: `share` 0 is the first, 1 the second. */
export function mix(from: string, to: string, share: number): string {
  const channels = [1, 3, 5].map((at) => {
    const [a, b] = [from, to].map((colour) => Number.parseInt(colour.slice(at, at + 2), 16)) as [number, number];
    return Math.round(a + (b - a) * share)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${channels.join('')}`;
}
