import { cleanUp } from './accounts/clean-up.ts';
import { isKnownNetwork } from './accounts/login.ts';
import { createOneTimeTokens } from './accounts/one-time-tokens.ts';
import { createConversionJobs, removeOldTracking } from './analytics/conversions.ts';
import type { Config } from './platform/config/config.ts';
import type { Database } from './platform/db/database.ts';
import type { ManifestCompany } from './emails/email.ts';
import { createEmailHandler } from './emails/send-email.ts';
import { createDevelopmentTransport } from './emails/development-transport.ts';
import { removeOldLeads } from './leads/leads.ts';
import { createLeadJobs } from './leads/webhook.ts';
import { emailJob } from './emails/requests.ts';
import { createSmtpTransport } from './emails/smtp-transport.ts';
import type { EmailTransport } from './emails/smtp-transport.ts';
import type { EventStore } from './events/event-store.ts';
import { createRateLimits } from './platform/http/rate-limits.ts';
import { type JobHandlers, recallJobs, removeOldDeadJobs } from './platform/jobs/queue.ts';
import { startRecurringWork, type RecurringOptions } from './platform/jobs/recurring.ts';
import { createWorker, jobEnds } from './platform/jobs/worker.ts';
import type { Keys } from './platform/keys.ts';
import type { Log } from './platform/log.ts';
import type { Metrics } from './platform/metrics.ts';
import { isLoopback } from './platform/network.ts';
import { createPull, removeOldEvents } from './payments/events/stripe-events.ts';
import { createPaymentJobs } from './payments/events/jobs.ts';
import { createStaleCustomersJob } from './payments/events/stale-customers.ts';
import type { Payments } from './payments/open-payments.ts';

/** What the process does besides answering. */
export interface BackgroundWork {
  /** Looks for jobs at once. */
  wake(): void;
  /** Starts nothing more and resolves when what runs has ended. */
  stop(): Promise<void>;
}

interface BackgroundDependencies {
  readonly config: Pick<
    Config,
    'mode' | 'smtpUrl' | 'mailFrom' | 'analytics' | 'eventsMonths' | 'leadsMonths' | 'leadWebhook'
  >;
  readonly database: Database;
  readonly events: EventStore;
  readonly keys: Keys;
  readonly company: ManifestCompany;
  readonly payments: Pick<Payments, 'stripe' | 'sync'>;
  /** What links in emails begin with. */
  readonly publicUrl: string;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'addGauge' | 'addCounter'>;
}

const hourMilliseconds = 3_600_000;

/** Starts the worker that does the queue's jobs, and what is done again and again. */
export function startBackgroundWork(parts: BackgroundDependencies): BackgroundWork {
  const { config, database, log, metrics } = parts;
  const transport = createTransport(config, database);
  const handlers = createHandlers(parts, transport);
  const countJob = metrics.addCounter({
    name: 'jobs_total',
    help: 'Attempts at jobs, such as mails and webhooks, by how they ended in this process.',
    labels: ['kind', 'end'],
    known: Object.keys(handlers).flatMap((kind) => jobEnds.map((end) => [kind, end])),
  });
  const worker = createWorker({ database, handlers, log, countJob });
  const wake = () => worker.wake();
  const recurring = recurringWork(parts, wake).map((work) => startRecurringWork({ ...work, log }));
  worker.start();
  return {
    wake,
    async stop() {
      await Promise.all([worker.stop(), ...recurring.map((work) => work.stop())]);
      transport.close();
    },
  };
}

function createHandlers(parts: BackgroundDependencies, transport: EmailTransport): JobHandlers {
  const { config, database, payments } = parts;
  const sendEmails = createEmailHandler({
    ...parts,
    oneTimeTokens: createOneTimeTokens(parts),
    isKnownNetwork: (caller) => isKnownNetwork(database, caller),
    rateLimits: createRateLimits(database),
    transport,
    from: config.mailFrom,
  });
  return {
    [emailJob]: sendEmails,
    ...createPaymentJobs({ ...payments, database }),
    ...createConversionJobs({ ...parts, settings: config.analytics }),
    ...createLeadJobs({ database, webhook: config.leadWebhook }),
  };
}

type RecurringDependencies = Pick<BackgroundDependencies, 'database' | 'events' | 'log' | 'metrics'> & {
  readonly config: Pick<Config, 'eventsMonths' | 'leadsMonths'>;
  readonly payments: Pick<Payments, 'stripe'>;
};

/** What every process does again and again, and how often. */
export function recurringWork(
  parts: RecurringDependencies,
  wakeWorker: () => void,
): readonly Omit<RecurringOptions, 'log'>[] {
  const { config, database, events, payments, log } = parts;
  const cleanAll = async () => {
    await cleanUp(database);
    await removeOldDeadJobs(database);
    await removeOldEvents(database);
    await removeOldTracking(database);
    await removeOldLeads(database, config.leadsMonths);
  };
  const pull = createPull({ ...payments, database, wakeWorker, log });
  const storeEvents = () => events.maintain({ months: config.eventsMonths });
  return [
    { name: 'clean-up', everyMilliseconds: hourMilliseconds, run: cleanAll },
    { name: 'undelivered-events', everyMilliseconds: hourMilliseconds, run: pull },
    // No customer is read more than once a day; the job runs more often, because processes may not live for a day.
    {
      name: 'customers-in-line',
      everyMilliseconds: 6 * hourMilliseconds,
      run: createStaleCustomersJob({ database, wakeWorker }),
    },
    { name: 'job-times', everyMilliseconds: 60_000, run: () => recallJobs(database) },
    { name: 'count-visits', everyMilliseconds: 5_000, run: createVisitCount(parts) },
    { name: 'stored-events', everyMilliseconds: 6 * hourMilliseconds, run: storeEvents },
  ];
}

/** Replaying visits needs the whole engine, which is loaded after the start. */
function createVisitCount({ events, metrics }: RecurringDependencies): () => Promise<void> {
  let count: (() => Promise<number>) | undefined;
  let milliseconds = 0;
  metrics.addGauge({
    name: 'visit_counting_seconds',
    help: 'Processor time that counting visits has taken in this process; at most 5 % of all time.',
    read: () => [{ value: milliseconds / 1_000 }],
  });
  return async () => {
    count ??= (await import('./events/counting/sparing-count.ts')).countSparingly(events);
    milliseconds += await count();
  };
}

function createTransport({ mode, smtpUrl }: Pick<Config, 'mode' | 'smtpUrl'>, database: Database): EmailTransport {
  if (smtpUrl === null) return createDevelopmentTransport(database);
  // Links that open accounts don't travel in the open: not even where the server, or a proxy on the way, offers no TLS.
  const requireTls = mode === 'production' && !isLoopback(new URL(smtpUrl).hostname);
  return createSmtpTransport({ smtpUrl, requireTls });
}
