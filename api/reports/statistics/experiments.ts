import {
  compareMeans,
  type Comparison,
  type Group,
  lift,
  type Moments,
  momentsOf,
  neededForMean,
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
    revenue: currenciesOf(variants).map((currency) => revenueReport(variants, currency)),
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

function currenciesOf(variants: readonly VariantCount[]): readonly string[] {
  return [...new Set(variants.flatMap(({ revenue }) => revenue.map(({ currency }) => currency)))].sort();
}

function revenueReport(variants: readonly VariantCount[], currency: string): RevenueReport {
  const groups = variants.map(({ visitors, revenue }) => {
    const { sum, squares } = revenue.find((each) => each.currency === currency) ?? { sum: 0, squares: 0 };
    return { visitors, sum, squares };
  });
  const { comparisons, verdict, neededVisitors } = judgeMeans(groups);
  const results = groups.map(({ visitors, sum }, index) => ({
    name: variants[index]!.name,
    visitors,
    rate: visitors === 0 ? 0 : sum / visitors,
    p: comparisons[index]?.p ?? null,
    lift: comparisons[index]?.lift ?? null,
  }));
  return { currency, variants: results, verdict, neededVisitors };
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
  /** What visitors have brought, each currency for itself. */
  readonly revenue: readonly RevenueReport[];
}

/** Purchases without what was returned, in the currency's smallest unit; `rate` is what a visitor of them all has brought in it. */
export interface RevenueReport extends Pick<ConversionReport, 'verdict' | 'neededVisitors'> {
  readonly currency: string;
  /** In the order of the funnel; the first is what the others are compared with. */
  readonly variants: readonly Compared[];
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

export interface VariantResult extends Compared {
  readonly converted: number;
  /** Where the rate lies with 95 %. */
  readonly interval: readonly [low: number, high: number];
  /** That it has the highest rate of all. */
  readonly probabilityBest: number;
}

/** A variant beside the first one. */
export interface Compared {
  readonly name: string;
  readonly visitors: number;
  readonly rate: number;
  /** Against the first variant, always valid, corrected for several; null for the first one and without visitors. */
  readonly p: number | null;
  /** By which part the rate is higher than the first variant's, with 95 % at all looks together; null where `p` is. */
  readonly lift: readonly [low: number, high: number] | null;
}

/** What is known of one variant. */
export interface VariantCount extends VariantShare {
  readonly converted: Readonly<Record<Conversion, number>>;
  /** What they have brought, by currency. */
  readonly revenue: readonly RevenueSpread[];
}

/** What visitors have brought in one currency: the sum, and that of the squares of what each has brought. */
export interface RevenueSpread extends Omit<Moments, 'visitors'> {
  readonly currency: string;
}

/** What can be said of groups of one conversion. */
interface Judgement extends Pick<ConversionReport, 'verdict' | 'neededVisitors'> {
  /** Of each group with the first one; null for the first one and without visitors. */
  readonly comparisons: readonly (Comparison | null)[];
}

/** Judges whether groups differ from the first one, by intervals that hold at every look. */
export function judge(groups: readonly Group[]): Judgement {
  const { visitors, sum } = together(groups.map(momentsOf));
  const needed = visitors === 0 ? null : neededVisitors(sum / visitors, countOf(groups));
  return { ...compareWithFirst(groups.map(momentsOf), 1), neededVisitors: needed };
}

/** The same for what visitors bring. */
export function judgeMeans(groups: readonly Moments[]): Judgement {
  const all = together(groups);
  // Of what is bought at one price, this is the price.
  const unit = all.sum === 0 ? 1 : all.squares / all.sum;
  return { ...compareWithFirst(groups, unit), neededVisitors: neededForMean(all, countOf(groups)) };
}

const countOf = (groups: readonly unknown[]) => Math.max(1, groups.length - 1);

function compareWithFirst(groups: readonly Moments[], unit: number): Omit<Judgement, 'neededVisitors'> {
  const [first, ...others] = groups;
  const comparisons = others.map((group) => compareMeans(first!, group, countOf(groups), unit));
  return { comparisons: [null, ...comparisons], verdict: verdictOf(comparisons) };
}

function together(groups: readonly Moments[]): Moments {
  const total = (key: keyof Moments) => groups.reduce((sum, group) => sum + group[key], 0);
  return { visitors: total('visitors'), sum: total('sum'), squares: total('squares') };
}

function verdictOf(comparisons: readonly (Comparison | null)[]): ConversionReport['verdict'] {
  const lifts = comparisons.map((each) => each?.lift ?? ([-1, Infinity] as const));
  if (lifts.some(([low, high]) => low > 0 || high < 0)) return 'difference';
  const isSmall = lifts.every(([low, high]) => high < lift && low > 1 / (1 + lift) - 1);
  return isSmall && lifts.length > 0 ? 'no_difference' : 'too_small';
}

/** So unlikely a spread is no accident: at most one in a hundred sound experiments is ever warned of. */
const suspicious = 0.01;
/** How closely spreads are looked at: as many visitors as would be seen to differ by a standard deviation. */
const concentration = 1_000;

/**
 * Whether visitors are spread over the variants as expected, judged so that it may be looked at as often as one likes:
 * all spreads, those near the expected one first (a Dirichlet distribution), are weighed against it (Lindon and Malek,
 * Anytime-Valid Inference For Multinomial Count Data, 2022). Visitors of a variant that no variant should have are a
 * mismatch.
 */
export function sampleRatio(
  variants: readonly Pick<VariantShare, 'visitors' | 'expected'>[],
): ExperimentReport['sampleRatio'] {
  if (variants.some(({ visitors, expected }) => expected === 0 && visitors > 0)) return { p: 0, mismatch: true };
  const groups = variants.filter(({ expected }) => expected > 0);
  const all = groups.reduce((sum, { expected }) => sum + expected, 0);
  const visitors = groups.reduce((sum, group) => sum + group.visitors, 0);
  const evidence = groups.reduce((sum, { visitors, expected }) => {
    const share = expected / all;
    return sum + rising(concentration * share, visitors) - visitors * Math.log(share);
  }, -rising(concentration, visitors));
  const p = Math.min(1, Math.exp(-evidence));
  return { p, mismatch: p < suspicious };
}

/** The logarithm of `from` (`from` + 1) … up to so many factors. */
const rising = (from: number, factors: number) => logGamma(from + factors) - logGamma(from);

/** The logarithm of the gamma function of a positive number, by Stirling's series from 10 on: to ten digits. */
function logGamma(number: number): number {
  let [from, below] = [number, 0];
  for (; from < 10; from++) below += Math.log(from);
  const series = 1 / (12 * from) - 1 / (360 * from ** 3) + 1 / (1260 * from ** 5);
  return (from - 0.5) * Math.log(from) - from + Math.log(2 * Math.PI) / 2 + series - below;
}
