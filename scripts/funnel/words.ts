import { readFileSync } from 'node:fs';
import { applyTexts } from '../../engine/author/coverage/apply-table.ts';
import { coverageOf, type LocaleCoverage, type PlacedText, tableOf } from '../../engine/author/coverage/coverage.ts';
import { compareTable, type Refusal, type WantedText } from '../../engine/author/coverage/plan-import.ts';
import {
  applyTestimonials,
  isOfTestimonial,
  readTestimonialTexts,
  testimonialRows,
} from '../../engine/author/coverage/testimonial-texts.ts';
import { type FunnelFiles, readFiles } from '../../engine/author/files.ts';
import { toProblems } from '../../engine/author/finding.ts';
import type { Flow } from '../../engine/author/flow.ts';
import { fileKindOf, normalizeText, type SourceFile } from '../../engine/author/source-file.ts';
import { formatProblem, type Problem } from '../../engine/problem.ts';
import { CommandError, type ExitCode, type Io, writeFiles } from './write-files.ts';
import { filesOfFunnel, newProblems, withFiles } from './load-one.ts';
import type { Separator } from '../csv.ts';
import { readCsv, writeCsv } from './words-csv.ts';
import { readFunnelFiles, readTestimonials } from '../build/load-site.ts';
import { formatJson, formatTable, numberColumn, reasonOf, textColumn } from '../print.ts';

interface WordsOptions {
  readonly dir: string;
  readonly export?: string;
  readonly import?: string;
  readonly separator?: Separator;
  readonly json?: true;
}

/** Prints how far each language of a funnel is, or takes its texts to translators and back. */
export async function words(
  id: string,
  options: WordsOptions,
  io: Io,
  testimonials: SourceFile = readTestimonials(),
): Promise<ExitCode> {
  if (options.export !== undefined && options.import !== undefined) {
    throw new CommandError('--export and --import are two commands: first the one, then the other.');
  }
  const sources = filesOfFunnel(id, readFunnelFiles(options.dir), options.dir);
  const { funnel, unreadable } = readOne(sources);
  if (options.json !== true || funnel.flow === undefined) printProblems(unreadable, io);
  const { flow } = funnel;
  if (!flow) throw new CommandError(`${options.dir}/${id}.yaml can't be read, so it isn't known which texts it needs.`);
  if (options.export !== undefined) {
    if (unreadable.length > 0)
      throw new CommandError('No table is written: it would have no texts of a file like this.');
    const { locales, rows } = tableOf(flow, funnel.words);
    const said = testimonialRows(flow, soundTestimonials(testimonials), locales);
    write(options.export, writeCsv({ locales, rows: [...rows, ...said] }, options.separator), io);
    return 0;
  }
  if (options.import !== undefined) {
    return importTable({ ...funnel, flow }, { sources, testimonials }, read(options.import), options.import, io);
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

function printProblems(problems: readonly Problem[], io: Io): void {
  for (const problem of problems) io.err(`${formatProblem(problem, { colour: io.colour })}\n\n`, { painted: true });
}

function toJson(id: string, coverage: readonly LocaleCoverage[], problems: readonly Problem[]): string {
  const locales = coverage.map(({ missing, unused, needed, file, locale }) => {
    const flat = (texts: typeof missing) => texts.map(({ key, place }) => ({ key, file, ...place }));
    const there = needed - missing.length;
    return { locale, file, needed, there, missing: flat(missing), unused: flat(unused) };
  });
  return formatJson({ funnel: id, locales, problems });
}

/** To the letter, as the texts come back from there. */
function write(file: string, text: string, io: Io): void {
  if (file === '-') return io.out(text);
  writeFiles([{ name: file, text }]);
  io.out(`${file} is written. It opens in Excel, Numbers and LibreOffice.\n`);
}

function read(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new CommandError(`${file} can't be read: ${reasonOf(error)}.`);
  }
}

/** The file of testimonials, unless it has mistakes: then a table would have other texts than it. */
function soundTestimonials(file: SourceFile): ReturnType<typeof readTestimonialTexts> {
  const catalog = readTestimonialTexts(file);
  if (!catalog.complete) throw new CommandError(`${file.name} has mistakes, which npm run funnel check explains.`);
  return catalog;
}

interface Written {
  readonly sources: readonly SourceFile[];
  readonly testimonials: SourceFile;
}

/** Takes the texts of a table over into the words files, all of them or, if one can't be, none. */
function importTable(
  funnel: FunnelFiles & { readonly flow: Flow },
  { sources, testimonials }: Written,
  bytes: Uint8Array,
  name: string,
  io: Io,
): ExitCode {
  const locales = (funnel.flow.value.locales ?? []).filter((locale) => locale !== undefined);
  const rows = readCsv(bytes, name, locales);
  const { wanted, refusals } = compareTable(funnel, { rows: rows.filter((row) => !isOfTestimonial(row)) });
  const applied = applyTexts(funnel, sources, wanted);
  const said = applyTestimonials(testimonials, soundTestimonials(testimonials), rows.filter(isOfTestimonial));
  const refused = [...refusals, ...applied.refusals, ...said.refusals];
  if (refused.length > 0) throw new CommandError(formatRefusals(name, refused));
  for (const problem of said.problems) throw new CommandError(formatProblem(problem));
  if (wanted.length === 0 && !said.file) {
    io.out('Nothing to change: all texts of the table are in the files already.\n');
    return 0;
  }
  writeFiles([...applied.files, ...(said.file ? [said.file] : [])]);
  if (said.file) io.out(`${said.file.name}: ${said.changed} changed or added\n`);
  for (const file of applied.files) io.out(`${file.name}: ${countTexts(wanted, file.name)}\n`);
  const problems = newProblems(sources, withFiles(sources, applied.files));
  if (problems.length > 0) io.out('\nWith these texts, something is new that is wrong:\n\n');
  for (const problem of problems) io.out(`${formatProblem(problem, { colour: io.colour })}\n\n`, { painted: true });
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

/** For a terminal: a table of the languages, then each text that is missing or no longer used, with its place. */
function formatCoverage(coverage: readonly LocaleCoverage[]): string {
  const rows = coverage.map(({ locale, needed, missing, unused }) => [
    locale,
    String(needed),
    String(needed - missing.length),
    String(missing.length),
    String(unused.length),
  ]);
  const titles = ['needed', 'there', 'missing', 'no longer used'];
  const table = formatTable([textColumn('language'), ...titles.map(numberColumn)], rows);
  const lists = coverage.flatMap((locale) => [
    ...listTexts(`Missing in ${locale.locale}:`, locale, locale.missing),
    ...listTexts(`No longer used in ${locale.locale}:`, locale, locale.unused),
  ]);
  return `${[table, ...lists].join('\n\n')}\n`;
}

function listTexts(title: string, { file, locale }: LocaleCoverage, texts: readonly PlacedText[]): string[] {
  if (texts.length === 0) return [];
  if (file === undefined) return [`Missing in ${locale}: all ${texts.length} texts. There is no file of words.`];
  const lines = texts.map(({ key, place }) => `  ${file}:${place?.line}:${place?.column}  ${key}`);
  return [[title, ...lines].join('\n')];
}
