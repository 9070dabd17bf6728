import quantile from '@stdlib/stats-base-dists-beta-quantile';
import chiSquareCdf from '@stdlib/stats-base-dists-chisquare-cdf';
import normalQuantile from '@stdlib/stats-base-dists-normal-quantile';

/**
 * How likely two groups of one rate differ as much as these or more: the two-sided two-proportion z-test with a pooled
 * rate, which is Pearson's chi-square test without a correction for continuity. 1 where none, or all, have
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

const confidence = 0.95;

/**
 * Where the rate of a group lies with 95 %: Jeffreys' interval, which begins at 0 where no visitor has converted and ends
 * at 1 where all have (Brown, Cai and DasGupta: Interval Estimation for a Binomial Proportion, 2001).
 */
export function rateInterval(group: Group): readonly [low: number, high: number] {
  const { alpha, beta } = posteriorOf(group);
  const tail = (1 - confidence) / 2;
  return [
    group.converted === 0 ? 0 : quantile(tail, alpha, beta),
    group.converted === group.visitors ? 1 : quantile(1 - tail, alpha, beta),
  ];
}

/** The difference that is worth finding, as a part of the rate. */
export const lift = 0.1;
/** How often a difference is found where there is none, and how often one of `lift` where there is one. */
export const significance = 0.05;
export const power = 0.8;

/**
 * How many visitors each variant needs, so that a rate that is higher by `lift` is found where this is the rate of all
 * visitors together, those with the better variant included; where that would be more than all, one that is lower
 * by as much. With several comparisons the significance is divided among them (Bonferroni). Null where the rate is 0.
 */
export function neededVisitors(rateOfAll: number, comparisons = 1): number | null {
  if (rateOfAll === 0) return null;
  const rate = rateOfAll / (1 + lift / 2);
  const rates = [rate, rate * (1 + lift)] as const;
  return sampleSize(rates[1] <= 1 ? rates : [rateOfAll * (1 - lift), rateOfAll], {
    significance: significance / comparisons,
    power,
  });
}

/**
 * The size of each of two groups so that a two-sided test finds the difference of their rates:
 * n = (z(1 − α/2) √(2 p̄ q̄) + z(power) √(p₁ q₁ + p₂ q₂))² / (p₂ − p₁)², p̄ the mean of both rates
 * (Fleiss, Levin and Paik: Statistical Methods for Rates and Proportions, 2003, section 4.2).
 */
export function sampleSize(
  [one, other]: readonly [number, number],
  { significance, power }: { readonly significance: number; readonly power: number },
): number {
  const mean = (one + other) / 2;
  const alike = normalQuantile(1 - significance / 2, 0, 1) * Math.sqrt(2 * mean * (1 - mean));
  const apart = normalQuantile(power, 0, 1) * Math.sqrt(one * (1 - one) + other * (1 - other));
  return Math.ceil(((alike + apart) / (other - one)) ** 2);
}

/**
 * How likely each of these rates is the highest, by what is thought of them; the numbers add up to 1.
 *
 * The probability of one is the integral of its density times the distribution functions of all others. It is taken over
 * the logarithm of the odds, where every Beta distribution is a smooth hill, by Simpson's rule on a grid that is fine
 * enough for each of them: always the same result, exact to six digits.
 */
export function probabilitiesBest(rates: readonly Beta[]): readonly number[] {
  const grid = gridFor(rates);
  const densities = rates.map((rate) => densityOn(grid, rate));
  const distributions = densities.map((density) => integrate(grid, density));
  const best = densities.map((density, index) => {
    const others = distributions.filter((_, other) => other !== index);
    const product = density.map((value, at) =>
      others.reduce((all, { below, whole }) => (all * below[at]!) / whole, value),
    );
    return integrate(grid, product).whole / distributions[index]!.whole;
  });
  const sum = best.reduce((all, value) => all + value, 0);
  return best.map((value) => value / sum);
}

/** Points in order; each second one lies in the middle of its neighbours. */
function gridFor(rates: readonly Beta[]): Float64Array {
  const ends = Float64Array.from(rates.flatMap(pointsFor)).sort();
  return Float64Array.from({ length: 2 * ends.length - 1 }, (_, at) => (ends[at >> 1]! + ends[(at + 1) >> 1]!) / 2);
}

/**
 * Six points for each standard deviation, as far as there is anything to be found: beside its peak a density falls as a
 * normal one does, then by e^(alpha x) on the left and e^(-beta x) on the right.
 */
function pointsFor({ alpha, beta }: Beta): readonly number[] {
  const peak = Math.log(alpha / beta);
  const deviation = Math.sqrt(1 / alpha + 1 / beta);
  const first = peak - 7 * deviation - 25 / alpha;
  const last = peak + 7 * deviation + 25 / beta;
  const count = Math.ceil((6 * (last - first)) / deviation);
  return Array.from({ length: count + 1 }, (_, at) => first + ((last - first) * at) / count);
}

/** The density at these logarithms of the odds, as a part of its highest value. */
function densityOn(grid: Float64Array, { alpha, beta }: Beta): Float64Array {
  const logarithm = (odds: number) => -alpha * Math.log1p(Math.exp(-odds)) - beta * Math.log1p(Math.exp(odds));
  const highest = logarithm(Math.log(alpha / beta));
  return grid.map((odds) => Math.exp(logarithm(odds) - highest));
}

/** The integral up to each point, and the whole: by the parabola through every three points. */
function integrate(grid: Float64Array, values: Float64Array) {
  const below = new Float64Array(grid.length);
  for (let at = 2; at < grid.length; at += 2) {
    const third = (grid[at]! - grid[at - 2]!) / 6;
    const [start, middle, end] = [values[at - 2]!, values[at - 1]!, values[at]!];
    below[at - 1] = below[at - 2]! + (third / 4) * (5 * start + 8 * middle - end);
    below[at] = below[at - 2]! + third * (start + 4 * middle + end);
  }
  return { below, whole: below.at(-1)! };
}

/** Visitors of one variant, and how many of them have converted. */
export interface Group {
  readonly visitors: number;
  readonly converted: number;
}

/** What is thought of a rate: a Beta distribution. */
interface Beta {
  readonly alpha: number;
  readonly beta: number;
}

/** What is thought of a group's rate after what was seen, and Jeffreys' prior before it, Beta(½, ½). */
export function posteriorOf({ visitors, converted }: Group): Beta {
  return { alpha: converted + 0.5, beta: visitors - converted + 0.5 };
}
