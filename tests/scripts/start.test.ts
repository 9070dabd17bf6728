import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readConfig } from '../../api/platform/config/config.ts';
import { hashOfApp, hashOfSite, stampOfSite } from '../../scripts/build/sources.ts';
import { writeStamp } from '../../scripts/build/stamp.ts';
import { makeTemporaryFolder } from '../harness/databases.ts';
import { script, startProcess } from '../harness/processes.ts';

/** `npm start` or `npm run dev` where nothing has been built. */
function start(file: string, env: Readonly<Record<string, string>>) {
  const folder = makeTemporaryFolder();
  const own = { PATH: process.env['PATH'], DATA_DIR: path.join(folder, 'data'), SITE_DIR: path.join(folder, 'site') };
  const started = startProcess(script(file), { ...own, ...env });
  onTestFinished(() => void started.child.kill('SIGKILL'));
  return started;
}

/** The process that this one has started to run a script. */
const childOf = (pid: number, file: string) =>
  vi.waitFor(
    () => {
      const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
      const isIt = child !== undefined && readFileSync(`/proc/${child}/cmdline`, 'utf8').includes(file);
      return isIt ? Number(child) : Promise.reject(new Error('not yet'));
    },
    { timeout: 60_000 },
  );

/** A folder that counts as a site that is built of no funnel. */
function makeStampedSite() {
  const folder = makeTemporaryFolder();
  const env = { SITE_DIR: folder, FUNNELS_DIR: makeTemporaryFolder() };
  const { funnelsDirectory: funnelsDir, recordingsDirectory: recordingsDir, assetsUrl } = readConfig(env);
  writeStamp(stampOfSite(folder), hashOfSite({ funnelsDir, recordingsDir }, hashOfApp({ assetsUrl })));
  return env;
}

describe.skipIf(process.platform !== 'linux')('what takes memory before the site is served', () => {
  const hint = 'Close other programs, or give it more.\n';
  it.each([
    [
      'scripts/build.ts',
      () => ({}),
      `The build was ended by SIGKILL, probably for lack of memory: a build takes 900 MB. ${hint}`,
    ],
    [
      'scripts/migrate.ts',
      makeStampedSite,
      `The making of the database was ended by SIGKILL, probably for lack of memory: that takes 800 MB. ${hint}`,
    ],
  ])('is a process of its own, %s, and named where the system ends it', async (file, environment, sentence) => {
    const started = start('scripts/start.ts', { PORT: '0', ...environment() });
    process.kill(await childOf(started.child.pid!, file), 'SIGKILL');
    expect(await started.exited).toBe(1);
    expect(started.errors).toContain(sentence);
  });
});

it.each(['scripts/start.ts', 'scripts/dev.ts'])(
  '%s says that its port is in use before any work',
  { timeout: 120_000 },
  async (file) => {
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await new Promise((resolve) => other.once('listening', resolve));
    const started = start(file, { PORT: String((other.address() as AddressInfo).port) });
    expect(await started.exited).toBe(1);
    expect(started.errors).toMatch(
      /^Port \d+ on 127\.0\.0\.1 is already in use\. Stop the program that uses it, or set PORT/,
    );
    expect(started.output).toBe('');
  },
);

it('each command of a fresh clone installs first what it needs', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  // These install by themselves, need nothing, or begin with another command of the project.
  const others = ['start', 'funnel', 'migrate', 'house', 'build:storybook', 'docs:pictures'];
  const commands = Object.keys(scripts).filter((name) => !name.startsWith('pre') && !others.includes(name));
  expect(commands.filter((name) => scripts[`pre${name}`] !== 'node scripts/ensure.mjs')).toEqual([]);
});
