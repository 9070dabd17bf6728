import type { Router } from 'express';
import { createAccountEndpoints, createAuthenticate } from './accounts/accounts.ts';
import type { Passwords } from './accounts/passwords.ts';
import { createAnalyticsEndpoints } from './analytics/endpoints.ts';
import type { AnalyticsSettings } from './platform/config/analytics.ts';
import { createContentEndpoints } from './content/content.ts';
import type { Database } from './platform/db/database.ts';
import { createEmailEndpoints, createUnsubscribeRedirect } from './emails/unsubscribe.ts';
import { enqueueMail } from './emails/requests.ts';
import { createEventEndpoints } from './events/events.ts';
import type { Authenticate, Endpoint } from './platform/http/handler.ts';
import { createRateLimits } from './platform/http/rate-limits.ts';
import type { Keys } from './keys.ts';
import type { Log } from './log.ts';
import type { Metrics } from './platform/metrics/metrics.ts';
import { createClosePages } from './payments/calls/checkout-page.ts';
import type { Payments } from './payments/open-payments.ts';
import { createPaymentEndpoints } from './payments/payments.ts';
import type { Plan } from './payments/prices.ts';
import { createReportEndpoints } from './reports/calls.ts';
import type { Funnels, FunnelWordsById } from './visits/funnels.ts';

interface CallParts {
  readonly database: Database;
  readonly keys: Keys;
  readonly passwords: Passwords;
  readonly funnels: Funnels;
  readonly funnelWords: FunnelWordsById;
  readonly payments: Pick<Payments, 'stripe' | 'prices' | 'sync'>;
  readonly plans: readonly Plan[];
  readonly wakeWorker: () => void;
  readonly publicUrl: string | null;
  readonly analytics: AnalyticsSettings;
  /** Where Stripe sends people back to; asked once the server listens. */
  readonly siteUrl: () => string;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'addCounter'>;
}

/** The calls of the API as its router takes them. */
export interface Calls {
  readonly endpoints: readonly Endpoint[];
  readonly authenticate: Authenticate;
  readonly redirects: Router;
}

/** Every call of the contract with all that it works on. */
export function createCalls(parts: CallParts): Calls {
  const { database, keys, payments, publicUrl } = parts;
  const rateLimits = createRateLimits(database);
  return {
    endpoints: [
      // First, as it comes more often than all others together.
      ...createEventEndpoints(parts),
      ...createAccountEndpoints({
        ...parts,
        rateLimits,
        enqueueMail,
        closePages: createClosePages({ ...parts, ...payments }),
      }),
      ...createEmailEndpoints({ database, rateLimits }),
      ...createContentEndpoints({ database, keys, now: () => new Date() }),
      ...createPaymentEndpoints({ ...parts, ...payments, rateLimits }),
      ...createAnalyticsEndpoints(parts.analytics),
      ...createReportEndpoints(parts),
    ],
    authenticate: createAuthenticate({ database, keys }),
    redirects: createUnsubscribeRedirect(publicUrl),
  };
}
