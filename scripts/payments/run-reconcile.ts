import type { Config } from '../../api/config.ts';
import { enqueueMail } from '../../api/emails/mail.ts';
import type { Log } from '../../api/log.ts';
import { reconcile } from '../../api/payments/events/reconcile.ts';
import { createSync } from '../../api/payments/sync/create-sync.ts';
import { describeReconciliation } from './describe-reconciliation.ts';
import { stripeOf } from './stripe-of.ts';
import { withDatabase } from '../with-database.ts';

interface ReconcileRequest {
  readonly days: number | null;
  readonly all: boolean;
}

interface Outcome {
  readonly lines: readonly string[];
  /** Everybody could be looked at. */
  readonly complete: boolean;
}

const dayMilliseconds = 86_400_000;

/** Puts right what Stripe and the database disagree on. Mails that follow from it are sent by the server. */
export async function runReconcile(config: Config, log: Log, { days, all }: ReconcileRequest): Promise<Outcome> {
  const stripe = stripeOf(config);
  const since = days === null ? {} : { since: new Date(Date.now() - days * dayMilliseconds) };
  const result = await withDatabase(config, log, (database) => {
    const sync = createSync({ database, stripe, enqueueMail, wakeWorker: () => undefined, log });
    return reconcile({ database, stripe, sync }, { all, ...since });
  });
  return { lines: describeReconciliation(result), complete: result.failures.length === 0 };
}
