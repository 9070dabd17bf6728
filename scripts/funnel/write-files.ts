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
import { printable, type Printing, reasonOf } from '../print.ts';

/** Writes what somebody has asked for, such as a picture, as `printable`. */
export function writeFile(name: string, text: string): void {
  try {
    writeFileSync(name, printable(text));
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

/** What a command says things with, as `printable`; `painted` texts keep their colours. The tests pass their own. */
export interface Io {
  /** Writes to standard output. */
  readonly out: (text: string, printing?: Printing) => void;
  /** Writes to standard error. */
  readonly err: (text: string, printing?: Printing) => void;
  /** Whether standard output is a terminal that shows colours. */
  readonly colour: boolean;
  /** Asks for yes or no; `null` where there is no terminal to ask in. */
  readonly confirm: ((question: string) => Promise<boolean>) | null;
}

/** 0: done and all well. 1: problems, or something can't be read or written. 2: not a command. */
export type ExitCode = 0 | 1 | 2;

/** What can't be done, in one or a few lines for the user of the command; ends it with exit code 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
