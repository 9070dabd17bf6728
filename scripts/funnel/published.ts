import { buildFunnels, type BuiltFunnel } from '../../engine/author/build.ts';
import { fileKindOf, type SourceFile } from '../../engine/author/source-file.ts';
import { parseTopics } from '../../engine/author/topics.ts';
import { compareProblems, type Problem } from '../../engine/problem.ts';
import { readFunnelFiles, readTopics } from '../read-funnels.ts';
import { idOf } from './load-one.ts';
import { compareFiles } from './published-files.ts';

/** Where the funnels are, and where the version of them is that visitors are on: a git ref, a folder or `nothing`. */
export interface Versions {
  readonly dir: string;
  readonly against: string;
}

/** The published versions of funnels beside those of now. */
export interface Published {
  /** Those that differ, by id; built with the code and the topics of today. */
  readonly funnels: ReadonlyMap<string, BuiltFunnel>;
  /** Ids of those that can't be built any more. */
  readonly broken: readonly string[];
  /** Ids of those that are exactly as they were published. */
  readonly same: readonly string[];
}

/** Reads the published versions of all funnels. Throws a `CommandError` where there is no such version. */
export function readPublished(present: readonly SourceFile[], versions: Versions): Published {
  const { differing: files, same } = compareFiles(present, versions);
  if (files.length === 0) return { funnels: new Map(), broken: [], same };
  const { funnels } = buildFunnels({ files, topics: parseTopics(readTopics()).topics, isPublished: true });
  const built = new Map(funnels.map((each) => [each.funnel.id, each]));
  const ids = new Set(files.flatMap(({ name }) => idOf(name) ?? []));
  return { funnels: built, broken: [...ids].filter((id) => !built.has(id)), same };
}

/**
 * What edits since the published version take from visitors who are in the middle: problems `answers_lost`, sorted.
 * Where the published version can't be built any more, nothing is known, and so nothing told.
 */
export async function findLostAnswers({
  dir,
  against,
  funnels,
}: Versions & { readonly funnels: readonly BuiltFunnel[] }): Promise<Problem[]> {
  const files = readFunnelFiles(dir);
  const published = readPublished(files, { dir, against }).funnels;
  return compareWithPublished(published, funnels, files);
}

/** The same, for funnels of which the published versions are at hand. */
export async function compareWithPublished(
  published: ReadonlyMap<string, Pick<BuiltFunnel, 'funnel'>>,
  funnels: readonly BuiltFunnel[],
  files: readonly SourceFile[],
): Promise<Problem[]> {
  const edits = funnels.flatMap(({ funnel: after }) => {
    const before = published.get(after.id)?.funnel;
    const flowFile = files.find(({ name }) => idOf(name) === after.id && fileKindOf(name).kind === 'flow');
    return before && flowFile && before.version !== after.version ? [{ before, after, flowFile }] : [];
  });
  if (edits.length === 0) return [];
  // Only when it is needed: it brings the machine with it.
  const { checkEdit } = await import('../../engine/author/diff/check-edit.ts');
  return edits.flatMap(checkEdit).sort(compareProblems);
}
