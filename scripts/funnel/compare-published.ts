import { statSync } from 'node:fs';
import type { BuiltFunnel } from '../../engine/author/build.ts';
import { lossesToProblems } from '../../engine/author/diff/check-edit.ts';
import { compareFunnels, type FunnelDiff } from '../../engine/author/diff/compare-funnels.ts';
import { fileKindOf, type SourceFile } from '../../engine/author/source-file.ts';
import type { Problem } from '../../engine/problem.ts';
import { readFunnelFiles } from '../read-funnels.ts';
import { CommandError } from './io.ts';
import { filesOfFunnel, idOf, loadOne } from './load-one.ts';
import { readPublished, type Versions } from './published.ts';

/** A funnel beside its published version. */
export type Comparison =
  | { readonly id: string; readonly state: 'same' | 'new' | 'gone' }
  | ({ readonly id: string; readonly state: 'changed'; readonly problems: readonly Problem[] } & Omit<
      FunnelDiff,
      'losses'
    >);

/** Compares a funnel with its published version. Throws a `CommandError` where there is no such funnel in either. */
export function compareWithPublishedVersion(id: string, { dir, against }: Versions): Comparison {
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
  if (before && !files.some(({ name }) => idOf(name) === id)) return { id, state: 'gone' };
  const after = loadOne(id, dir);
  return before ? { id, state: 'changed', ...compareBoth(before, after, files) } : { id, state: 'new' };
}

/** Whether a file is named that belongs to another funnel, or to none. */
function isOtherFunnel(against: string, id: string): boolean {
  return statSync(against, { throwIfNoEntry: false })?.isFile() === true && idOf(against) !== id;
}

function compareBoth(before: BuiltFunnel, after: BuiltFunnel, files: readonly SourceFile[]) {
  const { id } = after.funnel;
  const flowFile = filesOfFunnel(id, files, '').find(({ name }) => fileKindOf(name).kind === 'flow')!;
  const { changes, visitors, losses } = compareFunnels(before, after);
  return { changes, visitors, problems: lossesToProblems(losses, flowFile) };
}
