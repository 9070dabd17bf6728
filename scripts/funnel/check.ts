import { formatJson } from '../print.ts';
import { ConfigError, readConfig } from '../../api/platform/config/config.ts';
import { compareProblems, formatProblem, isWarning, type Problem } from '../../engine/problem.ts';
import { refreshEditorHelp } from '../build/editor-help.ts';
import { loadFunnels, type LoadedSite, readFunnelFiles } from '../build/load-site.ts';
import { CommandError, type ExitCode, type Io } from './write-files.ts';
import { filesOfFunnel } from './load-one.ts';
import { findLostSincePublished } from './published.ts';
import { funnelIdOf } from '../../engine/author/source-file.ts';

interface CheckOptions {
  readonly dir: string;
  readonly json?: true;
  readonly against: string;
}

/**
 * Prints every problem of funnels, topics and sessions, or only those of some funnels, and which answers an edit since
 * the published version loses; the exit code says whether there is anything but warnings.
 */
export async function check(ids: readonly string[], options: CheckOptions, io: Io): Promise<ExitCode> {
  const { dir, json, against } = options;
  const files = readFunnelFiles(dir);
  if (files.length === 0) throw new CommandError(`There is no funnel in ${dir}: it has no YAML files.`);
  for (const id of ids) filesOfFunnel(id, files, dir);
  const site = loadFunnels({ funnelsDir: dir, recordingsDir: recordingsFolder() });
  const built = site.funnels.filter(({ funnel }) => ids.length === 0 || ids.includes(funnel.id));
  const lost = await findLostSincePublished({ dir, against, funnels: built });
  refreshEditorHelp(dir);
  const warnings = site.warnings.filter(({ file }) => ids.length === 0 || ids.some((id) => funnelIdOf(file) === id));
  const problems = [...problemsOf(ids, site), ...lost];
  const reported = [...problems, ...warnings].sort(compareProblems);
  const sound = built.length - new Set(lost.map(({ file }) => file)).size;
  if (json) io.out(formatJson(reported.map(asData)));
  else io.out(describe(reported, sound, io), { painted: true });
  return problems.length === 0 ? 0 : 1;
}

/**
 * All, or those in the files of these funnels; all again, if one of these has none and still can't be built for what it
 * stands on.
 */
function problemsOf(ids: readonly string[], { funnels, problems }: LoadedSite): readonly Problem[] {
  if (ids.length === 0) return problems;
  const built = new Set(funnels.map(({ funnel }) => funnel.id));
  const faulty = new Set(problems.map(({ file }) => funnelIdOf(file)));
  const isBlocked = ids.some((id) => !built.has(id) && !faulty.has(id));
  return isBlocked ? problems : problems.filter(({ file }) => ids.some((id) => funnelIdOf(file) === id));
}

function describe(reported: readonly Problem[], sound: number, { colour }: Io): string {
  const written = reported.map((problem) => `${formatProblem(problem, { colour })}\n\n`);
  const warnings = reported.filter(isWarning).length;
  const found = [numberOf(reported.length - warnings, 'problem'), numberOf(warnings, 'warning')].filter(
    (each) => each !== '',
  );
  const counted = found.length > 0 ? `${found.join(', ')}; ` : '';
  return `${written.join('')}${counted}${sound} ${sound === 1 ? 'funnel' : 'funnels'} without problems.\n`;
}

/** Nothing of none. */
function numberOf(count: number, what: string): string {
  if (count === 0) return '';
  return `${count} ${count === 1 ? what : `${what}s`}`;
}

/** What programs may rely on. */
function asData(problem: Problem): object {
  const { code, message, path, file, line, column, endLine, endColumn, hint = null, counterexample } = problem;
  const example = counterexample && { counterexample };
  const severity = isWarning(problem) ? 'warning' : 'error';
  return { code, severity, message, path, file, line, column, endLine, endColumn, hint, ...example };
}

/** What only a running server needs in production, a check does not. */
function recordingsFolder(): string {
  try {
    return readConfig({ ...process.env, NODE_ENV: 'development' }).recordingsDirectory;
  } catch (error) {
    if (error instanceof ConfigError) throw new CommandError(error.message);
    throw error;
  }
}
