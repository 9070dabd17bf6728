import type { Knex } from 'knex';
import type { Database } from '../platform/db/database.ts';
import type { EmailRequest } from '../emails/requests.ts';
import type { RateLimits } from '../platform/http/rate-limits.ts';
import type { Keys } from '../platform/keys.ts';
import type { Log } from '../platform/log.ts';
import type { Funnels } from '../funnels/published.ts';
import type { Passwords } from './passwords.ts';
import type { Logins } from './logins.ts';

/** All that the calls about accounts need from outside. */
export interface AccountDependencies {
  readonly database: Database;
  readonly keys: Keys;
  readonly passwords: Passwords;
  readonly rateLimits: RateLimits;
  /** For the replay of visits. */
  readonly funnels: Funnels;
  /** Enqueues an email, to be sent once the transaction is committed. */
  readonly enqueueEmail: (trx: Knex, request: EmailRequest) => Promise<void>;
  /** Makes Stripe close the pages on which the user could still pay, as far as it answers in a few seconds. */
  readonly closePages: (userId: string) => Promise<void>;
  /** Makes Stripe end what the removed user still has there, once the transaction is committed. */
  readonly closeCustomer: (trx: Knex, userId: string) => Promise<void>;
  /** Updates the user's address at Stripe, once the transaction is committed. */
  readonly updateCustomer: (trx: Knex, userId: string) => Promise<void>;
  /** All that browsers have reported of these visits, by the ids of the visits. */
  readonly readReported: (visitIds: readonly string[]) => Promise<ReadonlyMap<string, readonly object[]>>;
  /** Makes the worker look for new emails at once. */
  readonly wakeWorker: () => void;
  readonly log: Log;
}

/** What the handlers share. */
export interface AccountServices extends AccountDependencies {
  readonly logins: Logins;
}
