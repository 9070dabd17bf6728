import { type Config, ConfigError } from '../../api/platform/config/config.ts';
import { isLiveKey } from '../../api/platform/config/stripe.ts';
import { enqueueEmail } from '../../api/emails/requests.ts';
import type { Log } from '../../api/platform/log.ts';
import { reconcile, type Reconciliation } from '../../api/payments/events/reconcile.ts';
import { ensurePortal, portalKinds } from '../../api/payments/portal-configurations.ts';
import { createPrices, type PlanChange, syncPlans } from '../../api/payments/prices.ts';
import { createStripeSource, isOfStripe, stripeReason, type StripeSource } from '../../api/payments/stripe.ts';
import { createSync } from '../../api/payments/sync/create-sync.ts';
import { readBuildManifest } from '../../api/builds.ts';
import { withDatabase } from '../with-database.ts';

/** Brings products, prices and the customer portal in Stripe in line with the plans of the built site; resolves to the lines to print. */
export async function runPlans(config: Config): Promise<readonly string[]> {
  const stripe = requireStripe(config);
  const { plans } = await readBuildManifest(config.siteDirectory);
  const client = await stripe();
  const changes = (await syncPlans(client, plans)).map(describe);
  const parts = { plans, prices: createPrices(stripe) };
  for (const kind of portalKinds(plans)) {
    const { change, id, language, currency } = await ensurePortal(client, parts, kind);
    if (change !== 'none') changes.push(`${change} customer portal ${id} in ${language}, ${currency}`);
  }
  return changes.length === 0 ? ['Stripe has every plan as it is here: nothing to do.'] : changes;
}

function describe({ change, what, id, plan, lookupKey }: PlanChange): string {
  return `${change} ${what} ${id} of ${plan}${lookupKey === null ? '' : ` (${lookupKey})`}`;
}

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

/** Puts right what Stripe and the database disagree on. Emails that follow from it are sent by the server. */
export async function runReconcile(config: Config, log: Log, { days, all }: ReconcileRequest): Promise<Outcome> {
  const stripe = requireStripe(config);
  const since = days === null ? {} : { since: new Date(Date.now() - days * dayMilliseconds) };
  const result = await withDatabase(config, log, (database) => {
    const sync = createSync({
      database,
      stripe,
      enqueueEmail,
      isLive: () => isLiveKey(config.stripe?.secretKey ?? ''),
      wakeWorker: () => undefined,
      log,
    });
    return reconcile({ database, stripe, sync }, { all, ...since });
  });
  return { lines: describeReconciliation(result), complete: result.failures.length === 0 };
}

/** What differed and was put right, line by line, and at the end how many customers were looked at. */
export function describeReconciliation({ checked, otherMode, differences, failures }: Reconciliation): string[] {
  const customers = `${checked} ${checked === 1 ? 'customer' : 'customers'} looked at`;
  const count = `${differences.length} ${differences.length === 1 ? 'difference' : 'differences'} put right`;
  const ofTestMode = `${otherMode} made with a test key not counted`;
  return [
    ...differences.map(({ userId, what, before, after }) => `user ${userId}, ${what}: ${before} → ${after}`),
    ...failures.map(({ userId, error }) => `user ${userId} could not be looked at: ${describeFailure(error)}`),
    `${customers}, ${differences.length === 0 ? 'no differences' : count}${otherMode > 0 ? `, ${ofTestMode}` : ''}${failures.length > 0 ? `, ${failures.length} failed` : ''}.`,
  ];
}

function describeFailure(error: unknown): string {
  if (isOfStripe(error)) return stripeReason(error);
  return error instanceof Error ? error.message : String(error);
}

/** Stripe, as the environment says how it is reached. Throws a `ConfigError` where it says nothing. */
export function requireStripe({ stripe }: Pick<Config, 'stripe'>): StripeSource {
  if (stripe === null)
    throw new ConfigError(
      'STRIPE_SECRET_KEY is not set: set it and STRIPE_WEBHOOK_SECRET to those of your Stripe account. ' +
        'Where there is no key, the server has a stand-in, whose prices it makes by itself; ' +
        'docs/guide/payments.md says how to reach it while it runs.',
    );
  return createStripeSource(() => stripe);
}
