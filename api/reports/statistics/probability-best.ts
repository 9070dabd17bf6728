import type { Beta } from './group.ts';

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
