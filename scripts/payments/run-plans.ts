import type { Config } from '../../api/config.ts';
import { syncPlans, type PlanChange } from '../../api/payments/prices.ts';
import { readManifest } from '../../api/platform/site/read-manifest.ts';
import { stripeOf } from './stripe-of.ts';

/** Brings products and prices in Stripe in line with the plans of the built site; resolves to the lines to print. */
export async function runPlans(config: Config): Promise<readonly string[]> {
  const stripe = stripeOf(config);
  const { plans } = await readManifest(config.siteDirectory);
  const changes = await syncPlans(await stripe(), plans);
  return changes.length === 0 ? ['Stripe has every plan as it is here: nothing to do.'] : changes.map(describe);
}

function describe({ change, what, id, plan, lookupKey }: PlanChange): string {
  return `${change} ${what} ${id} of ${plan}${lookupKey === null ? '' : ` (${lookupKey})`}`;
}
