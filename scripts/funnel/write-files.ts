import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import type { SourceFile } from '../../engine/author/source-file.ts';
import { reasonOf } from '../reason-of.ts';
import { CommandError } from './io.ts';

/** Writes what somebody has asked for, such as a picture. */
export function writeFile(name: string, text: string): void {
  try {
    writeFileSync(name, text);
  } catch (error) {
    throw new CommandError(`${name} can't be written: ${reasonOf(error)}.`);
  }
}

interface Draft {
  readonly name: string;
  /** Where the file is, if its name is a link. */
  readonly place: string;
  readonly file: string;
}

/**
 * Writes all files or none: each is written beside its place first, and only then put there. Links stay links, and
 * everybody may do with a file what they might before.
 */
export function writeFiles(files: readonly SourceFile[]): void {
  const drafts: Draft[] = [];
  let at = '';
  try {
    for (const { name, text } of files) {
      at = name;
      drafts.push(writeDraft(name, text));
    }
    for (const { name, place, file } of drafts) {
      at = name;
      renameSync(file, place);
    }
  } catch (error) {
    for (const { file } of drafts) rmSync(file, { force: true });
    throw new CommandError(`${at} can't be written: ${reasonOf(error)}.`);
  }
}

function writeDraft(name: string, text: string): Draft {
  const isThere = existsSync(name);
  const place = isThere ? realpathSync(name) : name;
  if (isThere) accessSync(place, constants.W_OK);
  const file = `${place}.${process.pid}.draft`;
  writeFileSync(file, text, { flag: 'wx' });
  if (isThere) chmodSync(file, statSync(place).mode);
  return { name, place, file };
}
