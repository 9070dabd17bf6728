import chiSquareCdf from '@stdlib/stats-base-dists-chisquare-cdf';
import type { ExperimentReport, VariantShare } from './experiment-report.ts';

/** So unlikely a spread is no accident: one in a thousand sound experiments is warned of at a look. */
const suspicious = 0.001;
/** With fewer expected in a variant the test is no good (Cochran's rule). */
const fewest = 5;

/**
 * Whether visitors are spread over the variants as expected, by Pearson's chi-square test. Visitors of a variant that
 * nobody should have are a mismatch; small samples are none.
 */
export function sampleRatio(variants: readonly VariantShare[]): ExperimentReport['sampleRatio'] {
  if (variants.some(({ visitors, expected }) => expected === 0 && visitors > 0)) return { p: 0, mismatch: true };
  const groups = variants.filter(({ expected }) => expected > 0);
  if (groups.length < 2) return { p: 1, mismatch: false };
  const distance = groups.reduce((sum, { visitors, expected }) => sum + (visitors - expected) ** 2 / expected, 0);
  const p = 1 - chiSquareCdf(distance, groups.length - 1);
  return { p, mismatch: p < suspicious && groups.every(({ expected }) => expected >= fewest) };
}
