import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface RunningProcess {
  /** Everything it has printed so far. */
  readonly output: () => string;
  readonly exited: Promise<number | null>;
  readonly stop: () => Promise<void>;
}

const dataDirectory = mkdtempSync(path.join(tmpdir(), 'e2e-data-'));
process.once('exit', () => rmSync(dataDirectory, { recursive: true, force: true }));

/** Starts a script of the project with these variables in its environment, and a database for tests. */
export function run(script: string, env: Record<string, string>): RunningProcess {
  const child = spawn(process.execPath, ['--import', 'tsx', script], {
    env: { ...process.env, DATA_DIR: dataDirectory, ...env },
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  child.stderr.on('data', (chunk) => (output += String(chunk)));
  const exited = new Promise<number | null>((resolve) => child.on('exit', resolve));
  return {
    output: () => output,
    exited,
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** A copy of the project's funnels that a test may change. */
export function copyOfFunnels(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'funnels-'));
  cpSync('funnels', folder, { recursive: true });
  return folder;
}
