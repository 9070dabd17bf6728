import type { ResultBar } from '../../../engine/model.ts';

/** From which percent on a bar is medium or high: few answers of a quiz are about the same dimension. */
export const bands = { medium: 25, high: 50 } as const;

type Band = 'low' | 'medium' | 'high';

/** In which band a bar is that says no points, by its percent of what the funnel can reach. */
export function bandOf(percent: number): Band {
  if (percent >= bands.high) return 'high';
  return percent >= bands.medium ? 'medium' : 'low';
}

/** The strongest first, and none that no answer speaks to. Bars that say points are a score: they stay as the author has them. */
export function shownBars(bars: readonly ResultBar[]): readonly ResultBar[] {
  if (bars.some(({ points }) => points)) return bars;
  return bars.filter(({ percent }) => percent > 0).sort((one, other) => other.percent - one.percent);
}
