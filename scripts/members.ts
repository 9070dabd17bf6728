import { userInfo } from 'node:os';
import { ConfigError, readConfig } from '../api/platform/config/config.ts';
import { readOrMakeAuthSecret } from '../api/platform/data-directory.ts';
import { DatabaseError } from '../api/platform/db/database.ts';
import { createKeys } from '../api/platform/keys.ts';
import { createLog } from '../api/platform/log.ts';
import { isOfStripe, reasonOf } from '../api/payments/stripe.ts';
import { createSupport } from './members/commands.ts';
import { readCommand, usage, UsageError } from './members/read-command.ts';
import { stripeOf } from './payments/commands.ts';
import { withDatabase } from './with-database.ts';

process.exitCode = await run(process.argv.slice(2));

/** `npm run members`: the exit code is 1 for what could not be done, 2 for what isn't a command. */
async function run(args: readonly string[]): Promise<number> {
  try {
    const command = readCommand(args, userInfo().username);
    if (command.kind === 'help') {
      console.log(usage);
      return 0;
    }
    const config = readConfig(process.env);
    const log = createLog(config.logLevel);
    const keys = createKeys(...(config.authSecrets ?? [await readOrMakeAuthSecret(config.dataDirectory)]));
    // A look at an account needs no Stripe.
    const stripe = async () => stripeOf(config)();
    const { lines, ok } = await withDatabase(config, log, (database) =>
      createSupport({ database, stripe, keys, log }).run(command),
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
  if (isOfStripe(error)) console.error(`Stripe did not do it: ${reasonOf(error)}.`);
  else if (error instanceof ConfigError || error instanceof DatabaseError) console.error(error.message);
  else console.error(error);
  return 1;
}
