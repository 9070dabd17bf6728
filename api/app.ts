import type { Router } from 'express';
import { randomBytes } from 'node:crypto';
import { createAccountEndpoints, createAuthenticate } from './accounts/accounts.ts';
import { createPasswords, type Passwords } from './accounts/passwords.ts';
import { createAnalyticsEndpoints } from './analytics/endpoints.ts';
import { type Audio, openAudio } from './content/audio/open-audio.ts';
import type { CreateSoundMaker } from './content/audio/sound-maker.ts';
import { createContentEndpoints } from './content/content.ts';
import type { ManifestCompany } from './emails/email.ts';
import type { ManifestPlan } from './payments/plan.ts';
import { createEmailEndpoints, createUnsubscribeRedirect } from './emails/unsubscribe.ts';
import { enqueueEmail } from './emails/requests.ts';
import { createLeadEndpoints } from './leads/leads.ts';
import { saveConsents } from './leads/store-lead.ts';
import type { EventStore } from './events/event-store.ts';
import { createEventEndpoints } from './events/events.ts';
import { openEvents } from './events/open-events.ts';
import type { OpenEvents } from './events/open-later.ts';
import { addGauges } from './gauges.ts';
import { createKeys, type Keys } from './platform/keys.ts';
import { createClosePages } from './payments/calls/checkout-page.ts';
import { enqueueCustomerUpdate } from './payments/customers.ts';
import { enqueueClosing } from './payments/events/jobs.ts';
import { createWebhookRoute } from './payments/events/webhook-route.ts';
import { openPayments, type Payments } from './payments/open-payments.ts';
import { createPaymentEndpoints } from './payments/payments.ts';
import type { CreateStandIn } from './payments/stand-in.ts';
import type { AnalyticsSettings } from './platform/config/analytics.ts';
import { type Config, hasDevelopmentPages } from './platform/config/config.ts';
import type { ApiDependencies } from './platform/create-app.ts';
import { readOrMakeAuthSecret } from './platform/data-directory.ts';
import type { Database } from './platform/db/database.ts';
import { migrate, waitForMigrations } from './platform/db/migrate.ts';
import { openDatabase } from './platform/db/open-database.ts';
import { createReplica, type Replica } from './platform/db/replica.ts';
import { createDatabaseCheck, createReadiness, type Readiness } from './platform/health.ts';
import type { Authenticate, Endpoints } from './platform/http/endpoint.ts';
import { localUrlOf, type ServerAddress } from './platform/http/lifecycle.ts';
import { createRateLimits } from './platform/http/rate-limits.ts';
import { requireDevelopmentToken } from './platform/http/secret-token.ts';
import type { Log } from './platform/log.ts';
import { createMetrics, type Metrics } from './platform/metrics.ts';
import { createReportEndpoints } from './reports/calls.ts';
import { type BackgroundWork, startBackgroundWork } from './start-background-work.ts';
import type { Funnels, FunnelWordsById } from './funnels/published.ts';
import { createRouter } from './platform/http/router.ts';

/** What the API is handed by those who start it. */
export interface HandedDependencies {
  readonly createSoundMaker: CreateSoundMaker;
  /** Never called in production, nor where there is a key for Stripe. */
  readonly loadStandIn: () => Promise<CreateStandIn>;
  /** Never called where there are no development pages, as in production, nor where emails are sent. */
  readonly loadMailbox: () => Promise<(parts: { readonly database: Database }) => Router>;
}

interface BackendDependencies extends HandedDependencies {
  readonly config: Config;
  /** Where the recordings are that sessions name. */
  readonly recordingsDirectory: string;
  readonly log: Log;
  readonly funnels: Funnels;
  readonly funnelWords: FunnelWordsById;
  readonly company: ManifestCompany;
  readonly plans: readonly ManifestPlan[];
  /** Called before the start has to wait for migrations. */
  readonly beforeWaiting?: () => Promise<unknown>;
}

