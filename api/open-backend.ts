import { Router } from 'express';
import { createPasswords } from './accounts/passwords.ts';
import { addGauges } from './add-gauges.ts';
import { readOrMakeAuthSecret } from './auth-secret.ts';
import type { Config } from './config.ts';
import { openAudio, type Audio } from './content/audio/open-audio.ts';
import type { ApiDependencies } from './create-api.ts';
import { createCalls } from './create-calls.ts';
import type { Database } from './db/database.ts';
import { migrate } from './db/migrate.ts';
import { openDatabase } from './db/open-database.ts';
import type { Company } from './emails/company.ts';
import { createDevelopmentMailbox } from './emails/mailbox/create-mailbox.ts';
import { openEvents } from './events/open-events.ts';
import { createDatabaseCheck } from './health/check-database.ts';
import { createReadiness, type Readiness } from './http/readiness.ts';
import { createKeys, type Keys } from './keys.ts';
import type { Log } from './log.ts';
import { createMetrics } from './metrics/metrics.ts';
import type { MetricsAccess } from './metrics/routes.ts';
import { createWebhookRoute } from './payments/events/webhook-route.ts';
import { openPayments, type Payments } from './payments/open-payments.ts';
import type { Plan } from './payments/plan.ts';
import { createDevelopmentVisits } from './events/replay/development-routes.ts';
import { createDevelopmentReports } from './reports/development-routes.ts';
import { localUrlOf, type ServerAddress } from './server-address.ts';
import { startBackgroundWork, type BackgroundWork } from './start-background-work.ts';
import type { Funnels, FunnelWordsById } from './visits/funnels.ts';

interface BackendParts {
  readonly config: Config;
  readonly log: Log;
  readonly funnels: Funnels;
  readonly funnelWords: FunnelWordsById;
  readonly company: Company;
  readonly plans: readonly Plan[];
}

/** All that is behind the API: the database, and the work that goes on between requests. */
export interface Backend {
  readonly database: Database;
  readonly readiness: Readiness;
  readonly api: ApiDependencies;
  /** What is only for those who develop: mails that were not sent, and the stand-in for Stripe. Null in production. */
  readonly developmentRoutes: Router | null;
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
    await openEvents(parts, database);
    const keys = createKeys(config.authSecret ?? (await readOrMakeAuthSecret(config.dataDirectory)));
    const address: ServerAddress = { url: null };
    const alarm = { ring: () => undefined };
    const wakeWorker = () => alarm.ring();
    const payments = await openPayments({ ...parts, database, address, wakeWorker });
    const audio = openAudio({ config, database, keys, log });
    return composeBackend(parts, { database, keys, address, alarm, payments, audio });
  } catch (error) {
    await database.close();
    throw error;
  }
}

interface Opened {
  readonly database: Database;
  readonly keys: Keys;
  /** Unset, the site's address is known once the server listens; so the work that writes mails starts after it. */
  readonly address: ServerAddress;
  /** Wakes the worker, once there is one. */
  readonly alarm: { ring: () => void };
  readonly payments: Payments;
  readonly audio: Audio;
}

function composeBackend(parts: BackendParts, opened: Opened): Backend {
  const { config } = parts;
  const { database, address, alarm, payments, audio } = opened;
  const readiness = createReadiness();
  let background: BackgroundWork | undefined;
  return {
    database,
    readiness,
    api: composeApi(parts, opened, readiness),
    developmentRoutes: createDevelopmentRoutes(config, opened),
    begin(url) {
      address.url = url;
      background = startBackgroundWork({ ...parts, ...opened, publicUrl: config.publicUrl ?? url });
      alarm.ring = () => background?.wake();
      payments.standIn?.start();
      readiness.state = 'ready';
    },
    async close() {
      await audio.close();
      await payments.standIn?.stop();
      await background?.stop();
      await database.close();
    },
  };
}

function composeApi(parts: BackendParts, opened: Opened, readiness: Readiness): ApiDependencies {
  const { config, log } = parts;
  const { database, address, alarm, payments } = opened;
  const { publicUrl, analytics } = config;
  const passwords = createPasswords();
  const metrics = createMetrics();
  addGauges(metrics, { database, passwords });
  const wakeWorker = () => alarm.ring();
  const siteUrl = () => publicUrl ?? localUrlOf(address);
  return {
    ...createCalls({ ...parts, ...opened, passwords, wakeWorker, publicUrl, siteUrl, analytics, metrics }),
    audio: opened.audio.router,
    webhooks: createWebhookRoute({ ...payments, database, wakeWorker, log }),
    readiness,
    isDatabaseThere: createDatabaseCheck(() => database.ping()),
    log,
    metrics,
    metricsAccess: metricsAccessOf(config),
    corsOrigins: config.corsOrigins,
    production: config.mode === 'production',
  };
}

function metricsAccessOf({ metricsToken, mode }: Config): MetricsAccess {
  if (metricsToken !== null) return { token: metricsToken };
  return mode === 'production' ? 'nobody' : 'this-machine';
}

function createDevelopmentRoutes({ mode, smtpUrl }: Config, { database, payments }: Opened): Router | null {
  if (mode === 'production') return null;
  const routes = Router();
  if (smtpUrl === null) routes.use(createDevelopmentMailbox({ database }));
  routes.use(createDevelopmentReports({ database }));
  routes.use(createDevelopmentVisits({ database }));
  if (payments.standIn) routes.use(payments.standIn.router);
  return routes;
}
