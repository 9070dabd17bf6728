import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeTemporaryFolder } from '../harness/databases.ts';
import { startProcess } from '../harness/processes.ts';
import { runStages, secondsLeft, type Stages } from '../run-stages.ts';

const stage = (code: string, more: object = {}) => ({
  about: '',
  seconds: 60,
  command: [process.execPath, '-e', code],
  ...more,
});

const none = () => 0;

describe('while stages run', () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('a line each ten seconds says which, how many are done and how long the rest takes', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const lines: string[] = [];
    vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(String(line)));
    const go = path.join(makeTemporaryFolder(), 'go');
    const wait = `console.log(' ✓ one'); setInterval(() => require('node:fs').existsSync('${go}') && process.exit(), 20)`;
    const finished = runStages({
      first: stage(''),
      second: stage(wait, { after: ['first'] }),
      last: stage('', { after: ['second'] }),
    });
    await vi.waitFor(() => expect(lines).toContain('── second: started'), { timeout: 60_000 });
    await vi.waitFor(
      () => {
        vi.advanceTimersByTime(10_000);
        expect(lines.at(-1)).toMatch(/^── 0:\d\d {2}second \(1 ✓\) · 1 of 3 stages done · less than a minute left$/);
      },
      { timeout: 60_000 },
    );
    writeFileSync(go, '');
    expect(await finished).toBe(0);
    expect(lines.join('\n')).toMatch(/── summary\n(?:passed +\d+ s {2}\w+\n){3} +\d+ s {2}in all: 3 passed$/);
  });

  it('the rest takes as long as its longest chain, or all cores for all of it, at the pace so far', () => {
    const stages: Stages = { one: stage(''), two: stage('', { after: ['one'] }), three: stage('', { after: ['two'] }) };
    expect(secondsLeft(stages, [], none)).toBe(180);
    expect(secondsLeft(stages, [], (name) => (name === 'one' ? 20 : 0))).toBe(160);
    expect(secondsLeft(stages, [], (name) => (name === 'one' ? 90 : 0))).toBe(125);
    expect(secondsLeft(stages, [{ stage: 'one', seconds: 120 }], none)).toBe(240);
  });
});

/** A program that leaves a file in the temporary folder, starts a server that ends by no signal, and waits. */
const stubborn = `
  require('node:fs').writeFileSync(process.env.TMPDIR + '/left', '');
  require('node:child_process').spawn(process.execPath, ['-e', process.env.SERVER_CODE], { stdio: 'ignore' });
  setInterval(() => {}, 1000);
`;
const server = `
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
  const server = require('node:net').createServer().listen(0, '127.0.0.1', () =>
    require('node:fs').writeFileSync(process.env.PORT_FILE, String(server.address().port)));
`;

/** Whether a server listens on this port. */
const listens = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1').once('error', () => resolve(false));
    socket.once('connect', () => resolve(socket.destroy() && true));
  });

describe.each(['SIGINT', 'SIGHUP', 'SIGTERM'] as const)('after %s', (signal) => {
  it('no server is left, and nothing in the temporary folder', async () => {
    const [folder, temporary] = [makeTemporaryFolder(), makeTemporaryFolder()];
    const main = path.join(folder, 'main.mts');
    writeFileSync(
      main,
      `import { runStages } from '${path.resolve('tests/run-stages.ts')}';
       import { withTemporaryFolder } from '${path.resolve('tests/tasks.ts')}';
       const stages = ${JSON.stringify({ one: stage(stubborn), later: stage('', { after: ['one'] }) })};
       process.exitCode = await withTemporaryFolder(() => runStages(stages));`,
    );
    const file = path.join(folder, 'port');
    const env = { PATH: process.env['PATH'], TMPDIR: temporary, SERVER_CODE: server, PORT_FILE: file };
    const run = startProcess([process.execPath, '--import', 'tsx', main], env);
    const readPort = () => Number(readFileSync(file, 'utf8')) || Promise.reject(new Error('not yet'));
    const port = await vi.waitFor(readPort, { timeout: 60_000 });
    expect(await listens(port)).toBe(true);
    run.child.kill(signal);
    expect(await run.exited).toBeGreaterThan(128);
    expect(run.output).not.toContain('later: started');
    // The kernel takes a killed process away in its own time, which may be after the end of the one that killed it.
    await vi.waitFor(async () => expect(await listens(port)).toBe(false), { timeout: 60_000 });
    expect(readdirSync(temporary).filter((name) => !name.startsWith('tsx-'))).toEqual([]);
  });
});

it('no test listens on a port of its own choice: two clones can test at once', () => {
  const folders = ['e2e', 'bench', 'looks', 'site'].map((name) => path.join('tests', name));
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { encoding: 'utf8', recursive: true })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => path.join(folder, name)),
  );
  const fixed = ['playwright.config.ts', ...files].filter((file) =>
    /\bport\W{1,6}\d{4}|(?:127\.0\.0\.1|localhost):\d{4}/i.test(readFileSync(file, 'utf8')),
  );
  expect(fixed).toEqual([]);
});