/** All that is behind the API: the database, and the work that goes on between requests. */
interface Backend {
  readonly database: Database;
  readonly readiness: Readiness;
  readonly api: ApiDependencies;
  /** `/dev/…` and the stand-in for Stripe; null in production. */
  readonly developmentRoutes: Router | null;
  /** The pages for those who develop, with the token that opens them; empty where there are none. Of the server's URL. */
  readonly developmentLinks: (url: string) => readonly string[];
  /** Call it when the server listens at that URL: emails are sent from now on, and requests are welcome. */
  begin(url: string): void;
  /** Call it when no request is running: finishes the jobs and what it is handed, then closes the database. */
  close(others?: Promise<void>): Promise<void>;
}

/** Opens the database, brings it up to date, and makes everything that works on it. Nothing runs yet. */
export async function openBackend(parts: BackendDependencies): Promise<Backend> {
  const { config, log } = parts;
  const database = await openDatabase({ ...config, log });
  let stores: OpenEvents | undefined;
  try {
    await (config.migrates ? migrate : waitForMigrations)(database, parts);
    stores = await openEvents({ ...parts, database });
    const { events } = stores;
    const replica = createReplica({ ...parts, database });
    await saveConsents(database, parts.funnels, parts.funnelWords);
    const keys = createKeys(...(config.authSecrets ?? [await readOrMakeAuthSecret(config.dataDirectory)]));
    const address: ServerAddress = { url: null };
    const worker = { wake: () => undefined };
    const wakeWorker = () => worker.wake();
    const developmentToken = randomBytes(24).toString('hex');
    const payments = await openPayments({ ...parts, database, address, developmentToken, wakeWorker });
    const audio = openAudio({ ...parts, database, keys });
    const opened = {
      database,
      replica,
      stores,
      events,
      keys,
      address,
      worker,
      developmentToken,
      payments,
      audio,
    };
    return composeBackend(parts, opened, await createDevelopmentRoutes(parts, opened));
  } catch (error) {
    await stores?.close();
    await database.close();
    throw error;
  }
}

interface Opened {
  readonly database: Database;
  /** Of `database`, for reports; undefined where there is none. */
  readonly replica: Replica | undefined;
  readonly events: EventStore;
  /** Where `events` are. */
  readonly stores: OpenEvents;
  readonly keys: Keys;
  /** Unset, the site's address is known once the server listens; so the work that writes emails starts after it. */
  readonly address: ServerAddress;
  /** Does nothing before there is one. */
  readonly worker: { wake: () => void };
  readonly developmentToken: string;
  readonly payments: Payments;
  readonly audio: Audio;
}

function composeBackend(parts: BackendDependencies, opened: Opened, development: DevelopmentRoutes): Backend {
  const { config } = parts;
  const { database, replica, stores, address, worker, payments, audio } = opened;
  const readiness = createReadiness();
  const metrics = createMetrics();
  let background: BackgroundWork | undefined;
  return {
    database,
    readiness,
    api: composeApi(parts, opened, { readiness, metrics }),
    ...development,
    begin(url) {
      address.url = url;
      background = startBackgroundWork({ ...parts, ...opened, metrics, publicUrl: config.publicUrl ?? url });
      worker.wake = () => background?.wake();
      payments.standIn?.start();
      readiness.state = 'ready';
    },
    async close(others) {
      await audio.close();
      await payments.standIn?.stop();
      await Promise.all([background?.stop(), others]);
      await stores.close();
      await replica?.close();
      await database.close();
    },
  };
}

