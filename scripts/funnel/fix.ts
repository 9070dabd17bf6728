import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import { buildFunnels } from '../../engine/author/build.ts';
import { fixFunnel } from '../../engine/author/edit/fix-funnel.ts';
import { type SourceFile, funnelIdOf } from '../../engine/author/source-file.ts';
import { formatProblem, type ProblemCode, wholeVisitCodes } from '../../engine/problem.ts';
import { type ExitCode, type Io, writeFiles } from './write-files.ts';
import { checkCommand, filesOfFunnel, newProblems, withFiles } from './load-one.ts';
import { readFunnelFiles, readCatalogs, todayInUtc } from '../build/load-site.ts';

interface FixOptions {
  readonly dir: string;
  readonly yes?: true;
}

/** Makes every correction that is certain, once it has been looked at; writes nothing that would bring new problems. */
export async function fix(ids: readonly string[], options: FixOptions, io: Io): Promise<ExitCode> {
  const files = readFunnelFiles(options.dir);
  const asked = new Set(ids.length > 0 ? ids : files.flatMap(({ name }) => funnelIdOf(name) ?? []));
  const plans = [...asked].map((id) => planFix(id, filesOfFunnel(id, files, options.dir), io));
  const changed = plans.flatMap((plan) => plan.changed);
  const isRefused = plans.some((plan) => plan.isRefused);
  if (changed.length === 0 && !isRefused) {
    io.out('Nothing to fix: all that can be corrected for certain is right.\n');
  }
  for (const { before, after } of changed) io.out(`${formatDiff(before, after, io.colour)}\n`, { painted: true });
  if (changed.length > 0 && !(await mayWrite(options, io))) return 1;
  writeFiles(changed.map(({ after }) => after));
  if (changed.length > 0) io.out(`${changed.length} ${changed.length === 1 ? 'file' : 'files'} corrected.\n`);
  const faulty = plans.filter(({ left }) => left > 0);
  for (const { id, left } of faulty) {
    const problems = left === 1 ? '1 problem' : `${left} problems`;
    io.out(`${id} has ${problems} for you to correct: ${checkCommand(options.dir, id)}\n`);
  }
  return faulty.length > 0 || isRefused ? 1 : 0;
}

/** It was there before the corrections, and unseen. */
const proofs: ReadonlySet<ProblemCode> = new Set(wholeVisitCodes);

interface ChangedFile {
  readonly before: SourceFile;
  readonly after: SourceFile;
}

interface Plan {
  readonly id: string;
  readonly changed: readonly ChangedFile[];
  /** Whether the corrections would bring new problems: then nothing is changed. */
  readonly isRefused: boolean;
  /** How many problems there are after the changes. */
  readonly left: number;
}

function planFix(id: string, files: readonly SourceFile[], io: Io): Plan {
  const catalogs = readCatalogs();
  const find = (candidates: readonly SourceFile[]) =>
    buildFunnels({ today: todayInUtc(), files: candidates, ...catalogs }).problems;
  const fixed = fixFunnel(files, find);
  const changed = files.flatMap((before) => {
    const after = fixed.find(({ name }) => name === before.name);
    return after && after.text !== before.text ? [{ before, after }] : [];
  });
  const left = find(fixed).length;
  if (changed.length === 0) return { id, changed, isRefused: false, left };
  const problems = newProblems(
    files,
    withFiles(
      files,
      changed.map(({ after }) => after),
    ),
  ).filter(({ code }) => !proofs.has(code));
  if (problems.length === 0) return { id, changed, isRefused: false, left };
  io.err(`${id} stays as it is: with its corrections, this would be wrong.\n\n`);
  for (const problem of problems) io.err(`${formatProblem(problem, { colour: io.colour })}\n\n`, { painted: true });
  return { id, changed: [], isRefused: true, left: find(files).length };
}

async function mayWrite({ yes }: FixOptions, io: Io): Promise<boolean> {
  if (yes === true) return true;
  if (io.confirm) return io.confirm('Write this?');
  io.out('Nothing is written. To write this: add --yes\n');
  return false;
}

const colours: readonly (readonly [RegExp, string])[] = [
  [/^(?:---|\+\+\+)/, '1'],
  [/^@@/, '36'],
  [/^-/, '31'],
  [/^\+/, '32'],
];

/** What is different in a file, as a unified diff; in colour for a terminal. */
function formatDiff(before: SourceFile, after: SourceFile, colour: boolean): string {
  const options = { context: 2, headerOptions: FILE_HEADERS_ONLY };
  const patch = createTwoFilesPatch(before.name, after.name, before.text, after.text, undefined, undefined, options);
  return colour ? patch.split(/\r?\n/).map(paint).join('\n') : patch;
}

function paint(line: string): string {
  const [, code] = colours.find(([pattern]) => pattern.test(line)) ?? [];
  return code === undefined ? line : `\u001B[${code}m${line}\u001B[0m`;
}
