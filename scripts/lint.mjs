// Format, lint and types, side by side: each keeps one core busy. Prints what each says when it is done; fails if one does.
import { spawn } from 'node:child_process';

const checks = [['prettier', '--check', '.', '--log-level', 'warn'], ['oxlint', '--type-aware'], ['tsc']];

const results = await Promise.all(checks.map(run));
if (results.includes(false)) process.exitCode = 1;

/** Whether a check has nothing to say against the code. */
function run([command, ...args]) {
  const child = spawn(command, args, { shell: process.platform === 'win32', stdio: ['ignore', 'pipe', 'pipe'] });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => said.push(data));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      process.stdout.write(Buffer.concat(said));
      resolve(code === 0);
    });
  });
}
