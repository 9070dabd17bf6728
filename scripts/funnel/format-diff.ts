import type { ChangedPart } from '../../engine/author/diff/compare-flows.ts';
import type { Visitors, VisitorsAtStep } from '../../engine/author/diff/follow-visitors.ts';
import { formatProblem } from '../../engine/problem.ts';
import type { Comparison } from './compare-published.ts';
import type { Io } from './io.ts';

type Fate = VisitorsAtStep['fates'][number];

/** What has changed and what happens to visitors, for a terminal. */
export function formatDiff(comparison: Comparison, against: string, { colour }: Pick<Io, 'colour'>): string {
  switch (comparison.state) {
    case 'same':
      return 'Nothing has changed.\n';
    case 'new':
      return `${comparison.id} is new. Nobody is in the middle of it.\n`;
    case 'gone':
      return `${comparison.id} is gone. Visitors who are in the middle of it lose their answers.\n`;
    case 'changed':
      return formatChanged(comparison, against, colour);
  }
}

function formatChanged(
  { changes, visitors, problems }: Comparison & { readonly state: 'changed' },
  against: string,
  colour: boolean,
): string {
  if (changes.length === 0 && !visitors) return 'Nothing has changed.\n';
  const sections = [
    ...(changes.length > 0 ? [`What has changed since ${against}\n\n${changes.map(formatPart).join('\n')}`] : []),
    visitors ? formatVisitors(visitors) : 'For visitors in the middle nothing changes.',
    ...problems.map((problem) => formatProblem(problem, { colour })),
  ];
  return `${sections.join('\n\n')}\n`;
}

function formatPart({ kind, id, changes }: ChangedPart): string {
  const name = kind === 'funnel' ? 'the funnel' : `${kind} ${id}`;
  return [`  ${name}`, ...changes.map((change) => `    ${change}`)].join('\n');
}

function formatVisitors({ steps, finished }: Visitors): string {
  const lines = runsOf(steps).map(({ from, to, fates }) => {
    const place = from === to ? `at ${from}` : `from ${from} to ${to}`;
    const [only] = fates;
    return fates.length === 1
      ? `  ${place}: ${only}`
      : `  ${place}\n${fates.map((fate) => `    some: ${fate}`).join('\n')}`;
  });
  const results = finished.map((each) => `  ${finished.length > 1 ? 'some: ' : ''}${describeFinished(each)}`);
  return `Visitors in the middle\n\n${lines.join('\n')}\n\nVisitors who have finished\n\n${results.join('\n')}`;
}

/** Steps in a row at which the same happens. */
function runsOf(steps: readonly VisitorsAtStep[]) {
  const runs: { from: string; to: string; fates: readonly string[] }[] = [];
  for (const { step, fates } of steps) {
    const said = [...new Set(fates.map((fate) => describeFate(step, fate)))];
    const last = runs.at(-1);
    if (last && last.fates.join('\n') === said.join('\n')) last.to = step;
    else runs.push({ from: step, to: step, fates: said });
  }
  return runs;
}

function describeFate(step: string, { kind, to, lost, unused, first }: Fate): string {
  if (kind === 'restarts') return 'begin anew';
  const isBlocked = kind === 'goes_back';
  const where = {
    continues: 'go on',
    migrates: to === step ? 'go on, with answers under their new names' : `go on at ${to}`,
    moves: `go on at ${to}`,
    goes_back: to === first ? `go back to ${to}, to answer it` : `go back to ${to}, to answer ${first ?? ''}`,
  }[kind];
  const losing = lost.length > 0 ? `${isBlocked ? ', and' : ', but'} lose their answer to ${lost.join(', ')}` : '';
  const keeping = isBlocked && lost.length === 0 ? '; what they have answered stays' : '';
  const passing = unused.length > 0 ? `; their answer to ${unused.join(', ')} no longer counts` : '';
  return `${where}${losing}${keeping}${passing}`;
}

function describeFinished({ kind, from, to }: Visitors['finished'][number]): string {
  switch (kind) {
    case 'same':
      return 'keep their result';
    case 'other':
      return `get ${to ?? ''} instead of ${from ?? ''}`;
    case 'unusable':
      return 'their answers no longer fit, and their result is not shown any more';
  }
}
