import { readConfig } from '../api/platform/config/config.ts';
import { createLog } from '../api/platform/log.ts';
import { readTeamCommand, runTeamCommand, teamUsage } from './team-command.ts';
import { printError, printLine } from './print.ts';
import { runAtTerminal } from './terminal.ts';
import { withDatabase } from './with-database.ts';

process.exitCode = await runAtTerminal(teamUsage, () => run(process.argv.slice(2)));

/** `npm run team`: the exit code is 1 for what could not be done. */
async function run(args: readonly string[]): Promise<number> {
  const command = readTeamCommand(args);
  if (command.kind === 'help') {
    console.log(teamUsage);
    return 0;
  }
  const config = readConfig(process.env);
  const { lines, ok } = await withDatabase(config, createLog(config.logLevel), (database) =>
    runTeamCommand(database, command),
  );
  for (const line of lines) (ok ? printLine : printError)(line);
  return ok ? 0 : 1;
}
