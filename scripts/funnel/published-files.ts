import { statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { SourceFile } from '../../engine/author/source-file.ts';
import { readFunnelFiles } from '../read-funnels.ts';
import { hasHash, isGitThere, listFilesAt, readFilesOf } from './git-files.ts';
import { CommandError } from './io.ts';
import { idOf } from './load-one.ts';

/** What is compared with where nobody says anything else: the last commit. */
const lastCommit = 'HEAD';

/** A file of the published version: whether the present one is the same can be said before it is read. */
interface PublishedFile {
  readonly name: string;
  readonly isSame: (text: string) => boolean;
}

interface PublishedFiles {
  readonly files: readonly PublishedFile[];
  readonly read: (names: ReadonlySet<string>) => readonly SourceFile[];
}

/** The published version beside the present one. */
export interface ComparedFiles {
  /** The published files of each funnel whose present files are not exactly these. */
  readonly differing: readonly SourceFile[];
  /** Ids of the funnels whose files are exactly as they were published. */
  readonly same: readonly string[];
}

/**
 * Finds what differs from the published version. Throws a `CommandError`
 * where there is no such version; where there just is no last commit, nothing was published.
 */
export function compareFiles(
  present: readonly SourceFile[],
  { dir, against }: { readonly dir: string; readonly against: string },
): ComparedFiles {
  const published = findPublished(dir, against);
  const now = new Map(present.map(({ name, text }) => [basename(name), text]));
  const then = new Map(published.files.map((file) => [file.name, file]));
  const differing = [...new Set([...now.keys(), ...then.keys()])].filter((name) => {
    const text = now.get(name);
    return text === undefined || !then.get(name)?.isSame(text);
  });
  const ids = new Set(differing.flatMap((name) => idOf(name) ?? []));
  const names = published.files.map(({ name }) => name);
  const wanted = names.filter((name) => ids.has(idOf(name) ?? ''));
  const same = new Set(names.flatMap((name) => idOf(name) ?? []).filter((id) => !ids.has(id)));
  return { differing: wanted.length === 0 ? [] : published.read(new Set(wanted)), same: [...same] };
}

function findPublished(dir: string, against: string): PublishedFiles {
  if (against === 'nothing') return { files: [], read: () => [] };
  const found = statSync(against, { throwIfNoEntry: false });
  if (found?.isDirectory()) return inFolder(readFunnelFiles(against), against);
  if (found?.isFile()) {
    const id = idOf(against);
    const files = readFunnelFiles(dirname(against)).filter(({ name }) => id !== undefined && idOf(name) === id);
    return inFolder(files, against);
  }
  const files = against.startsWith('-') ? undefined : listFilesAt(against, dir);
  if (files) {
    const yaml = files.filter(({ name }) => name.endsWith('.yaml'));
    return {
      files: yaml.map(({ name, hash }) => ({ name, isSame: (text) => hasHash(text, hash) })),
      read: (names) =>
        readFilesOf(
          dir,
          yaml.filter(({ name }) => names.has(name)),
        ),
    };
  }
  if (against === lastCommit) return { files: [], read: () => [] };
  throw new CommandError(
    isGitThere()
      ? `There is no version "${against}" to compare with. Give a git branch, tag or commit, or a folder of funnels.`
      : `There is no version "${against}" to compare with: git is not installed. Give a folder of funnels.`,
  );
}

function inFolder(files: readonly SourceFile[], against: string): PublishedFiles {
  if (files.length === 0) throw new CommandError(`There is no funnel in ${against} to compare with.`);
  return {
    files: files.map(({ name, text }) => ({ name: basename(name), isSame: (other) => other === text })),
    read: (names) => files.filter(({ name }) => names.has(basename(name))),
  };
}
