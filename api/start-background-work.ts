import { cleanUp } from './accounts/clean-up.ts';
import { createOneTimeTokens } from './accounts/one-time-tokens.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { Company } from './emails/company.ts';
import { createMailHandler } from './emails/create-mail-handler.ts';
import { createDevelopmentTransport } from './emails/development-transport.ts';
import { mailJob } from './emails/mail.ts';
import { createSmtpTransport } from './emails/smtp-transport.ts';
import { startRecurringWork } from './jobs/recurring.ts';
import { removeOldDeadJobs } from './jobs/remove-dead-jobs.ts';
import { createWorker } from './jobs/worker.ts';
import type { Keys } from './keys.ts';
import type { Log } from './log.ts';

/** What the process does besides answering. */
export interface BackgroundWork {
  /** Looks for jobs at once. */
  wake(): void;
  /** Starts nothing more and resolves when what runs has ended. */
  stop(): Promise<void>;
}

interface BackgroundParts {
  readonly config: Pick<Config, 'smtpUrl' | 'mailFrom'>;
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
  const { smtpUrl, mailFrom: from } = config;
  const transport = smtpUrl === null ? createDevelopmentTransport(database) : createSmtpTransport({ smtpUrl });
  const oneTimeTokens = createOneTimeTokens({ database, keys });
  const sendMail = createMailHandler({ database, oneTimeTokens, transport, company, from, publicUrl });
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
