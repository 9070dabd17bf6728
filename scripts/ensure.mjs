// Installs dependencies when node_modules is missing or was made from another package-lock.json or Node version.
// Runs before anything is installed, so it has no dependency of its own.
import { spawn } from 'node:child_process';
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
  const code = isInstalled() ? 0 : await install();
  rmSync(lock, { force: true });
  if (code !== 0) process.exit(code);
}

/** Returns npm's exit code. */
async function install() {
  console.error('Installing dependencies (npm ci) …');
  void warnWithoutNetwork();
  // Three tries within seconds: by default npm says nothing for a minute and a half.
  const tries = ['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=3000'];
  // On standard error: standard output may be read by a program.
  const { code, signal } = await npm(['ci', '--no-audit', '--no-fund', '--include=dev', ...tries], ['inherit', 2, 2]);
  if (code === 0) writeFileSync(stamp, wanted);
  if (signal !== null) console.error(`npm was ended by ${signal}: where that was for lack of memory, give it 1 GB.`);
  return code ?? 1;
}

/** Says soon that the registry does not answer. npm goes on: what it needs may be in its cache. */
async function warnWithoutNetwork() {
  const { code, said } = await npm(['ping', '--fetch-retries=0', '--fetch-timeout=5000'], ['ignore', 'ignore', 'pipe']);
  const reason = /npm (?:error|ERR!) code (\w+)/.exec(said)?.[1] ?? '';
  // One that refuses, such as one that knows no ping, has answered.
  if (code !== 0 && !/^E\d{3}$/.test(reason))
    console.error(
      `The registry of npm packages can't be reached (${reason}). Is there a network, or a proxy to set for npm?`,
    );
}

function npm(args, stdio) {
  const env = { ...process.env };
  delete env.NODE_ENV; // "production" would leave out what the build needs
  const own = process.env.npm_execpath;
  const child = own
    ? spawn(process.execPath, [own, ...args], { stdio, env })
    : spawn('npm', args, { stdio, env, shell: true });
  let said = '';
  child.stderr?.on('data', (text) => (said += text));
  return new Promise((resolve) => child.on('close', (code, signal) => resolve({ code, signal, said })));
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
