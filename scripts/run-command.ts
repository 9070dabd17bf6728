import { spawn } from 'node:child_process';
import { delimiter, resolve } from 'node:path';

/** What a terminal or a supervisor sends to end a process. */
export const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs a command with these variables beside those of this process, and passes signals on to it. Programs of
 * node_modules/.bin are found by their name. Resolves with its exit code when it has ended.
 */
export function runCommand([command = '', ...args]: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const PATH = `${resolve('node_modules/.bin')}${delimiter}${process.env['PATH'] ?? ''}`;
  const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, PATH, ...env } });
  for (const signal of endSignals) process.on(signal, () => child.kill(signal));
  return new Promise((finish) => {
    child.on('error', (error) => {
      console.error(`${command} can't be run: ${error.message}`);
      finish(1);
    });
    child.on('exit', (code, signal) => {
      if (signal !== null) console.error(`${command} was ended by ${signal}.`);
      finish(code ?? 1);
    });
  });
}
