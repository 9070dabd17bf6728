import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { serveCommand, startProcess, type RunningProcess } from '../harness/processes.ts';

/** The server as a process of its own, or another command that starts it, killed after the test. */
export async function startServer(
  environment: Readonly<Record<string, string>>,
  command?: readonly string[],
): Promise<RunningProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'still-waters-process-'));
  const defaults = { PATH: process.env['PATH'], PORT: '0', NODE_ENV: 'test', DATA_DIR: folder };
  const server = startProcess(command ?? (await serveCommand()), { ...defaults, ...environment });
  onTestFinished(() => void server.child.kill('SIGKILL'));
  return server;
}

/** The port of a server that is ready. */
export const portOf = async (server: RunningProcess) => Number(new URL(await server.ready).port);
