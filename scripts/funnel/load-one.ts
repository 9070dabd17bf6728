import { buildFunnels } from '../../engine/author/build.ts';
import { closest } from '../../engine/author/did-you-mean.ts';
import { type SourceFile, funnelIdOf } from '../../engine/author/source-file.ts';
import type { Problem } from '../../engine/problem.ts';
import { CommandError } from './write-files.ts';
import { readFunnelFiles, readCatalogs, todayInUtc } from '../build/load-site.ts';
import type { BuiltFunnel } from '../../engine/model.ts';

/**
 * The funnel of this id, built. Throws a `CommandError` where there is no such funnel, which suggests one with a similar
 * id, and where it has problems: `check` reports those.
 */
export function loadOne(id: string, dir: string): BuiltFunnel {
  const files = filesOfFunnel(id, readFunnelFiles(dir), dir);
  const { funnels } = buildFunnels({ today: todayInUtc(), files, ...readCatalogs() });
  const [funnel] = funnels;
  if (funnel) return funnel;
  throw new CommandError(
    `${id} has problems, so it can't be shown. First: ${checkCommand(dir, id)}\n` +
      'When it tells no more problems, come back.',
  );
}

/** The flow and the words of one funnel. Throws a `CommandError` where there are none of this id. */
export function filesOfFunnel(id: string, files: readonly SourceFile[], dir: string): readonly SourceFile[] {
  const found = files.filter(({ name }) => funnelIdOf(name) === id);
  if (found.length > 0) return found;
  const ids = new Set(files.flatMap(({ name }) => funnelIdOf(name) ?? []));
  const guess = closest(id, ids);
  if (guess !== undefined) throw new CommandError(`There is no funnel "${id}" in ${dir}. Did you mean "${guess}"?`);
  const known = ids.size === 0 ? 'It has no funnels.' : `There are: ${[...ids].join(', ')}.`;
  throw new CommandError(`There is no funnel "${id}" in ${dir}. ${known}`);
}

/** How the problems of a folder are asked for, or only those of some funnels. */
export function checkCommand(dir: string, ...ids: readonly string[]): string {
  const folder = dir === 'funnels' ? [] : ['--dir', inShell(dir)];
  return ['npm run funnel -- check', ...ids, ...folder].join(' ');
}

/** A word of a command line, in quotes where it has spaces or signs. */
export function inShell(word: string): string {
  return /^[\w./\\:-]+$/.test(word) ? word : `"${word}"`;
}

/** The problems that files have after an edit and did not have before it, wherever they have moved to. */
export function newProblems(before: readonly SourceFile[], after: readonly SourceFile[]): readonly Problem[] {
  const catalogs = readCatalogs();
  const known = new Map<string, number>();
  for (const problem of buildFunnels({ today: todayInUtc(), files: before, ...catalogs }).problems) {
    known.set(identityOf(problem), (known.get(identityOf(problem)) ?? 0) + 1);
  }
  return buildFunnels({ today: todayInUtc(), files: after, ...catalogs }).problems.filter((problem) => {
    const left = known.get(identityOf(problem)) ?? 0;
    known.set(identityOf(problem), left - 1);
    return left <= 0;
  });
}

function identityOf({ file, code, message }: Problem): string {
  return `${file}/${code}/${message}`;
}

/** The files with some of them replaced or added. */
export function withFiles(files: readonly SourceFile[], changed: readonly SourceFile[]): readonly SourceFile[] {
  const names = new Set(changed.map(({ name }) => name));
  return [...files.filter(({ name }) => !names.has(name)), ...changed];
}
