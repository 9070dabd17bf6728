import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { buildFunnels } from '../../engine/author/build.ts';
import { type SourceFile, funnelIdOf } from '../../engine/author/source-file.ts';
import type { Problem } from '../../engine/problem.ts';
import { CommandError } from './write-files.ts';
import { readFunnelFiles, readCatalogs, todayInUtc, compareWithPublished } from '../build/load-site.ts';
import type { BuiltFunnel } from '../../engine/model.ts';

/** Where the funnels are, and where the version of them is that visitors are on: a git ref, a folder or `nothing`. */
export interface VersionSources {
  readonly dir: string;
  readonly against: string;
}

/** The published versions of funnels beside those of now. */
interface Published {
  /** Those that differ, by id; built with the code and the topics of today. */
  readonly funnels: ReadonlyMap<string, BuiltFunnel>;
  /** Ids of those that can't be built any more. */
  readonly broken: readonly string[];
  /** Ids of those that are exactly as they were published. */
  readonly same: readonly string[];
}

/** Reads the published versions of all funnels. Throws a `CommandError` where there is no such version. */
export function readPublished(present: readonly SourceFile[], versions: VersionSources): Published {
  const { differing: files, same } = compareFiles(present, versions);
  if (files.length === 0) return { funnels: new Map(), broken: [], same };
  const { funnels } = buildFunnels({
    today: todayInUtc(),
    files,
    ...readCatalogs(),
    isPublished: true,
  });
  const built = new Map(funnels.map((each) => [each.funnel.id, each]));
  const ids = new Set(files.flatMap(({ name }) => funnelIdOf(name) ?? []));
  return { funnels: built, broken: [...ids].filter((id) => !built.has(id)), same };
}

/**
 * What edits since the published version take from visitors who are in the middle: problems `answers_lost`, sorted.
 * Where the published version can't be built any more, nothing is known and nothing printed.
 */
export async function findLostSincePublished({
  dir,
  against,
  funnels,
}: VersionSources & { readonly funnels: readonly BuiltFunnel[] }): Promise<Problem[]> {
  const files = readFunnelFiles(dir);
  const published = readPublished(files, { dir, against }).funnels;
  return compareWithPublished(published, funnels, files);
}

/** What is compared with by default: the last commit. */
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
interface ComparedFiles {
  /** The published files of each funnel whose present files are not exactly these. */
  readonly differing: readonly SourceFile[];
  /** Ids of the funnels whose files are exactly as they were published. */
  readonly same: readonly string[];
}

/**
 * Finds what differs from the published version. Throws a `CommandError`
 * where there is no such version; where there just is no last commit, nothing was published.
 */
function compareFiles(
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
  const ids = new Set(differing.flatMap((name) => funnelIdOf(name) ?? []));
  const names = published.files.map(({ name }) => name);
  const wanted = names.filter((name) => ids.has(funnelIdOf(name) ?? ''));
  const same = new Set(names.flatMap((name) => funnelIdOf(name) ?? []).filter((id) => !ids.has(id)));
  return { differing: wanted.length === 0 ? [] : published.read(new Set(wanted)), same: [...same] };
}

function findPublished(dir: string, against: string): PublishedFiles {
  if (against === 'nothing') return { files: [], read: () => [] };
  const found = statSync(against, { throwIfNoEntry: false });
  if (found?.isDirectory()) return inFolder(readFunnelFiles(against), against);
  if (found?.isFile()) {
    const id = funnelIdOf(against);
    const files = readFunnelFiles(dirname(against)).filter(({ name }) => id !== undefined && funnelIdOf(name) === id);
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

/** A file as git has it: its name in the folder that was asked for, and the hash of its content. */
interface GitFile {
  readonly name: string;
  readonly hash: string;
}

/** The files directly in a folder at a commit; nothing where there is no git, no repository around it, or no such commit. */
function listFilesAt(ref: string, folder: string): readonly GitFile[] | undefined {
  const listed = git(folder, ['ls-tree', '-z', `${ref}^{commit}`, './']);
  if (!listed) return undefined;
  const entries = listed.toString('utf8').split('\0');
  return entries.flatMap((entry) => {
    const [, hash, name] = /^\d+ blob ([0-9a-f]+)\t(.+)$/s.exec(entry) ?? [];
    return hash !== undefined && name !== undefined ? [{ name, hash }] : [];
  });
}

/** The content of these files. */
function readFilesOf(folder: string, files: readonly GitFile[]): readonly SourceFile[] {
  if (files.length === 0) return [];
  const output = git(folder, ['cat-file', '--batch'], files.map(({ hash }) => `${hash}\n`).join(''));
  if (!output) throw new Error('git could list files, but not read them.');
  let at = 0;
  return files.map(({ name }) => {
    const endOfHeader = output.indexOf('\n', at);
    const size = Number(output.toString('latin1', at, endOfHeader).split(' ')[2]);
    const text = output.toString('utf8', endOfHeader + 1, endOfHeader + 1 + size);
    at = endOfHeader + size + 2;
    return { name, text };
  });
}

/** Whether a file has the content that git knows by this hash; on Windows git may have put CRs before its line ends. */
function hasHash(text: string, hash: string): boolean {
  return hashesTo(text, hash) || (text.includes('\r\n') && hashesTo(text.replaceAll('\r\n', '\n'), hash));
}

function hashesTo(text: string, hash: string): boolean {
  const content = Buffer.from(text, 'utf8');
  const algorithm = hash.length === 40 ? 'sha1' : 'sha256';
  return createHash(algorithm).update(`blob ${content.length}\0`).update(content).digest('hex') === hash;
}

/** Whether git is installed. */
function isGitThere(): boolean {
  return spawnSync('git', ['--version']).status === 0;
}

/**
 * What git prints; nothing if it can't do that. It finds the repository by the folder, also where a hook runs us, and
 * whatever user owns it, as in a container: nothing in it is run, only objects are read.
 */
function git(folder: string, args: readonly string[], input?: string): Buffer | undefined {
  const { GIT_DIR: _, GIT_WORK_TREE: __, GIT_INDEX_FILE: ___, ...env } = process.env;
  const options = { cwd: folder, env, input, maxBuffer: 2 ** 28 };
  const { status, stdout } = spawnSync('git', ['-c', 'safe.directory=*', ...args], options);
  return status === 0 ? stdout : undefined;
}