function composeApi(
  parts: BackendDependencies,
  opened: Opened,
  { readiness, metrics }: { readonly readiness: Readiness; readonly metrics: Metrics },
): ApiDependencies {
  const { config, log } = parts;
  const { database, stores, address, worker, payments } = opened;
  const { publicUrl, analytics, visitLimit, dataDirectory, audioDirectory } = config;
  const passwords = createPasswords();
  addGauges(metrics, { database, ...stores, passwords, folders: { data: dataDirectory, audio: audioDirectory } });
  const wakeWorker = () => worker.wake();
  const siteUrl = () => publicUrl ?? localUrlOf(address);
  return {
    ...createCalls({ ...parts, ...opened, passwords, wakeWorker, publicUrl, siteUrl, analytics, visitLimit, metrics }),
    audio: opened.audio.router,
    webhooks: createWebhookRoute({ ...payments, database, wakeWorker, log }),
    readiness,
    isDatabaseThere: createDatabaseCheck(() => database.ping()),
    log,
    metrics,
    metricsToken: config.metricsToken,
    corsOrigins: config.corsOrigins,
    countryHeader: config.countryHeader,
  };
}

type DevelopmentRoutes = Pick<Backend, 'developmentRoutes' | 'developmentLinks'>;

/** What payers need comes first: all the rest below `/dev` needs the token, and a server that is for this machine only. */
async function createDevelopmentRoutes(
  { config, loadMailbox }: BackendDependencies,
  { database, payments: { standIn }, developmentToken: token }: Opened,
): Promise<DevelopmentRoutes> {
  if (config.mode === 'production') return { developmentRoutes: null, developmentLinks: () => [] };
  const developmentRoutes = createRouter();
  const pages: string[] = [];
  if (standIn) developmentRoutes.use(standIn.router);
  if (hasDevelopmentPages(config)) {
    developmentRoutes.use('/dev', requireDevelopmentToken(token));
    if (config.smtpUrl === null) {
      const createMailbox = await loadMailbox();
      developmentRoutes.use(createMailbox({ database }));
      pages.push('/dev/mail');
    }
    if (standIn) {
      developmentRoutes.use(standIn.desk);
      pages.push('/dev/stripe/');
    }
  }
  return { developmentRoutes, developmentLinks: (url) => pages.map((page) => `${url}${page}?token=${token}`) };
}

interface CallDependencies {
  readonly database: Database;
  readonly replica?: Replica | undefined;
  readonly events: EventStore;
  readonly keys: Keys;
  readonly passwords: Passwords;
  readonly funnels: Funnels;
  readonly funnelWords: FunnelWordsById;
  readonly payments: Pick<Payments, 'stripe' | 'prices' | 'portals' | 'pages' | 'sync'>;
  readonly plans: readonly ManifestPlan[];
  readonly wakeWorker: () => void;
  readonly publicUrl: string | null;
  readonly analytics: AnalyticsSettings;
  readonly visitLimit: Config['visitLimit'];
  /** Where Stripe sends people back to; asked once the server listens. */
  readonly siteUrl: () => string;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'addCounter'>;
}

/** The calls of the API as its router takes them. */
interface Calls {
  readonly endpoints: Endpoints;
  readonly authenticate: Authenticate;
  readonly redirects: Router;
}

/** Every call of the contract with all that it works on. */
export function createCalls(parts: CallDependencies): Calls {
  const { database, keys, payments, publicUrl } = parts;
  const rateLimits = createRateLimits(database);
  return {
    endpoints: {
      ...createEventEndpoints(parts),
      ...createLeadEndpoints({ ...parts, rateLimits }),
      ...createAccountEndpoints({
        ...parts,
        rateLimits,
        enqueueEmail,
        closePages: createClosePages({ ...parts, ...payments }),
        closeCustomer: enqueueClosing,
        updateCustomer: enqueueCustomerUpdate,
        readReported: (visitIds) => parts.events.readReported(visitIds),
      }),
      ...createEmailEndpoints({ database, rateLimits }),
      ...createContentEndpoints({ database, keys, now: () => new Date() }),
      ...createPaymentEndpoints({ ...parts, ...payments, rateLimits }),
      ...createAnalyticsEndpoints(parts.analytics),
      ...createReportEndpoints(parts),
    },
    authenticate: createAuthenticate({ database, keys }),
    redirects: createUnsubscribeRedirect(publicUrl),
  };
}
