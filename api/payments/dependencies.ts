import type { Database } from '../platform/db/database.ts';
import type { RateLimits } from '../platform/http/rate-limits.ts';
import type { Log } from '../log.ts';
import type { Plan } from './plan.ts';
import type { Prices } from './prices.ts';
import type { StripeSource } from './stripe.ts';
import type { Sync } from './sync.ts';

/** All that the calls about payments need from outside. */
export interface PaymentDependencies {
  readonly database: Database;
  readonly rateLimits: RateLimits;
  readonly stripe: StripeSource;
  readonly prices: Prices;
  readonly sync: Sync;
  /** What can be bought, in the order in which it is offered. */
  readonly plans: readonly Plan[];
  /** Origin that Stripe sends people back to, such as `https://example.com`. */
  readonly siteUrl: () => string;
  readonly log: Log;
  /** How long a status waits for Stripe before it tells what is known; default: 8 seconds. */
  readonly statusPatienceMilliseconds?: number;
}
