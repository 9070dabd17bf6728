import quantile from '@stdlib/stats-base-dists-beta-quantile';
import { posteriorOf, type Group } from './group.ts';

const confidence = 0.95;

/**
 * Where the rate of a group lies with 95 %: Jeffreys' interval, which begins at 0 where nobody has converted and ends at
 * 1 where everybody has (Brown, Cai and DasGupta: Interval Estimation for a Binomial Proportion, 2001).
 */
export function rateInterval(group: Group): readonly [low: number, high: number] {
  const { alpha, beta } = posteriorOf(group);
  const tail = (1 - confidence) / 2;
  return [
    group.converted === 0 ? 0 : quantile(tail, alpha, beta),
    group.converted === group.visitors ? 1 : quantile(1 - tail, alpha, beta),
  ];
}
