import { parseArgs } from 'node:util';
import { formatProblem } from '../engine/problem.ts';
import { readConfigOrExit } from './config.ts';
import { loadFunnels } from './load-site.ts';
import { readFunnelFiles, UnreadableFiles } from './read-funnels.ts';

const usage = 'Usage: funnel check [--dir funnels]';

process.exitCode = run(process.argv.slice(2));

/** Runs one command; the exit code is 1 for problems and for what can't be read, 2 for what isn't a command. */
function run(args: readonly string[]): number {
  const command = readCommand(args);
  if (typeof command === 'string') {
    console.error(`${command}${usage}`);
    return 2;
  }
  try {
    return check(command.directory);
  } catch (error) {
    if (!(error instanceof UnreadableFiles)) throw error;
    console.error(error.message);
    return 1;
  }
}

/** What is to be done, or what is wrong with how it was asked. */
function readCommand(args: readonly string[]): { directory: string } | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { dir: { type: 'string', default: 'funnels' } },
    });
    return positionals.length === 1 && positionals[0] === 'check' ? { directory: values.dir } : '';
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}\n`;
  }
}

/** Prints every problem of funnels, topics and sessions; the exit code says whether there are any. */
function check(directory: string): number {
  const files = readFunnelFiles(directory);
  if (files.length === 0) throw new UnreadableFiles(`There is no funnel in ${directory}: it has no YAML files.`);
  // What only a running server needs in production, a check does not.
  const { recordingsDirectory } = readConfigOrExit({ ...process.env, NODE_ENV: 'development' });
  const { funnels, problems } = loadFunnels({ funnelsDir: directory, recordingsDir: recordingsDirectory });
  for (const problem of problems) console.log(`${formatProblem(problem, { colour: process.stdout.isTTY })}\n`);
  const built = `${funnels.length} ${funnels.length === 1 ? 'funnel' : 'funnels'} without problems`;
  console.log(
    problems.length === 0
      ? `${built}.`
      : `${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}; ${built}.`,
  );
  return problems.length === 0 ? 0 : 1;
}
