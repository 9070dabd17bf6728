import { endSignals, runCommand } from '../run-command.ts';
import { startPostgres } from './start-postgres.ts';

/**
 * Runs the command and resolves with its exit code. It finds in `TEST_DATABASE_URL` a superuser's URL of a PostgreSQL
 * that is removed afterwards. A server that the variable names already is used as it is. After `--no-fsync`, commits don't
 * wait for the disk: for tests, not for what is measured.
 */
export async function withPostgres(given: readonly string[]): Promise<number> {
  const waitsForDisk = given[0] !== '--no-fsync';
  const command = waitsForDisk ? given : given.slice(1);
  if (process.env['TEST_DATABASE_URL']) return runCommand(command, {});
  // From now on a signal ends the command, or keeps it from being run: never this process before its server is gone.
  let isEnded = false;
  for (const signal of endSignals) process.on(signal, () => (isEnded = true));
  const postgres = await startPostgres({ waitsForDisk });
  try {
    return isEnded ? 1 : await runCommand(command, { TEST_DATABASE_URL: postgres.url });
  } finally {
    await postgres.remove();
  }
}
