import { compareWithPublishedVersion } from './compare-published.ts';
import { formatDiff } from './format-diff.ts';
import type { ExitCode, Io } from './io.ts';

export interface DiffOptions {
  readonly dir: string;
  readonly against: string;
  readonly json?: true;
}

/**
 * Tells what has changed since the published version, and what happens to visitors who are in the middle; the exit code
 * says whether any of them would lose answers. Throws a `CommandError` where there is no such funnel in either version.
 */
export async function diff(id: string, { dir, against, json }: DiffOptions, io: Io): Promise<ExitCode> {
  const comparison = compareWithPublishedVersion(id, { dir, against });
  io.out(json ? `${JSON.stringify(comparison, null, 2)}\n` : formatDiff(comparison, against, io));
  const isLosing = comparison.state === 'gone' || (comparison.state === 'changed' && comparison.problems.length > 0);
  return isLosing ? 1 : 0;
}
