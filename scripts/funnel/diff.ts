import { formatJson } from '../print.ts';
import { statSync } from 'node:fs';
import { lossesToProblems } from '../../engine/author/diff/check-edit.ts';
import { type ChangedPart, compareFunnels, type FunnelDiff } from '../../engine/author/diff/compare-funnels.ts';
import type { Visitors, VisitorsAtStep } from '../../engine/author/diff/move-visitors.ts';
import { fileKindOf, type SourceFile, funnelIdOf } from '../../engine/author/source-file.ts';
import { formatProblem, type Problem } from '../../engine/problem.ts';
import { CommandError, type ExitCode, type Io } from './write-files.ts';
import { filesOfFunnel, loadOne } from './load-one.ts';
import { readPublished, type VersionSources } from './published.ts';
import { readFunnelFiles } from '../build/load-site.ts';
import type { BuiltFunnel } from '../../engine/model.ts';

interface DiffOptions {
  readonly dir: string;
  readonly against: string;
  readonly json?: true;
}

/**
 * Prints what has changed since the published version, and what happens to visitors who are in the middle; the exit code
 * says whether any of them would lose answers. Throws a `CommandError` where there is no such funnel in either version.
 */
export async function diff(id: string, { dir, against, json }: DiffOptions, io: Io): Promise<ExitCode> {
  const comparison = compareWithPublishedVersion(id, { dir, against });
  if (json) io.out(formatJson(comparison));
  else io.out(formatDiff(comparison, against, io), { painted: true });
  const isLosing = comparison.state === 'gone' || (comparison.state === 'changed' && comparison.problems.length > 0);
  return isLosing ? 1 : 0;
}

type Fate = VisitorsAtStep['fates'][number];

/** What has changed and what happens to visitors, for a terminal. */
function formatDiff(comparison: Comparison, against: string, { colour }: Pick<Io, 'colour'>): string {
  switch (comparison.state) {
    case 'same':
      return 'Nothing has changed.\n';
    case 'new':
      return `${comparison.id} is new. No visitor is in the middle of it.\n`;
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
  if (kind === 'restarts') return 'start again';
  const isBlocked = kind === 'goes_back';
  const where = {
    continues: 'go on',
    migrates: to === step ? 'go on, with answers under their new names' : `go on at ${to}`,
    moves: `go on at ${to}`,
    goes_back: to === first ? `go back to ${to}, to answer it` : `go back to ${to}, to answer ${first ?? ''}`,
  }[kind];
  const losing = lost.length > 0 ? `${isBlocked ? ', and' : ', but'} lose their answer to ${lost.join(', ')}` : '';
  const answersNote = isBlocked && lost.length === 0 ? '; what they have answered stays' : '';
  const passing = unused.length > 0 ? `; their answer to ${unused.join(', ')} no longer counts` : '';
  return `${where}${losing}${answersNote}${passing}`;
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

/** A funnel beside its published version. */
type Comparison =
  | { readonly id: string; readonly state: 'same' | 'new' | 'gone' }
  | ({ readonly id: string; readonly state: 'changed'; readonly problems: readonly Problem[] } & Omit<
      FunnelDiff,
      'losses'
    >);

/** Compares a funnel with its published version. Throws a `CommandError` where there is no such funnel in either. */
function compareWithPublishedVersion(id: string, { dir, against }: VersionSources): Comparison {
  const files = readFunnelFiles(dir);
  if (isOtherFunnel(against, id)) {
    throw new CommandError(
      `${against} is no version of ${id}: that is called ${id}.yaml, and has its words beside it.`,
    );
  }
  const { funnels, broken, same } = readPublished(files, { dir, against });
  if (same.includes(id)) return { id, state: 'same' };
  if (broken.includes(id)) {
    throw new CommandError(`The version of ${id} in ${against} has problems by today's rules: it can't be compared.`);
  }
  const before = funnels.get(id);
  if (before && !files.some(({ name }) => funnelIdOf(name) === id)) return { id, state: 'gone' };
  const after = loadOne(id, dir);
  return before ? { id, state: 'changed', ...compareBoth(before, after, files) } : { id, state: 'new' };
}

/** Whether a file is named that belongs to another funnel, or to none. */
function isOtherFunnel(against: string, id: string): boolean {
  return statSync(against, { throwIfNoEntry: false })?.isFile() === true && funnelIdOf(against) !== id;
}

function compareBoth(before: BuiltFunnel, after: BuiltFunnel, files: readonly SourceFile[]) {
  const { id } = after.funnel;
  const flowFile = filesOfFunnel(id, files, '').find(({ name }) => fileKindOf(name).kind === 'flow')!;
  const { changes, visitors, losses } = compareFunnels(before, after);
  return { changes, visitors, problems: lossesToProblems(losses, flowFile) };
}
