import {
  conversions,
  type Conversion,
  type ConversionReport,
  type ExperimentReport,
  type VariantCount,
} from './experiment-report.ts';
import { posteriorOf } from './group.ts';
import { judge } from './judge.ts';
import { probabilitiesBest } from './probability-best.ts';
import { rateInterval } from './rate-interval.ts';
import { sampleRatio } from './sample-ratio.ts';

/**
 * What an experiment has shown (docs/guide/experiments.md): each conversion's rates with their intervals, the probability to be
 * best and a test against the first variant. Throws a `RangeError` where more have converted than have visited.
 */
export function experimentReport(name: string, variants: readonly VariantCount[]): ExperimentReport {
  const shares = variants.map(({ name, visitors, expected }) => ({ name, visitors, expected }));
  return {
    name,
    variants: shares,
    sampleRatio: sampleRatio(shares),
    conversions: conversions.map((conversion) => conversionReport(conversion, variants)),
  };
}

function conversionReport(conversion: Conversion, variants: readonly VariantCount[]): ConversionReport {
  const groups = variants.map(({ name, visitors, converted }) => {
    if (converted[conversion] > visitors) throw new RangeError(`More than all visitors of ${name} have converted`);
    return { name, visitors, converted: converted[conversion] };
  });
  const best = probabilitiesBest(groups.map(posteriorOf));
  const { p, verdict, neededVisitors } = judge(groups);
  const results = groups.map((group, index) => ({
    ...group,
    rate: group.visitors === 0 ? 0 : group.converted / group.visitors,
    interval: rateInterval(group),
    probabilityBest: best[index]!,
    p: p[index]!,
  }));
  return { conversion, variants: results, verdict, neededVisitors };
}
