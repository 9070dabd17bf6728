import { createPasswords, type Passwords } from './accounts/passwords.ts';
import { readOrMakeAuthSecret } from './auth-secret.ts';
import type { Config } from './config.ts';
import type { ApiDependencies } from './create-api.ts';
import { createCalls } from './create-calls.ts';
import type { Database } from './db/database.ts';
import { migrate } from './db/migrate.ts';
import { openDatabase } from './db/open-database.ts';
import type { Company } from './emails/company.ts';
import { createDatabaseCheck } from './health/check-database.ts';
import { createReadiness, type Readiness } from './http/readiness.ts';
import { countJobs } from './jobs/count-jobs.ts';
import { createKeys, type Keys } from './keys.ts';
import type { Log } from './log.ts';
import { createMetrics, type Metrics } from './metrics/metrics.ts';
import type { MetricsAccess } from './metrics/routes.ts';
import { startBackgroundWork, type BackgroundWork } from './start-background-work.ts';
import type { Funnels } from './visits/funnels.ts';

interface BackendParts {
  readonly config: Config;
  readonly log: Log;
  readonly funnels: Funnels;
  readonly company: Company;
}

/** All that is behind the API: the database, and the work that goes on between requests. */
export interface Backend {
  readonly database: Database;
  readonly readiness: Readiness;
  readonly api: ApiDependencies;
  /** Call it when the server listens at that URL: mails are sent from now on, and requests are welcome. */
  begin(url: string): void;
  /** Call it when no request is running: finishes the jobs, then closes the database. */
  close(): Promise<void>;
}

/** Opens the database, brings it up to date, and makes everything that works on it. Nothing runs yet. */
export async function openBackend(parts: BackendParts): Promise<Backend> {
  const { config, log } = parts;
  const database = await openDatabase({ ...config, log });
  try {
    await migrate(database);
    const keys = createKeys(config.authSecret ?? (await readOrMakeAuthSecret(config.dataDirectory)));
    return composeBackend(parts, { database, keys });
  } catch (error) {
    await database.close();
    throw error;
  }
}

function composeBackend(parts: BackendParts, { database, keys }: { database: Database; keys: Keys }): Backend {
  const { config, log } = parts;
  const readiness = createReadiness();
  const passwords = createPasswords();
  const metrics = createMetrics();
  addGauges(metrics, { database, passwords });
  // Unset, the site's address is known once the server listens; so the work that writes mails starts after it.
  let background: BackgroundWork | undefined;
  const wakeWorker = () => background?.wake();
  const { publicUrl } = config;
  return {
    database,
    readiness,
    api: {
      ...createCalls({ ...parts, database, keys, passwords, wakeWorker, publicUrl }),
      readiness,
      isDatabaseThere: createDatabaseCheck(() => database.ping()),
      log,
      metrics,
      metricsAccess: metricsAccessOf(config),
      corsOrigins: config.corsOrigins,
      production: config.mode === 'production',
    },
    begin(url) {
      background = startBackgroundWork({ ...parts, database, keys, publicUrl: publicUrl ?? url });
      readiness.state = 'ready';
    },
    async close() {
      await background?.stop();
      await database.close();
    },
  };
}

function metricsAccessOf({ metricsToken, mode }: Config): MetricsAccess {
  if (metricsToken !== null) return { token: metricsToken };
  return mode === 'production' ? 'nobody' : 'this-machine';
}

function addGauges(metrics: Metrics, { database, passwords }: { database: Database; passwords: Passwords }): void {
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
}
