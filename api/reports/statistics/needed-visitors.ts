import normalQuantile from '@stdlib/stats-base-dists-normal-quantile';

/** The difference that is worth finding, as a part of the rate. */
export const lift = 0.1;
/** How often a difference is found where there is none, and how often one of `lift` where there is one. */
export const significance = 0.05;
export const power = 0.8;

/**
 * How many visitors each variant needs, so that a rate that is higher by `lift` is found where this is the rate of all
 * visitors together, those with the better variant included; where that would be more than everybody, one that is lower
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
