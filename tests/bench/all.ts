/**
 * Runs every measurement of speed, one after another, and says at the end which missed a goal. Exits with 1 if any did.
 *
 *   npm run bench
 */
import { spawnSync } from 'node:child_process';

const measurements = [
  'page',
  'growth',
  'engine',
  'server',
  'start',
  'processes',
  'content',
  'me',
  'refresh',
  'events',
  'lighthouse',
].map((name) => `bench:${name}`);

const missed = measurements.filter((name) => {
  console.log(`\n── npm run ${name}`);
  return spawnSync('npm', ['run', '--silent', name], { stdio: 'inherit', shell: true }).status !== 0;
});
console.log(missed.length === 0 ? '\nEvery goal is met.' : `\nMissed a goal: ${missed.join(', ')}`);
process.exitCode = missed.length === 0 ? 0 : 1;
