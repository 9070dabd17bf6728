import quantile from '@stdlib/stats-base-dists-beta-quantile';

/**
 * How the rate or the mean of one group compares with that of another, judged so that it may be looked at as often as one likes
 * (docs/guide/experiments.md): over all looks together, each of these is wrong in at most `significance` of experiments.
 */
export interface Comparison {
  /** Always-valid p-value: how strongly what was seen speaks against equal rates. */
  readonly p: number;
  /** By which part the rate is higher than the other's, from −1 up, 0.1 for a tenth: a confidence sequence. */
  readonly lift: readonly [low: number, high: number];
}

/** What visitors have brought: how many they are, the sum of it and the sum of its squares. A rate is where each brings 1. */
export interface Moments {
  readonly visitors: number;
  readonly sum: number;
  readonly squares: number;
}

/** A group that has converted so often, each time for the same. */
export const momentsOf = ({ visitors, converted }: Group): Moments => ({
  visitors,
  sum: converted,
  squares: converted,
});

/**
 * Compares the mean of a group with that of the first one; null where a group is empty. The logarithm of the ratio is
 * taken as normal, and a mixture of alternatives around `lift` is weighed against equal means (Robbins, Statistical
 * Methods Related to the Law of the Iterated Logarithm, 1970; asymptotic confidence sequences: Waudby-Smith, Arbour,
 * Sinha, Kennedy and Ramdas, 2021). With several comparisons the significance is divided among them (Bonferroni). `unit`
 * is what who brings anything brings about.
 */
export function compareMeans(first: Moments, other: Moments, comparisons = 1, unit = 1): Comparison | null {
  if (first.visitors === 0 || other.visitors === 0) return null;
  const [one, two] = [logarithmOfMean(first, unit), logarithmOfMean(other, unit)];
  const difference = two.value - one.value;
  const information = 1 / (one.variance + two.variance);
  const all = information + priorInformation;
  const evidence = Math.sqrt(priorInformation / all) * Math.exp((difference * information) ** 2 / (2 * all));
  const radius = radiusOf(information, significance / comparisons);
  return {
    p: Math.min(1, comparisons / evidence),
    lift: [Math.expm1(difference - radius), Math.expm1(difference + radius)],
  };
}

/** With half a visitor more on either side, as in Jeffreys' prior, so that no group is without a variance. */
function logarithmOfMean({ visitors, sum, squares }: Moments, unit: number) {
  const mean = (sum + 0.5 * unit) / (visitors + 1);
  const square = (squares + 0.5 * unit ** 2) / (visitors + 1);
  return { value: Math.log(mean), variance: (square / mean ** 2 - 1) / (visitors + 1) };
}

/** The variance of the logarithm of a rate that is known from one visitor. */
function varianceOf(rate: number): number {
  return (1 - rate) / rate;
}

/** Half the width of the confidence sequence of a normal mean, at this much information (one over its variance). */
function radiusOf(information: number, significance: number): number {
  const all = information + priorInformation;
  return Math.sqrt(all * Math.log(all / priorInformation / significance ** 2)) / information;
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
/** How often a difference is found, at most, where there is none, and how often, at least, one of `lift` where there is one. */
export const significance = 0.05;
export const power = 0.8;
const normalQuantileOfPower = 0.8416212335729143;

/** Differences of about `lift` are what is looked for: the inverse of their variance on the scale of the logarithm. */
const priorInformation = 1 / Math.log1p(lift) ** 2;

/**
 * How many visitors each variant needs at most, so that a rate that is higher by `lift` is found where this is the rate
 * of all visitors together, those with the better variant included; where that would be more than all, one that is
 * lower by as much. Null where the rate is 0.
 */
export function neededVisitors(rateOfAll: number, comparisons = 1): number | null {
  if (rateOfAll === 0) return null;
  const rate = rateOfAll / (1 + lift / 2);
  const rates = rate * (1 + lift) <= 1 ? [rate, rate * (1 + lift)] : [rateOfAll * (1 - lift), rateOfAll];
  const variance = rates.reduce((sum, each) => sum + varianceOf(each), 0);
  return Math.ceil(neededInformation(significance / comparisons) * variance);
}

/** The same for a mean, about: by how much that of all visitors varies. */
export function neededForMean({ visitors, sum, squares }: Moments, comparisons = 1): number | null {
  if (sum === 0) return null;
  const variance = 2 * ((squares * visitors) / sum ** 2 - 1);
  return Math.ceil(neededInformation(significance / comparisons) * variance);
}

/** The information at which the confidence sequence of a difference of `lift` leaves out 0 with the power, by bisection. */
function neededInformation(significance: number): number {
  let [low, high] = [1, 1e9];
  while (high / low > 1 + 1e-9) {
    const middle = Math.sqrt(low * high);
    const isEnough = radiusOf(middle, significance) + normalQuantileOfPower / Math.sqrt(middle) <= Math.log1p(lift);
    [low, high] = isEnough ? [low, middle] : [middle, high];
  }
  return high;
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
