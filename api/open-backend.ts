import { randomBytes } from 'node:crypto';
import type { RequestListener } from 'node:http';
import express, { Router } from 'express';
import { createPasswords } from './accounts/passwords.ts';
import { addGauges } from './add-gauges.ts';
import { readOrMakeAuthSecret } from './auth-secret.ts';
import type { Config } from './config.ts';
import { hasDevelopmentPages } from './platform/config/warn-of-exposure.ts';
import { openAudio, type Audio } from './content/audio/open-audio.ts';
import type { CreateSoundMaker } from './content/audio/sound-maker.ts';
import type { ApiDependencies } from './create-api.ts';
import { createCalls } from './create-calls.ts';
import type { Database } from './platform/db/database.ts';
import { migrate } from './platform/db/migrate.ts';
import { openDatabase } from './platform/db/open-database.ts';
import type { Company } from './emails/company.ts';
import type { CreateStandIn } from './payments/stand-in.ts';
import { openEvents } from './events/events.ts';
import { createDatabaseCheck } from './platform/health/check-database.ts';
import { requireDevelopmentToken } from './platform/http/development-pages.ts';
import { handleApiErrors } from './platform/http/errors.ts';
import { createReadiness, type Readiness } from './platform/http/readiness.ts';
import { createKeys, type Keys } from './keys.ts';
import type { Log } from './log.ts';
import { createMetrics } from './platform/metrics/metrics.ts';
import { createWebhookRoute } from './payments/events/webhook-route.ts';
import { openPayments, type Payments } from './payments/open-payments.ts';
import type { Plan } from './payments/prices.ts';
import { createVisitsForCommand } from './events/replay-visits.ts';
import { createReportsForCommand } from './reports/calls.ts';
import { localUrlOf, type ServerAddress } from './server-address.ts';
import { startBackgroundWork, type BackgroundWork } from './start-background-work.ts';
import type { Funnels, FunnelWordsById } from './visits/funnels.ts';

/** What the API is handed by those who start it. */
export interface HandedParts {
  readonly createSoundMaker: CreateSoundMaker;
  /** Never called in production, nor where there is a key for Stripe. */
  readonly loadStandIn: () => Promise<CreateStandIn>;
  /** Never called where there are no development pages, as in production, nor where mails are sent. */
  readonly loadMailbox: () => Promise<(parts: { readonly database: Database }) => Router>;
}

interface BackendParts extends HandedParts {
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
  /** `/dev/…` and the stand-in for Stripe; null in production. */
  readonly developmentRoutes: Router | null;
  /** The pages for those who develop, with the token that opens them; empty where there are none. Of the server's URL. */
  readonly developmentLinks: (url: string) => readonly string[];
  /** Call it when the server listens at that URL: mails are sent from now on, and requests are welcome. */
  begin(url: string): void;
  /** Call it when no request is running: finishes the jobs, then closes the database. */
  close(): Promise<void>;
}

/** Opens the database, brings it up to date, and makes everything that works on it. Nothing runs yet. */
export async function openBackend(parts: BackendParts): Promise<Backend> {
  const { config, log } = parts;
  const commands: { answer: RequestListener } = { answer: (_, response) => void response.writeHead(503).end() };
  const database = await openDatabase({ ...config, log, answer: (...exchange) => commands.answer(...exchange) });
  try {
    await migrate(database);
    await openEvents(parts, database);
    const keys = createKeys(config.authSecret ?? (await readOrMakeAuthSecret(config.dataDirectory)));
    const address: ServerAddress = { url: null };
    const alarm = { ring: () => undefined };
    const wakeWorker = () => alarm.ring();
    const developmentToken = randomBytes(24).toString('hex');
    const payments = await openPayments({ ...parts, database, address, developmentToken, wakeWorker });
    const audio = openAudio({ ...parts, database, keys });
    const opened = { database, commands, keys, address, alarm, developmentToken, payments, audio };
    return composeBackend(parts, opened, await createDevelopmentRoutes(parts, opened));
  } catch (error) {
    await database.close();
    throw error;
  }
}

interface Opened {
  readonly database: Database;
  /** Replies to the funnel command while this process has the embedded database; 503 before the server is ready. */
  readonly commands: { answer: RequestListener };
  readonly keys: Keys;
  /** Unset, the site's address is known once the server listens; so the work that writes mails starts after it. */
  readonly address: ServerAddress;
  /** Wakes the worker, once there is one. */
  readonly alarm: { ring: () => void };
  readonly developmentToken: string;
  readonly payments: Payments;
  readonly audio: Audio;
}

function composeBackend(parts: BackendParts, opened: Opened, development: DevelopmentRoutes): Backend {
  const { config, log } = parts;
  const { database, commands, address, alarm, payments, audio } = opened;
  const readiness = createReadiness();
  let background: BackgroundWork | undefined;
  return {
    database,
    readiness,
    api: composeApi(parts, opened, readiness),
    ...development,
    begin(url) {
      address.url = url;
      background = startBackgroundWork({ ...parts, ...opened, publicUrl: config.publicUrl ?? url });
      alarm.ring = () => background?.wake();
      payments.standIn?.start();
      commands.answer = answerCommands(database, log);
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
    metricsToken: config.metricsToken,
    corsOrigins: config.corsOrigins,
    production: config.mode === 'production',
  };
}

function answerCommands(database: Database, log: Log): RequestListener {
  return express()
    .use(createReportsForCommand({ database }), createVisitsForCommand({ database }))
    .use(handleApiErrors(log));
}

type DevelopmentRoutes = Pick<Backend, 'developmentRoutes' | 'developmentLinks'>;

/** What payers need comes first: all the rest below `/dev` needs the token, and a server that is for this machine only. */
async function createDevelopmentRoutes(
  { config, loadMailbox }: BackendParts,
  { database, payments: { standIn }, developmentToken: token }: Opened,
): Promise<DevelopmentRoutes> {
  if (config.mode === 'production') return { developmentRoutes: null, developmentLinks: () => [] };
  const developmentRoutes = Router();
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
