import type { FunnelDocument } from '../document.ts';
import { ownEntry, deleteEntry } from './delete-entry.ts';
import { renameKey } from './write-text.ts';
import { readSuccessors, renameInFlow, renameInWords } from './rename.ts';
import { editFile, type TextEdit } from './text-edit.ts';
import { readFiles } from '../files.ts';
import { normalizeText, type SourceFile } from '../source-file.ts';
import type { Path, Problem } from '../../problem.ts';

/** Finds the problems of files. */
type FindProblems = (files: readonly SourceFile[]) => readonly Problem[];

/**
 * The files of one funnel after every correction that is certain: names after `renamed_from`, words that nothing asks
 * for, names in the words that are misspelt. Files that need none are the same objects. Fixing them again changes nothing.
 */
export function fixFunnel(files: readonly SourceFile[], find: FindProblems): readonly SourceFile[] {
  let fixed = files;
  for (;;) {
    const edits = editsFor(fixed, find);
    if (edits.size === 0) return fixed;
    fixed = fixed.map((file) => (edits.has(file.name) ? editFile(file, edits.get(file.name) ?? []) : file));
  }
}

type EditsByFile = ReadonlyMap<string, readonly TextEdit[]>;

function editsFor(files: readonly SourceFile[], find: FindProblems): EditsByFile {
  const { funnels } = readFiles(files.map(normalizeText));
  const renames = byFile(
    funnels.flatMap(({ flow, words }) => {
      if (!flow) return [];
      const successors = readSuccessors(flow);
      return [
        { document: flow.document, edits: renameInFlow(flow, successors) },
        ...words.map((locale) => ({ document: locale.document, edits: renameInWords(flow, locale, successors) })),
      ];
    }),
  );
  if (renames.size > 0) return renames;
  const documents = funnels.flatMap(({ words }) => words.map(({ document }) => document));
  return firstOf(documents, find(files));
}

function byFile(
  found: readonly { readonly document: FunnelDocument; readonly edits: readonly TextEdit[] }[],
): EditsByFile {
  return new Map(found.filter(({ edits }) => edits.length > 0).map(({ document, edits }) => [document.file, edits]));
}

/** One correction for each file: the next ones are looked for in what it leaves. */
function firstOf(documents: readonly FunnelDocument[], problems: readonly Problem[]): EditsByFile {
  const strays = problems.filter(({ code }) => code === 'text_for_nothing');
  return byFile(
    documents.map((document) => {
      const own = strays.filter(({ file }) => file === document.file);
      const edits = own.flatMap((stray) => correctStray(document, stray, problems) ?? []);
      return { document, edits: edits.slice(0, 1) };
    }),
  );
}

/**
 * What to do with a name in the words that the flow doesn't have: a slip of the pen gets its right name, where only one
 * can be meant; what is like no other is taken out, where no words are missing that it could be. Else nothing.
 */
function correctStray(document: FunnelDocument, stray: Problem, problems: readonly Problem[]): TextEdit | undefined {
  const list = stray.path.slice(0, -1);
  const own = problems.filter(({ file }) => file === stray.file);
  const isMissing = own.some(({ code, path }) => code === 'text_missing' && isSame(path, list));
  if (isMissing) return undefined;
  const meant = /^Did you mean "(.+)"\?$/.exec(stray.hint ?? '')?.[1];
  if (meant === undefined) return stray.hint === undefined ? deleteEntry(document, stray.path) : undefined;
  const rivals = own.filter(({ code, path }) => code === 'text_for_nothing' && isSame(path.slice(0, -1), list));
  const isCertain = rivals.length === 1 && ownEntry(document, stray.path) !== undefined;
  return isCertain ? renameKey(document, stray.path, meant) : undefined;
}

function isSame(a: Path, b: Path): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
