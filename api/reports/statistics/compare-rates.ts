import chiSquareCdf from '@stdlib/stats-base-dists-chisquare-cdf';
import type { Group } from './group.ts';

/**
 * How likely two groups of one rate differ as much as these or more: the two-sided two-proportion z-test with a pooled
 * rate, which is Pearson's chi-square test without a correction for continuity. 1 where nobody, or everybody, has
 * converted; null where a group is empty. For groups as large as `neededVisitors` demands; small ones are no concern of it.
 */
export function differenceP(one: Group, other: Group): number | null {
  if (one.visitors === 0 || other.visitors === 0) return null;
  const pooled = (one.converted + other.converted) / (one.visitors + other.visitors);
  const variance = pooled * (1 - pooled) * (1 / one.visitors + 1 / other.visitors);
  const difference = one.converted / one.visitors - other.converted / other.visitors;
  return variance === 0 ? 1 : 1 - chiSquareCdf(difference ** 2 / variance, 1);
}

/**
 * What several p-values come to where any of them would be taken for a finding: Holm's step-down correction (A Simple
 * Sequentially Rejective Multiple Test Procedure, 1979). In the order in which they are given; null stays null.
 */
export function correctForSeveral(values: readonly (number | null)[]): readonly (number | null)[] {
  const ranked = values.flatMap((p, index) => (p === null ? [] : [{ p, index }])).sort((a, b) => a.p - b.p);
  const corrected: (number | null)[] = values.map(() => null);
  let highest = 0;
  ranked.forEach(({ p, index }, rank) => {
    highest = Math.max(highest, Math.min(1, p * (ranked.length - rank)));
    corrected[index] = highest;
  });
  return corrected;
}
