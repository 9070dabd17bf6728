import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildServer } from '../../scripts/build/server.mjs';

/** A program of the project as a process of its own. It ends with this process at the latest. */
export interface RunningProcess {
  readonly child: ChildProcess;
  /** What it has printed so far on standard output, and on standard error. */
  readonly output: string;
  readonly errors: string;
  /** The address where it says that it is ready; rejects with its errors if it ends before, or isn't ready in ten minutes. */
  readonly ready: Promise<string>;
  readonly exited: Promise<number | null>;
  readonly isAlive: boolean;
  /** Resident memory now, in MB. */
  readonly megabytes: number;
  /** Ends it with this signal; resolves when it is gone. */
  readonly kill: (signal: 'SIGKILL' | 'SIGTERM') => Promise<void>;
}

/** Resident memory of a process now. */
export function megabytesOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** A script of the project, as a command. */
export const script = (file: string): readonly string[] => [process.execPath, '--import', 'tsx', file];

/** The server that a build has compiled, as a command. */
export const compiledServer: readonly string[] = [process.execPath, 'dist/server/main.mjs'];

/** The same after it is compiled as its sources are now. */
export async function serveCommand(): Promise<readonly string[]> {
  await buildServer();
  return compiledServer;
}

/** Starts a command with exactly these variables in its environment, in this folder or another one. */
export function startProcess(
  [program = '', ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
  cwd?: string,
): RunningProcess {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'], ...(cwd !== undefined && { cwd }) });
  running.add(child);
  const printed = { output: '', errors: '' };
  child.stdout.on('data', (chunk) => (printed.output += String(chunk)));
  child.stderr.on('data', (chunk) => (printed.errors += String(chunk)));
  const exited = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  void exited.then(() => running.delete(child));
  const ready = waitForUrl(child, exited, printed);
  ready.catch(() => undefined); // of no interest to callers that only wait for the end
  return {
    child,
    get output() {
      return printed.output;
    },
    get errors() {
      return printed.errors;
    },
    ready,
    exited,
    get isAlive() {
      return child.exitCode === null && child.signalCode === null;
    },
    get megabytes() {
      return megabytesOf(child.pid!);
    },
    async kill(signal) {
      child.kill(signal);
      await exited;
    },
  };
}

/** A busy machine fails no test. */
const startMilliseconds = 600_000;

function waitForUrl(
  child: ChildProcess,
  exited: Promise<number | null>,
  printed: { readonly output: string; readonly errors: string },
): Promise<string> {
  const url = new Promise<string>((resolve) => {
    child.stdout!.on('data', () => {
      const found = /is ready: (http:\/\/\S+)\n/.exec(printed.output)?.[1];
      if (found) resolve(found);
    });
  });
  const ended = exited.then((code) => {
    throw new Error(`The server ended with ${code} before it was ready:\n${printed.errors}`);
  });
  const late = sleep(startMilliseconds, undefined, { ref: false }).then(() => {
    throw new Error(`The server was not ready after ${startMilliseconds / 1000} s:\n${printed.errors}`);
  });
  return Promise.race([url, ended, late]);
}

/** A server that is ready. */
export interface ApiProcess extends RunningProcess {
  readonly url: string;
}

/** Starts the compiled server on the built site and any free port; rejects with its errors when it does not get ready. */
export async function startApi(environment: Readonly<Record<string, string>>): Promise<ApiProcess> {
  const defaults = { NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'error' };
  const server = startProcess(await serveCommand(), { ...process.env, ...defaults, ...environment });
  return Object.assign(server, { url: await server.ready });
}
