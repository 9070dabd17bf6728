import type { Problem } from '../../problem.ts';
import type { FunnelDocument } from '../document.ts';
import { readFiles } from '../files.ts';
import { normalizeText, type SourceFile } from '../source-file.ts';
import { readHeirs } from './heirs.ts';
import { renameInFlow } from './rename-in-flow.ts';
import { renameInWords } from './rename-in-words.ts';
import { correctStray } from './stray-words.ts';
import { editFile, type TextEdit } from './text-edit.ts';

/** Finds the problems of files. */
export type FindProblems = (files: readonly SourceFile[]) => readonly Problem[];

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
      const heirs = readHeirs(flow);
      return [
        { document: flow.document, edits: renameInFlow(flow, heirs) },
        ...words.map((locale) => ({ document: locale.document, edits: renameInWords(flow, locale, heirs) })),
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
