import { ConfigError, readConfig } from '../api/platform/config/config.ts';
import { DatabaseError } from '../api/platform/db/database.ts';
import { createLog } from '../api/platform/log.ts';
import { UsageError, readCommand, runCommand, usage } from './team-command.ts';
import { withDatabase } from './with-database.ts';

process.exitCode = await run(process.argv.slice(2));

/** `npm run team`: the exit code is 1 for what could not be done, 2 for what isn't a command. */
async function run(args: readonly string[]): Promise<number> {
  try {
    const command = readCommand(args);
    if (command.kind === 'help') {
      console.log(usage);
      return 0;
    }
    const config = readConfig(process.env);
    const { lines, ok } = await withDatabase(config, createLog(config.logLevel), (database) =>
      runCommand(database, command),
    );
    for (const line of lines) (ok ? console.log : console.error)(line);
    return ok ? 0 : 1;
  } catch (error) {
    return fail(error);
  }
}

/** What the person at the keyboard can put right is a sentence; anything else is a bug, and shown as one. */
function fail(error: unknown): number {
  if (error instanceof UsageError) {
    console.error(`${error.message}\n\n${usage}`);
    return 2;
  }
  if (error instanceof ConfigError || error instanceof DatabaseError) console.error(error.message);
  else console.error(error);
  return 1;
}
