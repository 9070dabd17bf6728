// Installs dependencies when node_modules is missing or was made from another package-lock.json or Node version.
// Runs before anything is installed, so it has no dependency of its own.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const minNode = [20, 19];
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < minNode[0] || (major === minNode[0] && minor < minNode[1])) {
  console.error(`This project needs Node.js ${minNode.join('.')} or newer; this is ${process.version}.`);
  process.exit(1);
}

const wanted = createHash('sha256').update(readFileSync('package-lock.json')).update(process.version).digest('hex');
const stamp = 'node_modules/.install-stamp';
const isInstalled = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
const lock = '.installing';
if (!isInstalled()) {
  await enter();
  const code = isInstalled() ? 0 : install();
  rmSync(lock, { force: true });
  if (code !== 0) process.exit(code);
}

/** Returns npm's exit code. */
function install() {
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
  if (result.status === 0) writeFileSync(stamp, wanted);
  return result.status ?? 1;
}

/** One at a time: another would remove what this one installs. A process that was killed holds up no other. */
async function enter() {
  for (let isTold = false; ; isTold = true) {
    try {
      return writeFileSync(lock, String(process.pid), { flag: 'wx' });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (!isHeld()) rmSync(lock, { force: true });
    else if (!isTold) console.error('Waiting for another process that installs the dependencies …');
    await wait(200);
  }
}

function isHeld() {
  try {
    const { mtimeMs } = statSync(lock);
    const holder = Number(readFileSync(lock, 'utf8'));
    if (holder === 0) return Date.now() - mtimeMs < 1_000; // it hasn't written its number yet
    return process.kill(holder, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
