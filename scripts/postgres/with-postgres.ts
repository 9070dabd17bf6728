import { spawn } from 'node:child_process';
import { delimiter, resolve } from 'node:path';
import { startPostgres } from './start-postgres.ts';

/**
 * Runs the command and resolves with its exit code. It finds in `TEST_DATABASE_URL` a superuser's URL of a PostgreSQL
 * that is removed afterwards. A server that the variable names already is used as it is. After `--no-fsync`, commits don't
 * wait for the disk: for tests, not for what is measured.
 */
export async function withPostgres(given: readonly string[]): Promise<number> {
  const waitsForDisk = given[0] !== '--no-fsync';
  const command = waitsForDisk ? given : given.slice(1);
  if (process.env['TEST_DATABASE_URL']) return run(command, process.env['TEST_DATABASE_URL']);
  const postgres = await startPostgres({ waitsForDisk });
  try {
    return await run(command, postgres.url);
  } finally {
    await postgres.remove();
  }
}

function run([command = '', ...args]: readonly string[], url: string): Promise<number> {
  const path = `${resolve('node_modules/.bin')}${delimiter}${process.env['PATH'] ?? ''}`;
  const env = { ...process.env, PATH: path, TEST_DATABASE_URL: url };
  const child = spawn(command, args, { stdio: 'inherit', env });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  return new Promise((finish) => {
    child.on('error', (error) => {
      console.error(`${command} can't be run: ${error.message}`);
      finish(1);
    });
    child.on('exit', (code) => finish(code ?? 1));
  });
}
