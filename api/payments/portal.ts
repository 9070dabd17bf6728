import { createHash } from 'node:crypto';
import type { Stripe } from 'stripe';
import type { Language } from '../../schemas/api/values.ts';
import type { Plan } from '../platform/site/manifest.ts';
import { type Prices, productOf } from './prices.ts';
import { askAnew, asStripeError, type StripeSource } from './stripe.ts';

/** Stripe's customer portal, as it is set up for a language. */
export interface Portals {
  /** Resolves to the id of the configuration, which is made in Stripe, or brought up to date, where that is needed. */
  find(language: Language): Promise<string>;
}

interface PortalParts {
  readonly prices: Prices;
  /** All plans, then all offers. */
  readonly plans: readonly Plan[];
}

/** Each configuration is looked at once in the life of the process. */
export function createPortals(stripe: StripeSource, parts: PortalParts): Portals {
  const known = new Map<Language, Promise<string>>();
  return {
    find(language) {
      const found =
        known.get(language) ?? stripe().then(async (client) => (await keepPortal(client, parts, language)).id);
      known.set(language, found);
      found.catch(() => known.delete(language));
      return found;
    },
  };
}

/** What was done in Stripe to the portal of a language; `none`: it was as it should be. */
export interface PortalChange {
  readonly change: 'created' | 'updated' | 'none';
  readonly id: string;
  readonly language: Language;
}

/** Has the portal of a language be as it should. It names the plans in that language, so each has its own. */
export async function keepPortal(client: Stripe, parts: PortalParts, language: Language): Promise<PortalChange> {
  const features = describeFeatures(await productsIn(parts, language));
  // Stripe leaves the products out of what it lists: whether they are the same is seen by this.
  const version = createHash('sha256').update(JSON.stringify(features)).digest('hex').slice(0, 32);
  const metadata = { language, version };
  const { configurations } = client.billingPortal;
  try {
    return await askAnew(async (attempt) => {
      const { data } = await configurations.list({ active: true, limit: 100 });
      const found = data.find((each) => each.metadata?.['language'] === language);
      if (found?.metadata?.['version'] === version) return { change: 'none', id: found.id, language };
      const key = { idempotencyKey: `portal-${language}-${version}-${attempt}`, maxNetworkRetries: 0 };
      const { id } = found
        ? await configurations.update(found.id, { features, metadata })
        : await configurations.create({ features, metadata }, key);
      return { change: found ? 'updated' : 'created', id, language };
    });
  } catch (error) {
    throw asStripeError(error);
  }
}

type Product = Stripe.BillingPortal.ConfigurationCreateParams.Features.SubscriptionUpdate.Product;

/** Between what a subscription can change. */
async function productsIn({ prices, plans }: PortalParts, language: Language): Promise<readonly Product[]> {
  const renewing = plans.filter(({ months, offer }) => months !== null && offer === undefined);
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
      enabled: true,
      default_allowed_updates: ['price'],
      // What is left of the old plan is taken off the new one's price, and the rest is paid at once.
      proration_behavior: 'always_invoice',
      products: [...products],
    },
  };
}
