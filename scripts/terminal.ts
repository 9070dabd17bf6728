import { ConfigError } from '../api/platform/config/config.ts';
import { DatabaseError } from '../api/platform/db/database.ts';
import { asStripeError, isOfStripe, stripeReason, StripeError } from '../api/payments/stripe.ts';
import { explainShortage } from '../api/platform/shortage.ts';
import { printError } from './print.ts';
import { SiteError } from '../api/platform/site/manifest.ts';

/** The command was not given as it has to be; the message says what is wrong. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/**
 * Runs a command of the terminal, which resolves to its exit code. What it throws is said on standard error: the code is
 * then 2 for what isn't a command, 1 for what could not be done.
 */
export async function runAtTerminal(usage: string, command: () => Promise<number>): Promise<number> {
  try {
    return await command();
  } catch (error) {
    if (error instanceof UsageError) {
      printError(`${error.message}\n\n${usage}`);
      return 2;
    }
    printError(explain(error));
    return 1;
  }
}

/** What the person at the keyboard can put right is a sentence; anything else is a bug, and shown as one. */
function explain(error: unknown): string {
  if (isOfStripe(error)) {
    const isAway = asStripeError(error) instanceof StripeError;
    return `Stripe ${isAway ? 'did not answer' : 'refused it'}: ${stripeReason(error)}.`;
  }
  const known = [ConfigError, DatabaseError, SiteError].some((kind) => error instanceof kind);
  const shortage = explainShortage(error);
  if (shortage !== null) return shortage;
  if (error instanceof Error) return known ? error.message : (error.stack ?? error.message);
  return String(error);
}
