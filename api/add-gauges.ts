import type { Passwords } from './accounts/passwords.ts';
import type { Database } from './platform/db/database.ts';
import { countJobs } from './platform/jobs/count-jobs.ts';
import type { Metrics } from './platform/metrics/metrics.ts';
import { countWaitingEvents } from './payments/events/stripe-events.ts';

interface GaugeSources {
  readonly database: Database;
  readonly passwords: Passwords;
}

/** What those who run the server watch, besides the requests. */
export function addGauges(metrics: Metrics, { database, passwords }: GaugeSources): void {
  metrics.addGauge({
    name: 'password_checks_waiting',
    help: 'Sign-ups and log-ins that wait until a password hash can be worked out.',
    read: () => Promise.resolve(passwords.waiting()),
  });
  metrics.addGauge({
    name: 'jobs_pending',
    help: 'Jobs of the queue that are to be done, now or later.',
    read: async () => (await countJobs(database)).pending,
  });
  metrics.addGauge({
    name: 'jobs_dead',
    help: 'Jobs that were given up: somebody should look at them.',
    read: async () => (await countJobs(database)).dead,
  });
  metrics.addGauge({
    name: 'stripe_events_waiting',
    help: 'Events of Stripe that were taken in, and have not been looked at yet.',
    read: () => countWaitingEvents(database),
  });
}
