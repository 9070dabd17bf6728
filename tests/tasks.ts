import { spawn, type StdioOptions } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';

/** A command of the project, with what it runs in. */
export interface Task {
  /** One line for the list of tasks. */
  readonly about: string;
  /** The program and its arguments; programs of node_modules/.bin are found by their name. */
  readonly command: readonly string[];
  /**
   * Provided for the command: the built site, Chromium, a PostgreSQL of its own. `postgres-no-fsync` doesn't wait for the
   * disk: for tests, not for what is measured.
   */
  readonly needs?: readonly Need[];
  readonly env?: Readonly<Record<string, string>>;
}

type Need = 'build' | keyof typeof providers;

export type Tasks = Readonly<Record<string, Task>>;

const providers = {
  chromium: ['node', 'scripts/with-chromium.mjs'],
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

/** Runs a task with further arguments and resolves with its exit code. Its output goes to this process, or to `print`. */
export function runTask(task: Task, args: readonly string[] = [], print?: (text: Buffer) => void): Promise<number> {
  const around = (task.needs ?? []).flatMap((need) => (need === 'build' ? [] : providers[need]));
  const [name = '', ...rest] = [...around, ...task.command, ...args];
  const stdio: StdioOptions = print ? ['ignore', 'pipe', 'pipe'] : 'inherit';
  const PATH = `${resolve('node_modules/.bin')}${delimiter}${process.env['PATH'] ?? ''}`;
  const child = spawn(name, rest, { stdio, env: { ...process.env, PATH, ...task.env } });
  for (const stream of [child.stdout, child.stderr]) if (print) stream?.on('data', print);
  return new Promise((resolveCode) => {
    child.on('error', (error) => {
      console.error(`${name} can't be run: ${error.message}`);
      resolveCode(1);
    });
    child.on('close', (code) => resolveCode(code ?? 1));
  });
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

/** Its temporary files are removed, unless it fails: then they stay for whoever looks for the cause. */
async function runWithBuild(task: Task, args: readonly string[] = []): Promise<number> {
  const built = task.needs?.includes('build') ? await runTask(build) : 0;
  if (built !== 0) return built;
  const temporary = mkdtempSync(join(tmpdir(), 'task-'));
  chmodSync(temporary, 0o755); // PostgreSQL runs as a user of its own
  const code = await runTask({ ...task, env: { ...task.env, TMPDIR: temporary } }, args);
  if (code === 0) rmSync(temporary, { recursive: true, force: true, maxRetries: 3 });
  else console.log(`What it left behind is in ${temporary}`);
  return code;
}

async function runInTurn(script: string, tasks: Tasks): Promise<boolean> {
  const failed: string[] = [];
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
