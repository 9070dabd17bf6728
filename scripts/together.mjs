// Runs commands side by side, so that both cores are busy: node scripts/together.mjs "command one" "command two".
// Prints what each says when it is done; fails if one does.
import { spawn } from 'node:child_process';

const results = await Promise.all(process.argv.slice(2).map(run));
if (results.includes(false)) process.exitCode = 1;

/** Whether a command has succeeded. */
function run(command) {
  const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => said.push(data));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (signal !== null) said.push(Buffer.from(`"${command}" was ended by ${signal}.\n`));
      process.stdout.write(Buffer.concat(said));
      resolve(code === 0);
    });
  });
}
