import { cleanUp } from './accounts/clean-up.ts';
import { createOneTimeTokens } from './accounts/one-time-tokens.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { Company } from './emails/company.ts';
import { createMailHandler } from './emails/create-mail-handler.ts';
import { createDevelopmentTransport } from './emails/development-transport.ts';
import { mailJob } from './emails/mail.ts';
import { createSmtpTransport } from './emails/smtp-transport.ts';
import type { MailTransport } from './emails/transport.ts';
import { createRateLimits } from './http/rate-limits.ts';
import { startRecurringWork } from './jobs/recurring.ts';
import { removeOldDeadJobs } from './jobs/remove-dead-jobs.ts';
import { createWorker } from './jobs/worker.ts';
import type { Keys } from './keys.ts';
import type { Log } from './log.ts';
import { isLoopback } from './loopback.ts';

/** What the process does besides answering. */
export interface BackgroundWork {
  /** Looks for jobs at once. */
  wake(): void;
  /** Starts nothing more and resolves when what runs has ended. */
  stop(): Promise<void>;
}

interface BackgroundParts {
  readonly config: Pick<Config, 'mode' | 'smtpUrl' | 'mailFrom'>;
  readonly database: Database;
  readonly keys: Keys;
  readonly company: Company;
  /** What links in mails begin with. */
  readonly publicUrl: string;
  readonly log: Log;
}

const hourMilliseconds = 3_600_000;

/** Starts the worker that does the queue's jobs, and the clean-up of what has served its time. */
export function startBackgroundWork({
  config,
  database,
  keys,
  company,
  publicUrl,
  log,
}: BackgroundParts): BackgroundWork {
  const { mailFrom: from } = config;
  const transport = createTransport(config, database);
  const oneTimeTokens = createOneTimeTokens({ database, keys });
  const sendMail = createMailHandler({
    database,
    oneTimeTokens,
    rateLimits: createRateLimits(database),
    transport,
    company,
    from,
    publicUrl,
  });
  const worker = createWorker({ database, handlers: { [mailJob]: sendMail }, log });
  const cleaning = startRecurringWork({
    name: 'clean-up',
    everyMilliseconds: hourMilliseconds,
    run: async () => {
      await cleanUp(database);
      await removeOldDeadJobs(database);
    },
    log,
  });
  worker.start();
  return {
    wake: () => worker.wake(),
    async stop() {
      await Promise.all([worker.stop(), cleaning.stop()]);
      transport.close();
    },
  };
}

function createTransport({ mode, smtpUrl }: Pick<Config, 'mode' | 'smtpUrl'>, database: Database): MailTransport {
  if (smtpUrl === null) return createDevelopmentTransport(database);
  // Links that open accounts don't travel in the open: not even where the server, or somebody on the way, offers no TLS.
  const requireTls = mode === 'production' && !isLoopback(new URL(smtpUrl).hostname);
  return createSmtpTransport({ smtpUrl, requireTls });
}
