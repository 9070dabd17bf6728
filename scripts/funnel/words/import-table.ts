import { applyTexts } from '../../../engine/author/coverage/apply-table.ts';
import { compareTable, type Refusal, type WantedText } from '../../../engine/author/coverage/plan-import.ts';
import type { FunnelFiles } from '../../../engine/author/files.ts';
import type { Flow } from '../../../engine/author/flow.ts';
import type { SourceFile } from '../../../engine/author/source-file.ts';
import { formatProblem } from '../../../engine/problem.ts';
import { CommandError, type ExitCode, type Io } from '../io.ts';
import { newProblems, withFiles } from '../new-problems.ts';
import { writeFiles } from '../write-files.ts';
import { readCsv } from './csv.ts';

/** Takes the texts of a table over into the words files, all of them or, if one can't be, none. */
export function importTable(
  funnel: FunnelFiles & { readonly flow: Flow },
  sources: readonly SourceFile[],
  bytes: Uint8Array,
  name: string,
  io: Io,
): ExitCode {
  const locales = (funnel.flow.value.locales ?? []).filter((locale) => locale !== undefined);
  const { wanted, refusals } = compareTable(funnel, { rows: readCsv(bytes, name, locales) });
  const applied = applyTexts(funnel, sources, wanted);
  const refused = [...refusals, ...applied.refusals];
  if (refused.length > 0) throw new CommandError(formatRefusals(name, refused));
  if (wanted.length === 0) {
    io.out('Nothing to change: all texts of the table are in the files already.\n');
    return 0;
  }
  writeFiles(applied.files);
  for (const file of applied.files) io.out(`${file.name}: ${countTexts(wanted, file.name)}\n`);
  const problems = newProblems(sources, withFiles(sources, applied.files));
  if (problems.length > 0) io.out('\nWith these texts, something is new that is wrong:\n\n');
  for (const problem of problems) io.out(`${formatProblem(problem, { colour: io.colour })}\n\n`);
  return problems.length > 0 ? 1 : 0;
}

function formatRefusals(name: string, refusals: readonly Refusal[]): string {
  const lines = refusals
    .toSorted((a, b) => a.row - b.row)
    .map(({ row, column, message }) => `${name}: row ${row}, column ${column}: ${message}`);
  return [...lines, 'Nothing is changed.'].join('\n');
}

function countTexts(wanted: readonly WantedText[], file: string): string {
  const texts = wanted.filter(({ locale }) => file.endsWith(`.${locale}.yaml`));
  const added = texts.filter(({ isNew }) => isNew).length;
  const changed = texts.length - added;
  const parts = [...(changed > 0 ? [`${changed} changed`] : []), ...(added > 0 ? [`${added} added`] : [])];
  return parts.join(', ');
}
