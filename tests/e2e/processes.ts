import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type RunningProcess, script, serveCommand, startProcess } from '../harness/processes.ts';

const dataDirectory = mkdtempSync(path.join(tmpdir(), 'e2e-data-'));
process.once('exit', () => rmSync(dataDirectory, { recursive: true, force: true }));

/** Starts a script of the project with these variables in its environment, and a database for tests. */
export function run(file: string, env: Readonly<Record<string, string>>): RunningProcess {
  return startProcess(script(file), { ...process.env, DATA_DIR: dataDirectory, ...env });
}

/** Starts the compiled server on a built site, with these variables, and a database for tests. */
export async function serve(env: Readonly<Record<string, string>>): Promise<RunningProcess> {
  return startProcess(await serveCommand(), { ...process.env, DATA_DIR: dataDirectory, ...env });
}

/** Runs a command for authors on the same database. */
export function runFunnel(...args: readonly string[]): RunningProcess {
  const command = [process.execPath, 'scripts/run-funnel.mjs', ...args];
  return startProcess(command, { ...process.env, DATA_DIR: dataDirectory });
}
