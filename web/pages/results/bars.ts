import type { ResultBar } from '../../../engine/model.ts';

/** How much of what anyone can reach in a funnel is much: few answers of a quiz are about the same dimension. */
const bands = { medium: 25, high: 50 } as const;

type Band = 'low' | 'medium' | 'high';

/** In which band a bar is that says no points, by its percent of what the funnel can reach. */
export function bandOf(percent: number): Band {
  if (percent >= bands.high) return 'high';
  return percent >= bands.medium ? 'medium' : 'low';
}

/** How long a bar is drawn, in percent: each band has a third of it. One that says points is as long as its share. */
export function lengthOf({ percent, points }: ResultBar): number {
  if (points) return percent;
  const [from, to, third] = extentOf[bandOf(percent)];
  return Math.round((100 * (third + (percent - from) / (to - from))) / 3);
}

/** From and to which percent a band goes, and the thirds of a bar before it. */
const extentOf: Readonly<Record<Band, readonly [number, number, number]>> = {
  low: [0, bands.medium, 0],
  medium: [bands.medium, bands.high, 1],
  high: [bands.high, 100, 2],
};

/** The strongest first, and none that no answer speaks to. Bars that say points are a score: they stay as the author has them. */
export function shownBars(bars: readonly ResultBar[]): readonly ResultBar[] {
  if (bars.some(({ points }) => points)) return bars;
  return bars.filter(({ percent }) => percent > 0).sort((one, other) => other.percent - one.percent);
}
