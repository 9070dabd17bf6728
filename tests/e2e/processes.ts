import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { script, startProcess, type RunningProcess } from '../harness/processes.ts';

const dataDirectory = mkdtempSync(path.join(tmpdir(), 'e2e-data-'));
process.once('exit', () => rmSync(dataDirectory, { recursive: true, force: true }));

/** Starts a script of the project with these variables in its environment, and a database for tests. */
export function run(file: string, env: Readonly<Record<string, string>>): RunningProcess {
  return startProcess(script(file), { ...process.env, DATA_DIR: dataDirectory, ...env });
}

/** Runs a command for authors on the same database. */
export function runFunnel(...args: readonly string[]): RunningProcess {
  return startProcess([...script('scripts/funnel.ts'), ...args], { ...process.env, DATA_DIR: dataDirectory });
}
