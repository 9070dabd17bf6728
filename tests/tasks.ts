import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endSignals } from '../scripts/run-command.ts';
import { type ProgramName, sayMissing } from './proofs/programs.ts';

/** A command of the project, with what it runs in. */
export interface Task {
  /** One line for the list of tasks. */
  readonly about: string;
  /** The program and its arguments; programs of node_modules/.bin are found by their name. */
  readonly command: readonly string[];
  /**
   * Provided for the command: the built site, Chromium, Firefox and WebKit, a PostgreSQL of its own. `postgres-no-fsync` doesn't wait for the
   * disk: for tests, not for what is measured.
   */
  readonly needs?: readonly Need[];
  /** Programs of others that have to be on this machine. */
  readonly programs?: readonly ProgramName[];
  readonly env?: Readonly<Record<string, string>>;
}

type Need = 'build' | keyof typeof providers;

export type Tasks = Readonly<Record<string, Task>>;

const providers = {
  chromium: ['node', 'scripts/with-chromium.mjs'],
  engines: ['node', 'scripts/with-engines.mjs'],
  postgres: ['node', 'scripts/with-postgres.mjs'],
  'postgres-no-fsync': ['node', 'scripts/with-postgres.mjs', '--no-fsync'],
} as const;

/** A TypeScript program of the project, as the command of a task. */
export const program = (file: string, ...args: readonly string[]): readonly string[] => [
  'node',
  '--import',
  'tsx',
  file,
  ...args,
];

const build: Task = { about: '', command: program('scripts/build.ts') };

/** The tasks that run; each leads a group of processes of its own, which a signal reaches as a whole. */
const running = new Set<ChildProcess>();
/** A terminal was closed, or somebody has pressed Ctrl-C. */
let isStopping = false;

/**
 * Runs a task with further arguments and resolves with its exit code. Its output goes to this process, or to `print`.
 * Doesn't resolve any more once a signal has ended all of them.
 */
export function runTask(task: Task, args: readonly string[] = [], print?: (text: Buffer) => void): Promise<number> {
  const around = (task.needs ?? []).flatMap((need) => (need === 'build' ? [] : providers[need]));
  const [name = '', ...rest] = [...around, ...task.command, ...args];
  const stdio: StdioOptions = print ? ['ignore', 'pipe', 'pipe'] : 'inherit';
  const PATH = `${resolve('node_modules/.bin')}${delimiter}${process.env['PATH'] ?? ''}`;
  const child = spawn(name, rest, { stdio, detached: hasGroups, env: { ...process.env, PATH, ...task.env } });
  running.add(child);
  for (const stream of [child.stdout, child.stderr]) if (print) stream?.on('data', print);
  return new Promise((resolveCode) => {
    const end = (code: number) => {
      running.delete(child);
      if (!isStopping) resolveCode(code);
    };
    child.on('error', (error) => {
      console.error(`${name} can't be run: ${error.message}`);
      end(1);
    });
    child.on('close', (code, signal) => {
      if (signal !== null && !isStopping)
        (print ?? process.stderr.write.bind(process.stderr))(Buffer.from(`${name} was ended by ${signal}.\n`));
      end(code ?? 1);
    });
  });
}

/** Windows has no groups of processes: there a console sends Ctrl-C to each of its programs. */
const hasGroups = process.platform !== 'win32';

/** How long tasks that were asked to end may take, as for stopping servers of their own. */
const endMilliseconds = 10_000;

/** Ends all tasks with the processes that they have started. */
async function endTasks(): Promise<void> {
  isStopping = true;
  const children = [...running];
  const ended = Promise.all(children.map((child) => once(child, 'close')));
  for (const child of children) signalGroup(child, 'SIGINT');
  await Promise.race([ended, sleep(endMilliseconds)]);
  for (const child of children) signalGroup(child, 'SIGKILL');
}

