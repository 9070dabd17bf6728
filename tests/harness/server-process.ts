import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** The server as a process of its own. */
export interface ApiProcess {
  readonly url: string;
  readonly pid: number;
  /** What it printed on standard error. */
  readonly errors: () => string;
  /** Whether the process still lives. */
  readonly lives: () => boolean;
  /** Resident memory now, in MB. */
  readonly megabytes: () => number;
  /** Ends it with this signal; resolves when it is gone. */
  readonly kill: (signal: 'SIGKILL' | 'SIGTERM') => Promise<void>;
}

/** A proof that fails leaves no server behind. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts `scripts/serve.ts` on the built site and any free port; rejects with its errors when it does not get ready. */
export async function startApi(environment: Readonly<Record<string, string>>): Promise<ApiProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/serve.ts'], {
    env: { ...process.env, NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'error', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += String(chunk)));
  running.add(child);
  child.once('exit', () => running.delete(child));
  const url = await readyUrl(child, () => errors);
  return {
    url,
    pid: child.pid!,
    errors: () => errors,
    lives: () => child.exitCode === null && child.signalCode === null,
    megabytes: () => residentMegabytes(child.pid!),
    kill: async (signal) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill(signal);
      await gone;
    },
  };
}

const startMilliseconds = 60_000;

async function readyUrl(child: ChildProcess, errors: () => string): Promise<string> {
  const url = new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout!.on('data', (chunk) => {
      output += String(chunk);
      const found = /is ready: (http:\/\/\S+)/.exec(output)?.[1];
      if (found) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`The server ended with ${code} before it was ready:\n${errors()}`)));
  });
  const late = sleep(startMilliseconds, undefined, { ref: false }).then(() => {
    throw new Error(`The server was not ready after ${startMilliseconds / 1000} s:\n${errors()}`);
  });
  return Promise.race([url, late]);
}

function residentMegabytes(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}
