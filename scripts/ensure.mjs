// Installs dependencies when node_modules is missing or was made from another package-lock.json or Node version.
// Runs before anything is installed, so it has no dependency of its own.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const minNode = [20, 19];
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < minNode[0] || (major === minNode[0] && minor < minNode[1])) {
  console.error(`This project needs Node.js ${minNode.join('.')} or newer; this is ${process.version}.`);
  process.exit(1);
}

const wanted = createHash('sha256').update(readFileSync('package-lock.json')).update(process.version).digest('hex');
const stamp = 'node_modules/.install-stamp';
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
  console.error('Installing dependencies (npm ci) …');
  const env = { ...process.env };
  delete env.NODE_ENV; // "production" would leave out what the build needs
  const npm = process.env.npm_execpath;
  const args = ['ci', '--no-audit', '--no-fund', '--include=dev'];
  // On standard error: standard output may be read by a program.
  const stdio = ['inherit', 2, 2];
  const result = npm
    ? spawnSync(process.execPath, [npm, ...args], { stdio, env })
    : spawnSync('npm', args, { stdio, env, shell: true });
  if (result.status !== 0) process.exit(result.status ?? 1);
  writeFileSync(stamp, wanted);
}
