/** How two samples compare by the Mann-Whitney U test. */
export interface Comparison {
  /** How often a value of the first sample is larger than one of the second; 0.5 where they are alike. */
  readonly superiority: number;
  /** How likely a difference like this or larger is between samples of one distribution (two-sided). */
  readonly p: number;
}

/** Compares two samples of some dozens of values or more; no distribution is assumed. */
export function compareSamples(first: readonly number[], second: readonly number[]): Comparison {
  const [n, m] = [first.length, second.length];
  const ranks = rankSumOfFirst(first, second);
  const u = ranks - (n * (n + 1)) / 2;
  const deviation = Math.sqrt((n * m * (n + m + 1)) / 12);
  const z = Math.abs(u - (n * m) / 2) / deviation;
  return { superiority: u / (n * m), p: 2 * upperTail(z) };
}

/** The range that the difference of the medians lies in with 99 % confidence, by resampling so many times. */
export function boundMedianDifference(
  first: readonly number[],
  second: readonly number[],
  times = 2_000,
): readonly [number, number] {
  const differences = Array.from({ length: times }, () => median(resample(first)) - median(resample(second)));
  differences.sort((a, b) => a - b);
  return [differences[Math.floor(times * 0.005)]!, differences[Math.ceil(times * 0.995) - 1]!];
}

export function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  return (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2;
}

/** Equal values share the mean of their ranks. */
function rankSumOfFirst(first: readonly number[], second: readonly number[]): number {
  const all = [
    ...first.map((value) => ({ value, isFirst: true })),
    ...second.map((value) => ({ value, isFirst: false })),
  ].sort((a, b) => a.value - b.value);
  let sum = 0;
  for (let start = 0, end = 0; start < all.length; start = end) {
    while (end < all.length && all[end]!.value === all[start]!.value) end += 1;
    const rank = (start + 1 + end) / 2;
    sum += rank * all.slice(start, end).filter(({ isFirst }) => isFirst).length;
  }
  return sum;
}

/** The share of the standard normal distribution above z, for z ≥ 0 (Abramowitz and Stegun 26.2.17, error below 1e-7). */
function upperTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const polynomial = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * polynomial;
}

function resample(values: readonly number[]): number[] {
  return values.map(() => values[Math.floor(Math.random() * values.length)]!);
}
