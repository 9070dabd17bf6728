import type { Path, Problem } from '../../problem.ts';
import type { FunnelDocument } from '../document.ts';
import { ownEntry, removeEntry } from './remove-entry.ts';
import { renameKey } from './rename-key.ts';
import type { TextEdit } from './text-edit.ts';

/**
 * What to do with a name in the words that the flow doesn't have: a slip of the pen gets its right name, where only one
 * can be meant; what is like no other is taken out, where no words are missing that it could be. Else nothing.
 */
export function correctStray(
  document: FunnelDocument,
  stray: Problem,
  problems: readonly Problem[],
): TextEdit | undefined {
  const list = stray.path.slice(0, -1);
  const own = problems.filter(({ file }) => file === stray.file);
  const isMissing = own.some(({ code, path }) => code === 'text_missing' && isSame(path, list));
  if (isMissing) return undefined;
  const meant = /^Did you mean "(.+)"\?$/.exec(stray.hint ?? '')?.[1];
  if (meant === undefined) return removeEntry(document, stray.path);
  const rivals = own.filter(({ code, path }) => code === 'text_for_nothing' && isSame(path.slice(0, -1), list));
  const isCertain = rivals.length === 1 && ownEntry(document, stray.path) !== undefined;
  return isCertain ? renameKey(document, stray.path, meant) : undefined;
}

function isSame(a: Path, b: Path): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
