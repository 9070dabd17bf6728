import { ConfigError, readConfig } from '../api/platform/config/config.ts';
import { DatabaseError } from '../api/platform/db/database.ts';
import { createLog } from '../api/platform/log.ts';
import { asStripeError, isOfStripe, reasonOf, StripeError } from '../api/payments/stripe.ts';
import { SiteError } from '../api/platform/site/manifest.ts';
import { UsageError, readCommand, type Command, usage } from './payments/read-command.ts';

process.exitCode = await run(process.argv.slice(2));

/** Runs one command; the exit code is 1 for what could not be done, 2 for what isn't a command. */
async function run(args: readonly string[]): Promise<number> {
  try {
    return await runCommand(readCommand(args));
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(`${error.message}\n\n${usage}`);
      return 2;
    }
    console.error(explain(error));
    return 1;
  }
}

/** Loads only what the command needs. */
async function runCommand(command: Command): Promise<number> {
  if (command.kind === 'help') {
    console.log(usage);
    return 0;
  }
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  switch (command.kind) {
    case 'plans': {
      const { runPlans } = await import('./payments/commands.ts');
      for (const line of await runPlans(config)) console.log(line);
      return 0;
    }
    case 'reconcile': {
      const { runReconcile } = await import('./payments/commands.ts');
      const { lines, complete } = await runReconcile(config, log, command);
      for (const line of lines) console.log(line);
      return complete ? 0 : 1;
    }
    case 'report': {
      const { runReport } = await import('./payments/report.ts');
      console.log(await runReport(config, log, command));
      return 0;
    }
  }
}

/** What the person at the keyboard can put right is a sentence; anything else is a bug, and shown as one. */
function explain(error: unknown): string {
  if (isOfStripe(error)) {
    const isAway = asStripeError(error) instanceof StripeError;
    return `Stripe ${isAway ? 'did not answer' : 'refused it'}: ${reasonOf(error)}.`;
  }
  const known = [ConfigError, DatabaseError, SiteError].some((kind) => error instanceof kind);
  if (error instanceof Error) return known ? error.message : (error.stack ?? error.message);
  return String(error);
}
