import chiSquareCdf from '@stdlib/stats-base-dists-chisquare-cdf';
import {
  correctForSeveral,
  differenceP,
  type Group,
  neededVisitors,
  posteriorOf,
  probabilitiesBest,
  rateInterval,
  significance,
} from './rates.ts';

/**
 * What an experiment has shown (docs/guide/experiments.md): each rate with its interval, the probability to be
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
}

export interface ConversionReport {
  readonly conversion: Conversion;
  /** In the order of the funnel; the first is what the others are compared with. */
  readonly variants: readonly VariantResult[];
  /**
   * `too_small`: not enough visitors to tell; `difference`: a variant differs from the first one; `no_difference`: with
   * so many visitors, one that is worth it would most likely have been seen.
   */
  readonly verdict: 'too_small' | 'difference' | 'no_difference';
  /** Visitors for each variant that it takes to tell; null where no visitor has converted yet. */
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
  /** Against the first variant, after correction for several; null for the first one and without visitors. */
  readonly p: number | null;
}

/** What is known of one variant. */
export interface VariantCount {
  readonly name: string;
  readonly visitors: number;
  readonly expected: number;
  readonly converted: Readonly<Record<Conversion, number>>;
}

/** What can be said of groups of one conversion. */
interface Judgement extends Pick<ConversionReport, 'verdict' | 'neededVisitors'> {
  /** Of each group against the first one, after correction for several; null for the first one and without visitors. */
  readonly p: readonly (number | null)[];
}

/**
 * Judges whether groups differ from the first one. Nothing is said before each group has as many visitors as it takes.
 * How many that is follows from the rate of all together, which says nothing about who is ahead: so the moment of the
 * first verdict is not chosen by what is seen then.
 */
export function judge(groups: readonly Group[]): Judgement {
  const [first, ...others] = groups;
  const p = [null, ...correctForSeveral(others.map((group) => differenceP(first!, group)))];
  const visitors = groups.reduce((sum, group) => sum + group.visitors, 0);
  const converted = groups.reduce((sum, group) => sum + group.converted, 0);
  const needed = visitors === 0 ? null : neededVisitors(converted / visitors, Math.max(1, others.length));
  return { p, verdict: verdictOf(groups, p, needed), neededVisitors: needed };
}

function verdictOf(groups: readonly Group[], p: Judgement['p'], needed: number | null): ConversionReport['verdict'] {
  if (needed === null || groups.some((group) => group.visitors < needed)) return 'too_small';
  return p.some((value) => value !== null && value < significance) ? 'difference' : 'no_difference';
}

/** So unlikely a spread is no accident: one in a thousand sound experiments is warned of at a look. */
const suspicious = 0.001;
/** With fewer expected in a variant the test is no good (Cochran's rule). */
const fewest = 5;

/**
 * Whether visitors are spread over the variants as expected, by Pearson's chi-square test. Visitors of a variant that
 * no variant should have are a mismatch; small samples are none.
 */
export function sampleRatio(variants: readonly VariantShare[]): ExperimentReport['sampleRatio'] {
  if (variants.some(({ visitors, expected }) => expected === 0 && visitors > 0)) return { p: 0, mismatch: true };
  const groups = variants.filter(({ expected }) => expected > 0);
  if (groups.length < 2) return { p: 1, mismatch: false };
  const distance = groups.reduce((sum, { visitors, expected }) => sum + (visitors - expected) ** 2 / expected, 0);
  const p = 1 - chiSquareCdf(distance, groups.length - 1);
  return { p, mismatch: p < suspicious && groups.every(({ expected }) => expected >= fewest) };
}
