import type { ScenePart } from '../../model.ts';

export type LightName = 'morning' | 'night' | 'rain' | 'sunrise';

interface Light {
  /** In the sky, from the back to the front, given the light's colour. */
  readonly parts: (light: string) => readonly ScenePart[];
  /** Before the land. */
  readonly before?: (light: string) => readonly ScenePart[];
}

const moon = 'M8-23a25 25 0 1 0 15 33A21 21 0 0 1 8-23Z';
const sun = 'M-30 0a30 30 0 1 0 60 0a30 30 0 1 0-60 0Z';
const stars = 'M52 38h0M96 78h0M110 24h0M228 58h0M262 22h0M318 66h0M372 32h0M424 74h0M448 24h0M66 104h0M346 96h0';
const cloud = 'M0 0a17 17 0 0 1 4-33 28 28 0 0 1 52-8 22 22 0 0 1 34 14 14 14 0 0 1 2 27Z';

/** What is in the sky, by the light's name, and how that changes from the first step to the last. */
export const lights: Readonly<Record<LightName, Light>> = {
  /** The moon sets, the sun comes up. */
  night: {
    parts: (light) => [
      { line: light, width: 2.4, at: [0, 0, 1], to: [0, 0, -0.2], d: stars },
      { fill: light, halo: 62, d: moon, at: [168, 56, 1.15], to: [118, 206, -0.55] },
      { fill: light, halo: 96, d: sun, at: [322, 206, -0.75], to: [322, 110, 1.45] },
    ],
  },
  /** The sun is up and climbs; the clouds are small. */
  morning: {
    parts: (light) => [
      { fill: light, halo: 96, d: sun, at: [128, 96, 1], to: [172, 50, 1] },
      { fill: light, at: [250, 66, 0.7], to: [286, 62, 0.8], d: cloud },
      { fill: light, at: [20, 54, 0.4], to: [44, 50, 0.6], d: cloud },
      birds(light, [300, 96]),
    ],
  },
  /** The sun comes over the horizon, and the last stars go. */
  sunrise: {
    parts: (light) => [
      { line: light, width: 2.4, at: [0, 0, 0.8], to: [0, 0, -1.4], d: stars },
      { fill: light, halo: 110, d: sun, at: [152, 106, 1], to: [176, 52, 1] },
      birds(light, [356, 40]),
    ],
  },
  /** The clouds open, the rain ends, the sun is behind them. */
  rain: {
    parts: (light) => [
      { fill: light, halo: 100, d: sun, at: [196, 60, -0.5], to: [196, 54, 1.2] },
      { fill: light, at: [64, 74, 0.6], to: [4, 66, 0.5], d: cloud },
      { fill: light, at: [186, 60, 0.72], to: [292, 56, 0.62], d: cloud },
      { fill: light, at: [316, 82, 0.5], to: [396, 78, 0.25], d: cloud },
    ],
    before: (light) => [{ line: light, width: 1.8, at: [0, 0, 0.6], to: [16, 10, -0.6], d: drops() }],
  },
};

function birds(light: string, [x, y]: readonly [number, number]): ScenePart {
  return {
    line: light,
    width: 2,
    at: [x, y, 0.2],
    to: [x + 40, y - 14, 1],
    d: 'M0 0q4-6 9 0q5-6 9 0M26 9q4-5 8 0q4-5 8 0M34-12q3-5 7 0q4-5 7 0',
  };
}

function drops(): string {
  return Array.from({ length: 26 }, (_, index) => `M${(index * 67) % 470} ${74 + ((index * 41) % 118)}l-4 15`).join('');
}
