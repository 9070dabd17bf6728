import { userInfo } from 'node:os';
import { readConfig } from '../api/platform/config/config.ts';
import { isLiveKey } from '../api/platform/config/stripe.ts';
import { readOrMakeAuthSecret } from '../api/platform/data-directory.ts';
import { createKeys } from '../api/platform/keys.ts';
import { createLog } from '../api/platform/log.ts';
import { createSupport } from './members/commands.ts';
import { readMemberCommand, memberUsage } from './members/read-command.ts';
import { requireStripe } from './payments/commands.ts';
import { printError, printLine } from './print.ts';
import { runAtTerminal } from './terminal.ts';
import { withDatabase } from './with-database.ts';

process.exitCode = await runAtTerminal(memberUsage, () => run(process.argv.slice(2)));

/** `npm run members`: the exit code is 1 for what could not be done. */
async function run(args: readonly string[]): Promise<number> {
  const command = readMemberCommand(args, nameOfUser());
  if (command.kind === 'help') {
    console.log(memberUsage);
    return 0;
  }
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const keys = createKeys(...(config.authSecrets ?? [await readOrMakeAuthSecret(config.dataDirectory)]));
  // A look at an account needs no Stripe.
  const stripe = async () => requireStripe(config)();
  const isLive = () => isLiveKey(config.stripe?.secretKey ?? '');
  const { lines, ok } = await withDatabase(config, log, (database) =>
    createSupport({ database, stripe, isLive, keys, log }).run(command),
  );
  for (const line of lines) (ok ? printLine : printError)(line);
  return ok ? 0 : 1;
}

/** Null where the system has no name for the user, as in a container. */
function nameOfUser(): string | null {
  try {
    return userInfo().username;
  } catch {
    return null;
  }
}
