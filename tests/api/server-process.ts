import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

const command = [process.execPath, '--import', 'tsx', 'scripts/serve.ts'];

/** The server as a process of its own, as `npm start` runs it or by another command, killed after the test. */
export function startServer(environment: Record<string, string>, [program = '', ...args] = command) {
  const child = spawn(program, args, {
    env: { PATH: process.env['PATH'], PORT: '0', NODE_ENV: 'test', DATA_DIR: temporaryFolder(), ...environment },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const server = {
    child,
    output: '',
    errors: '',
    exited: Promise.resolve<number | null>(null),
    ready: Promise.resolve(0),
  };
  server.exited = new Promise((resolve) => child.once('close', (code) => resolve(code)));
  child.stderr.on('data', (chunk) => (server.errors += String(chunk)));
  server.ready = new Promise((resolve) => {
    child.stdout.on('data', (chunk) => {
      server.output += String(chunk);
      const port = /is ready: http:\/\/127\.0\.0\.1:(\d+)\n/.exec(server.output)?.[1];
      if (port) resolve(Number(port));
    });
  });
  return server;
}

function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'still-waters-process-'));
}
