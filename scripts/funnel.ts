import { parseArgs } from 'node:util';
import { buildFunnels } from '../engine/author/build.ts';
import { parseTopics } from '../engine/author/topics.ts';
import { formatProblem } from '../engine/problem.ts';
import { readFunnelFiles, readTopics, UnreadableFiles } from './read-funnels.ts';

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

/** Prints every problem of every funnel; the exit code says whether there are any. */
function check(directory: string): number {
  const { topics, problems: topicProblems } = parseTopics(readTopics());
  const files = readFunnelFiles(directory);
  if (files.length === 0) throw new UnreadableFiles(`There is no funnel in ${directory}: it has no YAML files.`);
  const { funnels, problems } = buildFunnels({ files, topics });
  const all = [...topicProblems, ...problems];
  for (const problem of all) console.log(`${formatProblem(problem, { colour: process.stdout.isTTY })}\n`);
  const built = `${funnels.length} ${funnels.length === 1 ? 'funnel' : 'funnels'} without problems`;
  console.log(all.length === 0 ? `${built}.` : `${all.length} ${all.length === 1 ? 'problem' : 'problems'}; ${built}.`);
  return all.length === 0 ? 0 : 1;
}
