/**
 * Measures `npm run funnel -- check` on the funnels of the site, as a whole process from npm to the exit code:
 *
 *   npx tsx tests/bench/check.ts [--reps 5]
 *
 * The first call, which may bundle the command, isn't counted. Times are in milliseconds.
 */

import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { median } from './measure.ts';

const { values } = parseArgs({ options: { reps: { type: 'string', default: '5' } } });

check();
const times = Array.from({ length: Number(values.reps) }, check);
console.log(`\nnpm run funnel -- check, whole processes\n`);
console.table([{ median: Math.round(median(times)), fastest: Math.min(...times), slowest: Math.max(...times) }]);

function check(): number {
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync('npm', ['run', 'funnel', '--', 'check'], {
    encoding: 'utf8',
    shell: true,
  });
  if (status !== 0) throw new Error(`check failed: ${stdout}${stderr}`);
  return Math.round(performance.now() - start);
}
