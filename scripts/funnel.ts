import { parseArgs } from 'node:util';
import { buildFunnels } from '../engine/author/build.ts';
import { parseTopics } from '../engine/author/topics.ts';
import { formatProblem } from '../engine/problem.ts';
import { readFunnelFiles, readTopics } from './read-funnels.ts';

const usage = 'Usage: funnel check [--dir funnels]';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { dir: { type: 'string', default: 'funnels' } },
});

if (positionals[0] === 'check') process.exitCode = check(values.dir);
else {
  console.error(usage);
  process.exitCode = 2;
}

/** Prints every problem of every funnel; the exit code says whether there are any. */
function check(directory: string): number {
  const { topics, problems: topicProblems } = parseTopics(readTopics());
  const { funnels, problems } = buildFunnels({ files: readFunnelFiles(directory), topics });
  const all = [...topicProblems, ...problems];
  for (const problem of all) console.log(`${formatProblem(problem, { colour: process.stdout.isTTY })}\n`);
  const built = `${funnels.length} ${funnels.length === 1 ? 'funnel' : 'funnels'} without problems`;
  console.log(all.length === 0 ? `${built}.` : `${all.length} ${all.length === 1 ? 'problem' : 'problems'}; ${built}.`);
  return all.length === 0 ? 0 : 1;
}
