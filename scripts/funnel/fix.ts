import { fixFunnel } from '../../engine/author/edit/fix-funnel.ts';
import { buildFunnels } from '../../engine/author/build.ts';
import type { SourceFile } from '../../engine/author/source-file.ts';
import { parseTopics } from '../../engine/author/topics.ts';
import { formatProblem, wholeVisitCodes, type ProblemCode } from '../../engine/problem.ts';
import { readFunnelFiles, readTopics } from '../read-funnels.ts';
import { formatDiff } from './fix/format-diff.ts';
import type { ExitCode, Io } from './io.ts';
import { checkCommand, filesOfFunnel, idOf } from './load-one.ts';
import { newProblems, withFiles } from './new-problems.ts';
import { writeFiles } from './write-files.ts';

export interface FixOptions {
  readonly dir: string;
  readonly yes?: true;
}

/** Makes every correction that is certain, once it has been looked at; writes nothing that would bring new problems. */
export async function fix(ids: readonly string[], options: FixOptions, io: Io): Promise<ExitCode> {
  const files = readFunnelFiles(options.dir);
  const asked = new Set(ids.length > 0 ? ids : files.flatMap(({ name }) => idOf(name) ?? []));
  const plans = [...asked].map((id) => planFix(id, filesOfFunnel(id, files, options.dir), io));
  const changed = plans.flatMap((plan) => plan.changed);
  const isRefused = plans.some((plan) => plan.isRefused);
  if (changed.length === 0 && !isRefused) {
    io.out('Nothing to fix: all that can be corrected for certain is right.\n');
  }
  for (const { before, after } of changed) io.out(`${formatDiff(before, after, io.colour)}\n`);
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
  const { topics } = parseTopics(readTopics());
  const find = (candidates: readonly SourceFile[]) => buildFunnels({ files: candidates, topics }).problems;
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
  for (const problem of problems) io.err(`${formatProblem(problem, { colour: io.colour })}\n\n`);
  return { id, changed: [], isRefused: true, left: find(files).length };
}

async function mayWrite({ yes }: FixOptions, io: Io): Promise<boolean> {
  if (yes === true) return true;
  if (io.confirm) return io.confirm('Write this?');
  io.out('Nothing is written. To write this: add --yes\n');
  return false;
}
