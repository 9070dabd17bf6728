import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import type { SourceFile } from '../../engine/author/source-file.ts';

/** A file as git has it: its name in the folder that was asked for, and the hash of its content. */
export interface GitFile {
  readonly name: string;
  readonly hash: string;
}

/** The files directly in a folder at a commit; nothing where there is no git, no repository around it, or no such commit. */
export function listFilesAt(ref: string, folder: string): readonly GitFile[] | undefined {
  const listed = git(folder, ['ls-tree', '-z', `${ref}^{commit}`, './']);
  if (!listed) return undefined;
  const entries = listed.toString('utf8').split('\0');
  return entries.flatMap((entry) => {
    const [, hash, name] = /^\d+ blob ([0-9a-f]+)\t(.+)$/s.exec(entry) ?? [];
    return hash !== undefined && name !== undefined ? [{ name, hash }] : [];
  });
}

/** The content of these files. */
export function readFilesOf(folder: string, files: readonly GitFile[]): readonly SourceFile[] {
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
export function hasHash(text: string, hash: string): boolean {
  return hashesTo(text, hash) || (text.includes('\r\n') && hashesTo(text.replaceAll('\r\n', '\n'), hash));
}

function hashesTo(text: string, hash: string): boolean {
  const content = Buffer.from(text, 'utf8');
  const algorithm = hash.length === 40 ? 'sha1' : 'sha256';
  return createHash(algorithm).update(`blob ${content.length}\0`).update(content).digest('hex') === hash;
}

/** Whether git is installed. */
export function isGitThere(): boolean {
  return spawnSync('git', ['--version']).status === 0;
}

/**
 * What git prints; nothing if it can't do that. It finds the repository by the folder, also where a hook runs us, and
 * whoever owns it, as in a container: nothing of it is run, only objects are read.
 */
function git(folder: string, args: readonly string[], input?: string): Buffer | undefined {
  const { GIT_DIR: _, GIT_WORK_TREE: __, GIT_INDEX_FILE: ___, ...env } = process.env;
  const options = { cwd: folder, env, input, maxBuffer: 2 ** 28 };
  const { status, stdout } = spawnSync('git', ['-c', 'safe.directory=*', ...args], options);
  return status === 0 ? stdout : undefined;
}
