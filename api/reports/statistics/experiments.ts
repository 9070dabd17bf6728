import chiSquareCdf from '@stdlib/stats-base-dists-chisquare-cdf';
import {
  compareRates,
  type Comparison,
  type Group,
  lift,
  neededVisitors,
  posteriorOf,
  probabilitiesBest,
  rateInterval,
} from './rates.ts';

/**
 * What an experiment has shown (docs/guide/experiments.md): each rate with its interval, the probability to be
 * best and a comparison with the first variant. Throws a `RangeError` where more have converted than have visited.
 */
export function experimentReport(name: string, variants: readonly VariantCount[]): ExperimentReport {
  const shares = variants.map(({ name, visitors, expected, sales }) => ({ name, visitors, expected, sales }));
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
  const { comparisons, verdict, neededVisitors } = judge(groups);
  const results = groups.map((group, index) => ({
    ...group,
    rate: group.visitors === 0 ? 0 : group.converted / group.visitors,
    interval: rateInterval(group),
    probabilityBest: best[index]!,
    p: comparisons[index]?.p ?? null,
    lift: comparisons[index]?.lift ?? null,
  }));
  return { conversion, variants: results, verdict, neededVisitors };
}

/** What an experiment has shown so far. */

/** What may come of a visitor. */
const conversions = ['finished', 'sign_up', 'purchase'] as const;
export type Conversion = (typeof conversions)[number];

export interface ExperimentReport {
  readonly name: string;
  readonly variants: readonly VariantShare[];
  /** Whether visitors are spread over the variants as the weights say. */
  readonly sampleRatio: { readonly p: number; readonly mismatch: boolean };
  readonly conversions: readonly ConversionReport[];
}

interface VariantShare {
  readonly name: string;
  /** Visitors (browsers) whose visit came to a place where the variant makes a difference. */
  readonly visitors: number;
  /** As the weights of the versions they visited say. */
  readonly expected: number;
  /** What they bought, the most first. */
  readonly sales: readonly Sale[];
}

/** Purchases of one plan at one price, in the currency's smallest unit. */
export interface Sale {
  readonly plan: string;
  readonly amount: number;
  readonly currency: string;
  readonly count: number;
}

export interface ConversionReport {
  readonly conversion: Conversion;
  /** In the order of the funnel; the first is what the others are compared with. */
  readonly variants: readonly VariantResult[];
  /**
   * `too_small`: not enough visitors to tell; `difference`: a variant differs from the first one; `no_difference`: none
   * differs by as much as would be worth it. Right whenever it is looked at, and however often.
   */
  readonly verdict: 'too_small' | 'difference' | 'no_difference';
  /** Visitors for each variant after which it is most likely told; null where no visitor has converted yet. */
  readonly neededVisitors: number | null;
}

export interface VariantResult {
  readonly name: string;
  readonly visitors: number;
  readonly converted: number;
  readonly rate: number;
  /** Where the rate lies with 95 %. */
  readonly interval: readonly [low: number, high: number];
  /** That it has the highest rate of all. */
  readonly probabilityBest: number;
  /** Against the first variant, always valid, corrected for several; null for the first one and without visitors. */
  readonly p: number | null;
  /** By which part the rate is higher than the first variant's, with 95 % at all looks together; null where `p` is. */
  readonly lift: readonly [low: number, high: number] | null;
}

/** What is known of one variant. */
export interface VariantCount extends VariantShare {
  readonly converted: Readonly<Record<Conversion, number>>;
}

/** What can be said of groups of one conversion. */
interface Judgement extends Pick<ConversionReport, 'verdict' | 'neededVisitors'> {
  /** Of each group with the first one; null for the first one and without visitors. */
  readonly comparisons: readonly (Comparison | null)[];
}

/** Judges whether groups differ from the first one, by intervals that hold at every look. */
export function judge(groups: readonly Group[]): Judgement {
  const [first, ...others] = groups;
  const count = Math.max(1, others.length);
  const comparisons = others.map((group) => compareRates(first!, group, count));
  const visitors = groups.reduce((sum, group) => sum + group.visitors, 0);
  const converted = groups.reduce((sum, group) => sum + group.converted, 0);
  return {
    comparisons: [null, ...comparisons],
    verdict: verdictOf(comparisons),
    neededVisitors: visitors === 0 ? null : neededVisitors(converted / visitors, count),
  };
}

function verdictOf(comparisons: readonly (Comparison | null)[]): ConversionReport['verdict'] {
  const lifts = comparisons.map((each) => each?.lift ?? ([-1, Infinity] as const));
  if (lifts.some(([low, high]) => low > 0 || high < 0)) return 'difference';
  const isSmall = lifts.every(([low, high]) => high < lift && low > 1 / (1 + lift) - 1);
  return isSmall && lifts.length > 0 ? 'no_difference' : 'too_small';
}

/** So unlikely a spread is no accident: one in a thousand sound experiments is warned of at a look. */
const suspicious = 0.001;
/** With fewer expected in a variant the test is no good (Cochran's rule). */
const fewest = 5;

/**
 * Whether visitors are spread over the variants as expected, by Pearson's chi-square test. Visitors of a variant that
 * no variant should have are a mismatch; small samples are none.
 */
export function sampleRatio(
  variants: readonly Omit<VariantShare, 'name' | 'sales'>[],
): ExperimentReport['sampleRatio'] {
  if (variants.some(({ visitors, expected }) => expected === 0 && visitors > 0)) return { p: 0, mismatch: true };
  const groups = variants.filter(({ expected }) => expected > 0);
  if (groups.length < 2) return { p: 1, mismatch: false };
  const distance = groups.reduce((sum, { visitors, expected }) => sum + (visitors - expected) ** 2 / expected, 0);
  const p = 1 - chiSquareCdf(distance, groups.length - 1);
  return { p, mismatch: p < suspicious && groups.every(({ expected }) => expected >= fewest) };
}
