import type { BuiltFunnel } from '../build.ts';
import { compareFlows, type ChangedPart } from './compare-flows.ts';
import { findLosses } from './find-losses.ts';
import { followVisitors, type Visitors } from './follow-visitors.ts';
import type { Loss } from './losses.ts';
import { matchVersions } from './versions.ts';

/** An edit of a funnel. */
export interface FunnelDiff {
  readonly changes: readonly ChangedPart[];
  /** Where visitors are who had begun; nothing where only words have changed, which changes nothing for them. */
  readonly visitors: Visitors | undefined;
  /** What visitors lose; an edit without losses is safe. */
  readonly losses: readonly Loss[];
}

/** Compares two versions of a funnel: what has changed, and what that does to visitors who have begun on the old one. */
export function compareFunnels(before: BuiltFunnel, after: BuiltFunnel): FunnelDiff {
  const versions = matchVersions(before.funnel, after.funnel);
  const changes = compareFlows(before, after, versions);
  if (before.funnel.version === after.funnel.version) return { changes, visitors: undefined, losses: [] };
  return { changes, visitors: followVisitors(versions), losses: findLosses(versions) };
}
