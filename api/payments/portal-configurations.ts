import { createHash } from 'node:crypto';
import type { Stripe } from 'stripe';
import { siteLocales } from '../../engine/model.ts';
import type { Language } from '../../schemas/api/values.ts';
import type { ManifestPlan } from './plan.ts';
import { type Prices, productOf } from './prices.ts';
import { askAnew, asStripeError, type StripeSource } from './stripe.ts';

/** Whom a portal is for: it names the plans in a language, and their prices in a currency. */
export interface PortalKind {
  readonly language: Language;
  /** ISO 4217. */
  readonly currency: string;
}

/** Stripe's customer portal, as it is set up for each kind. */
export interface Portals {
  /** Resolves to the id of the configuration, which is made in Stripe, or brought up to date, where that is needed. */
  find(kind: PortalKind): Promise<string>;
}

interface PortalDependencies {
  readonly prices: Prices;
  /** All plans and offers in all currencies. */
  readonly plans: readonly ManifestPlan[];
}

/** Each configuration is looked at once in the life of the process. */
export function createPortals(stripe: StripeSource, parts: PortalDependencies): Portals {
  const known = new Map<string, Promise<string>>();
  return {
    find(kind) {
      const key = `${kind.language} ${kind.currency}`;
      const found = known.get(key) ?? stripe().then(async (client) => (await ensurePortal(client, parts, kind)).id);
      known.set(key, found);
      found.catch(() => known.delete(key));
      return found;
    },
  };
}

/** Every kind of portal that there is a use for: one for each language and currency. */
export function portalKinds(plans: readonly ManifestPlan[]): readonly PortalKind[] {
  const currencies = [...new Set(plans.map(({ currency }) => currency))];
  return siteLocales.flatMap((language) => currencies.map((currency) => ({ language, currency })));
}

/** What was done in Stripe to a portal; `none`: it was as it should be. */
export interface PortalChange extends PortalKind {
  readonly change: 'created' | 'updated' | 'none';
  readonly id: string;
}

/** Creates a portal's configuration, or brings it up to date. */
export async function ensurePortal(client: Stripe, parts: PortalDependencies, kind: PortalKind): Promise<PortalChange> {
  const { language, currency } = kind;
  const features = describeFeatures(await productsIn(parts, kind));
  // Stripe leaves the products out of what it lists: whether they are the same is seen by this.
  const version = createHash('sha256').update(JSON.stringify(features)).digest('hex').slice(0, 32);
  const metadata = { language, currency, version };
  const { configurations } = client.billingPortal;
  // Those that name no currency were made while there was one.
  const isOfKind = ({ metadata: made }: Stripe.BillingPortal.Configuration) =>
    made?.['language'] === language && (made['currency'] ?? parts.plans[0]?.currency) === currency;
  try {
    return await askAnew(async (attempt) => {
      const { data } = await configurations.list({ active: true, limit: 100 });
      const found = data.find(isOfKind);
      if (found?.metadata?.['version'] === version) return { change: 'none', id: found.id, ...kind };
      const key = { idempotencyKey: `portal-${language}-${currency}-${version}-${attempt}`, maxNetworkRetries: 0 };
      const { id } = found
        ? await configurations.update(found.id, { features, metadata })
        : await configurations.create({ features, metadata }, key);
      return { change: found ? 'updated' : 'created', id, ...kind };
    });
  } catch (error) {
    throw asStripeError(error);
  }
}

type Product = Stripe.BillingPortal.ConfigurationCreateParams.Features.SubscriptionUpdate.Product;

/** Between what a subscription can change. */
async function productsIn(
  { prices, plans }: PortalDependencies,
  { language, currency }: PortalKind,
): Promise<readonly Product[]> {
  const priced = plans.filter((plan) => plan.currency === currency);
  const renewing = priced.filter(({ months, offer }) => months !== null && offer === undefined);
  return Promise.all(
    renewing.map(async (plan) => ({
      product: productOf({ plan, language }),
      prices: [await prices.find(plan, language)],
    })),
  );
}

/** Email and name are changed in the profile, and Stripe follows: here they would be overwritten. */
function describeFeatures(products: readonly Product[]): Stripe.BillingPortal.ConfigurationCreateParams.Features {
  return {
    customer_update: { enabled: true, allowed_updates: ['address', 'tax_id'] },
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
    subscription_cancel: {
      enabled: true,
      mode: 'at_period_end',
      proration_behavior: 'none',
      cancellation_reason: {
        enabled: true,
        options: ['too_expensive', 'unused', 'low_quality', 'missing_features', 'switched_service', 'other'],
      },
    },
    subscription_update: {
      // There are none in a currency that plans aren't sold in any more.
      enabled: products.length > 0,
      default_allowed_updates: ['price'],
      // The rest of the old plan is taken off the new one's price, and the rest is paid at once.
      proration_behavior: 'always_invoice',
      products: [...products],
    },
  };
}
