import { correctForSeveral, differenceP } from './compare-rates.ts';
import type { ConversionReport } from './experiment-report.ts';
import type { Group } from './group.ts';
import { neededVisitors, significance } from './needed-visitors.ts';

/** What can be said of groups of one conversion. */
export interface Judgement extends Pick<ConversionReport, 'verdict' | 'neededVisitors'> {
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
