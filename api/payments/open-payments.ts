import { join } from 'node:path';
import type { Config } from '../platform/config/config.ts';
import { isLiveKey, type StripePages, type StripeSettings } from '../platform/config/stripe.ts';
import type { Funnels } from '../funnels/published.ts';
import type { ManifestPlan } from './plan.ts';
import { enqueueEmail } from '../emails/requests.ts';
import type { Log } from '../platform/log.ts';
import { createPortals, type Portals } from './portal-configurations.ts';
import { createPrices, type Prices } from './prices.ts';
import type { CreateStandIn, StandIn } from './stand-in.ts';
import { createStripeSource, type StripeSource } from './stripe.ts';
import { createSync, type Sync } from './sync/create-sync.ts';
import type { Database } from '../platform/db/database.ts';
import type { RateLimits } from '../platform/http/rate-limits.ts';
import { localUrlOf, type ServerAddress } from '../platform/http/lifecycle.ts';

interface OpenPaymentsDependencies {
  readonly config: Pick<Config, 'mode' | 'stripe' | 'stripePages' | 'dataDirectory'>;
  readonly database: Database;
  readonly address: ServerAddress;
  /** All plans and offers in all currencies. */
  readonly plans: readonly ManifestPlan[];
  readonly wakeWorker: () => void;
  /** What the stand-in's secrets are made of: letters and digits that can't be guessed. */
  readonly developmentToken: string;
  readonly log: Log;
  /** Loads what serves Stripe's API where there is no key. */
  readonly loadStandIn: () => Promise<CreateStandIn>;
}

/** Stripe, or what stands in for it, and what works on it. */
export interface Payments {
  /** Ask for them once the server listens: a stand-in is at its own address. */
  readonly settings: () => StripeSettings;
  readonly stripe: StripeSource;
  readonly prices: Prices;
  readonly portals: Portals;
  readonly pages: StripePages;
  readonly sync: Sync;
  /** Null: not in this process. */
  readonly standIn: StandIn | null;
}

/**
 * Outside production a process without a key serves a stand-in for Stripe, and asks it as it would ask Stripe. Throws a
 * `StandInStateError` where the state that the stand-in has saved can't be used.
 */
export async function openPayments(parts: OpenPaymentsDependencies): Promise<Payments> {
  const { config, address, developmentToken } = parts;
  const settings = () => config.stripe ?? { ...standInSecrets(developmentToken), apiUrl: localUrlOf(address) };
  const stripe = createStripeSource(settings);
  const prices = createPrices(stripe);
  return {
    settings,
    stripe,
    pages: config.stripePages,
    prices,
    portals: createPortals(stripe, { prices, plans: parts.plans }),
    sync: createSync({ ...parts, stripe, enqueueEmail, isLive: () => isLiveKey(settings().secretKey) }),
    standIn: await openStandIn(parts),
  };
}

function standInSecrets(token: string): Pick<StripeSettings, 'secretKey' | 'webhookSecret'> {
  return { secretKey: `sk_test_${token}`, webhookSecret: `whsec_${token}` };
}

async function openStandIn(parts: OpenPaymentsDependencies): Promise<StandIn | null> {
  const { config, address, developmentToken, log } = parts;
  if (config.stripe !== null || config.mode === 'production') return null;
  const createStandIn = await parts.loadStandIn();
  return createStandIn({
    ...standInSecrets(developmentToken),
    webhookUrl: () => `${localUrlOf(address)}/api/webhooks/stripe/`,
    origin: () => localUrlOf(address),
    file: join(config.dataDirectory, 'stripe-stand-in.json'),
    log,
  });
}

/** All that the calls about payments need from outside. */
export interface PaymentDependencies extends Pick<Payments, 'stripe' | 'prices' | 'portals' | 'pages' | 'sync'> {
  readonly database: Database;
  readonly rateLimits: RateLimits;
  /** All plans and offers in all currencies. */
  readonly plans: readonly ManifestPlan[];
  readonly funnels: Funnels;
  /** Origin that Stripe sends people back to, such as `https://example.com`. */
  readonly siteUrl: () => string;
  readonly log: Log;
  /** How long a status waits for Stripe before it answers what is known; default: 8 seconds. */
  readonly statusTimeoutMilliseconds?: number;
}
