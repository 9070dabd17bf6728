import { buildFunnels } from '../../engine/author/build.ts';
import type { SourceFile } from '../../engine/author/source-file.ts';
import { parseTopics } from '../../engine/author/topics.ts';
import type { Problem } from '../../engine/problem.ts';
import { readTopics } from '../read-funnels.ts';

/** The problems that files have after an edit and did not have before it, wherever they have moved to. */
export function newProblems(before: readonly SourceFile[], after: readonly SourceFile[]): readonly Problem[] {
  const { topics } = parseTopics(readTopics());
  const known = new Map<string, number>();
  for (const problem of buildFunnels({ files: before, topics }).problems) {
    known.set(identityOf(problem), (known.get(identityOf(problem)) ?? 0) + 1);
  }
  return buildFunnels({ files: after, topics }).problems.filter((problem) => {
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
