import { readFileSync } from 'node:fs';
import { coverageOf, type LocaleCoverage } from '../../engine/author/coverage/coverage.ts';
import { tableOf } from '../../engine/author/coverage/text-table.ts';
import { readFiles, type FunnelFiles } from '../../engine/author/files.ts';
import { toProblems } from '../../engine/author/finding.ts';
import { fileKindOf, normalizeText, type SourceFile } from '../../engine/author/source-file.ts';
import { formatProblem, type Problem } from '../../engine/problem.ts';
import { readFunnelFiles } from '../read-funnels.ts';
import { reasonOf } from '../reason-of.ts';
import { CommandError, type ExitCode, type Io } from './io.ts';
import { filesOfFunnel } from './load-one.ts';
import { formatCoverage } from './words/format-coverage.ts';
import { importTable } from './words/import-table.ts';
import { writeCsv } from './words/csv.ts';
import { writeFile } from './write-files.ts';

export interface WordsOptions {
  readonly dir: string;
  readonly export?: string;
  readonly import?: string;
  readonly json?: true;
}

/** Tells how far each language of a funnel is, or takes its texts to translators and back. */
export async function words(id: string, options: WordsOptions, io: Io): Promise<ExitCode> {
  if (options.export !== undefined && options.import !== undefined) {
    throw new CommandError('--export and --import are two commands: first the one, then the other.');
  }
  const sources = filesOfFunnel(id, readFunnelFiles(options.dir), options.dir);
  const { funnel, unreadable } = readOne(sources);
  if (options.json !== true || funnel.flow === undefined) tell(unreadable, io);
  const { flow } = funnel;
  if (!flow) throw new CommandError(`${options.dir}/${id}.yaml can't be read, so nobody knows which texts it needs.`);
  if (options.export !== undefined) {
    if (unreadable.length > 0)
      throw new CommandError('No table is written: it would have no texts of a file like this.');
    write(options.export, writeCsv(tableOf(flow, funnel.words)), io);
    return 0;
  }
  if (options.import !== undefined) {
    return importTable({ ...funnel, flow }, sources, read(options.import), options.import, io);
  }
  const coverage = coverageOf(funnel);
  io.out(options.json === true ? toJson(id, coverage, unreadable) : formatCoverage(coverage));
  return unreadable.length > 0 || coverage.some(({ missing }) => missing.length > 0) ? 1 : 0;
}

/** The funnel as far as it can be read, and what keeps files of it from being read at all. */
function readOne(sources: readonly SourceFile[]): { funnel: FunnelFiles; unreadable: readonly Problem[] } {
  const { funnels, findings } = readFiles(sources.map(normalizeText));
  const [funnel] = funnels;
  if (!funnel) throw new Error('There are no files.');
  const read = new Set([funnel.flow?.document.file, ...funnel.words.map(({ document }) => document.file)]);
  const isAsked = (file: string): boolean => {
    const kind = fileKindOf(file);
    return (
      kind.kind === 'flow' || (kind.kind === 'words' && funnel.flow?.value.locales?.includes(kind.locale) === true)
    );
  };
  const unread = findings.filter(({ in: { file } }) => isAsked(file) && !read.has(file));
  return { funnel, unreadable: toProblems(unread) };
}

function tell(problems: readonly Problem[], io: Io): void {
  for (const problem of problems) io.err(`${formatProblem(problem, { colour: io.colour })}\n\n`);
}

function toJson(id: string, coverage: readonly LocaleCoverage[], problems: readonly Problem[]): string {
  const locales = coverage.map(({ missing, unused, needed, file, locale }) => {
    const flat = (texts: typeof missing) => texts.map(({ key, place }) => ({ key, file, ...place }));
    const there = needed - missing.length;
    return { locale, file, needed, there, missing: flat(missing), unused: flat(unused) };
  });
  return `${JSON.stringify({ funnel: id, locales, problems }, null, 2)}\n`;
}

function write(file: string, text: string, io: Io): void {
  if (file === '-') return io.out(text);
  writeFile(file, text);
  io.out(`${file} is written. It opens in Excel, Numbers and LibreOffice.\n`);
}

function read(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new CommandError(`${file} can't be read: ${reasonOf(error)}.`);
  }
}