function signalGroup({ pid }: ChildProcess, signal: 'SIGINT' | 'SIGKILL'): void {
  if (pid === undefined || !hasGroups) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // All of them have ended.
  }
}

interface TemporaryFolderOptions {
  /** Whether the folder stays where the work resolves to anything but 0, to look for the cause. Default: false. */
  readonly keepsFailed?: boolean;
}

/**
 * Runs work that resolves with an exit code; what it and its tasks leave in temporary folders goes with it. Ctrl-C and the
 * end of the terminal end it, its tasks and this process, and leave no folder and no server behind; a second Ctrl-C
 * doesn't wait for anything.
 */
export async function withTemporaryFolder(
  work: () => Promise<number>,
  { keepsFailed = false }: TemporaryFolderOptions = {},
): Promise<number> {
  const outer = tmpdir();
  const folder = mkdtempSync(join(outer, 'npm-run-'));
  chmodSync(folder, 0o755); // PostgreSQL runs as a user of its own
  process.env['TMPDIR'] = folder;
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  const stop = async (signal: NodeJS.Signals) => {
    // A terminal that is closed takes no more lines.
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
    if (!isStopping) {
      console.log('\nStopping …');
      await endTasks();
    }
    remove();
    process.exit(128 + constants.signals[signal]);
  };
  for (const signal of endSignals) process.on(signal, stop);
  const code = await work();
  for (const signal of endSignals) process.off(signal, stop);
  process.env['TMPDIR'] = outer;
  if (code !== 0 && keepsFailed) console.log(`What it left behind is in ${folder}`);
  else remove();
  return code;
}

/**
 * Runs the task that the command line names, with the arguments after it; lists all of them without a name; with `all`,
 * runs one after another and says which failed. Sets the exit code.
 */
export async function runNamedTask(script: string, tasks: Tasks): Promise<void> {
  const [name, ...args] = process.argv.slice(2);
  const list = `${listTasks(`npm run ${script}`, tasks)}\n\nWith "all", one after another.`;
  if (name === undefined) return console.log(list);
  if (name === 'all') {
    process.exitCode = (await runInTurn(script, tasks)) ? 0 : 1;
  } else if (tasks[name]) {
    process.exitCode = await runWithBuild(tasks[name], args);
  } else {
    console.error(`There is no "${name}".\n\n${list}`);
    process.exitCode = 1;
  }
}

/** Runs nothing, and says so, where a program is missing. Its temporary files stay if it fails, to look for the cause. */
async function runWithBuild(task: Task, args: readonly string[] = []): Promise<number> {
  const missing = sayMissing(task.programs ?? []);
  if (missing !== null) {
    console.error(missing);
    return 1;
  }
  const built = task.needs?.includes('build') ? await runTask(build) : 0;
  return built !== 0 ? built : withTemporaryFolder(() => runTask(task, args), { keepsFailed: true });
}

async function runInTurn(script: string, tasks: Tasks): Promise<boolean> {
  const failed: string[] = [];
  const missing = Object.entries(tasks).flatMap(([name, { programs = [] }]) => {
    const said = sayMissing(programs);
    return said === null ? [] : [`${name} will fail. ${said}`];
  });
  if (missing.length > 0) console.error(missing.join('\n'));
  for (const [name, task] of Object.entries(tasks)) {
    console.log(`\n── npm run ${script} -- ${name}`);
    if ((await runWithBuild(task)) !== 0) failed.push(name);
  }
  console.log(failed.length === 0 ? '\nAll hold.' : `\nFailed: ${failed.join(', ')}`);
  return failed.length === 0;
}

/** A line for each task, with the command that runs it. */
export function listTasks(command: string, tasks: Tasks): string {
  const width = Math.max(...Object.keys(tasks).map((name) => name.length));
  return Object.entries(tasks)
    .map(([name, { about }]) => `${command} -- ${name.padEnd(width)}  ${about}`)
    .join('\n');
}
