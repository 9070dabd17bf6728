import { brand } from '../../../content/brand.ts';
import { join } from 'node:path';
import { type AnalyticsSettings, readAnalyticsSettings } from './analytics.ts';
import { type AudioBucketSettings, findAudioBucketProblems, readAudioBucket } from './audio-bucket.ts';
import { readSecretFiles } from './secret-files.ts';
import { readLeadWebhook, type LeadWebhook } from './leads.ts';
import * as parse from './parse.ts';
import {
  type StripePages,
  findStripeProblems,
  stripeCoupon,
  stripeKey,
  stripeOf,
  stripeWebhookSecret,
  type StripeSettings,
} from './stripe.ts';
import type { Prepared } from '../db/database.ts';
import { type LogLevel, logLevels } from '../log.ts';
import { isLoopback } from '../network.ts';

/** What the environment says, checked and with the defaults filled in. Paths are absolute. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDirectory: string;
  readonly funnelsDirectory: string;
  /** Recordings of sessions as they were made, for the build. Need not be there. */
  readonly recordingsDirectory: string;
  /** What the server makes of audio, and may make again. */
  readonly audioDirectory: string;
  /** Null: all audio comes from this server. */
  readonly audioBucket: AudioBucketSettings | null;
  readonly siteDirectory: string;
  /** Where pages find hashed files, such as `https://cdn.example.com`, for the build. Null: at the site. */
  readonly assetsUrl: string | null;
  readonly mode: parse.Mode;
  readonly trustProxy: parse.TrustProxy;
  /** Null: the database is embedded. */
  readonly databaseUrl: string | null;
  /** Of a copy of that database, for reports. Null: they are read from the database itself. */
  readonly databaseReplicaUrl: string | null;
  /** Null: events are in the main database. */
  readonly eventsDatabaseUrl: string | null;
  /** So many connections to each database at a time. */
  readonly databasePool: number;
  /** Whether sessions of the databases are the process's own, or shared by a pooler. */
  readonly databasePrepared: Prepared;
  /** Whether the start brings the databases up to date; else it waits until `npm run migrate` has done so. */
  readonly migrates: boolean;
  /** How long a process that is to stop still takes requests. */
  readonly drainSeconds: number;
  /** At least 32 characters each: the first signs, and all verify. Null: one is made and kept in the data folder. */
  readonly authSecrets: readonly [string, ...string[]] | null;
  /** Where visitors find the site, such as `https://example.com`. Null: the address that the server listens on. */
  readonly publicUrl: string | null;
  /** Null: emails go to `/dev/mail`. */
  readonly smtpUrl: string | null;
  /** `Name <address>`, or an address. */
  readonly mailFrom: string;
  /** Null: a stand-in for Stripe runs in this process. */
  readonly stripe: StripeSettings | null;
  readonly stripePages: StripePages;
  /** Origins such as `https://app.example.com` whose pages may call the API. */
  readonly corsOrigins: readonly string[];
  /** In which the proxy in front names the country of a visitor, in lower case. Null: none does. */
  readonly countryHeader: string | null;
  /** Null: the metrics can't be read. */
  readonly metricsToken: string | null;
  readonly analytics: AnalyticsSettings;
  /** For so many months events are kept. */
  readonly eventsMonths: number;
  /** How many visits one network may begin. */
  readonly visitLimit: { readonly perMinute: number; readonly perDay: number };
  /** For so many months leads are kept. */
  readonly leadsMonths: number;
  /** Null: leads are posted nowhere. */
  readonly leadWebhook: LeadWebhook | null;
  readonly logLevel: LogLevel;
}

/**
 * Every variable that is read, with the value that an unset or empty one has; `docs/guide/operations.md` explains them.
 */
export const configDefaults = {
  PORT: '3000',
  HOST: '127.0.0.1',
  DATA_DIR: '.data',
  FUNNELS_DIR: 'funnels',
  RECORDINGS_DIR: 'content/recordings',
  AUDIO_DIR: '',
  AUDIO_BUCKET_URL: '',
  AUDIO_BUCKET_KEY_ID: '',
  AUDIO_BUCKET_SECRET: '',
  AUDIO_BUCKET_REGION: 'us-east-1',
  SITE_DIR: 'dist/site',
  ASSETS_URL: '',
  NODE_ENV: 'development',
  TRUST_PROXY: 'loopback',
  DATABASE_URL: '',
  DATABASE_REPLICA_URL: '',
  EVENTS_DATABASE_URL: '',
  DATABASE_POOL: '10',
  DATABASE_PREPARED: 'on',
  MIGRATE: 'on',
  DRAIN_SECONDS: '',
  AUTH_SECRET: '',
  PUBLIC_URL: '',
  SMTP_URL: '',
  MAIL_FROM: `${brand.name} <no-reply@localhost>`,
  STRIPE_SECRET_KEY: '',
  STRIPE_WEBHOOK_SECRET: '',
  STRIPE_API_URL: '',
  STRIPE_PROMOTION_CODES: 'off',
  STRIPE_AUTOMATIC_TAX: 'off',
  STRIPE_CANCEL_OFFER: '',
  CORS_ORIGINS: '',
  COUNTRY_HEADER: '',
  METRICS_TOKEN: '',
  YANDEX_METRICA_ID: '',
  YANDEX_METRICA_TOKEN: '',
  GOOGLE_ANALYTICS_ID: '',
  GOOGLE_ANALYTICS_SECRET: '',
  META_PIXEL_ID: '',
  META_PIXEL_TOKEN: '',
  PIXEL_UTM_SOURCE: '',
  CONSENT: 'ask',
  EVENTS_MONTHS: '13',
  VISITS_PER_MINUTE: '120',
  VISITS_PER_DAY: '5000',
  LEADS_MONTHS: '12',
  LEADS_WEBHOOK_URL: '',
  LEADS_WEBHOOK_SECRET: '',
  LOG_LEVEL: '',
} as const;
type VariableName = keyof typeof configDefaults;

/** What has no sensible default where strangers sign up, with what to do about it. */
const requiredInProduction: Partial<Record<VariableName, string>> = {
  DATABASE_URL: 'set it to your PostgreSQL server, as postgres://user:password@host/database.',
  AUTH_SECRET: 'set it to 32 or more random characters, such as what `openssl rand -base64 48` prints, and keep it.',
  PUBLIC_URL: 'set it to the address of the site, as https://example.com; links in mails begin with it.',
  SMTP_URL: 'set it to your mail server, as smtps://user:password@host.',
  MAIL_FROM: `set it to the sender of all mails, as ${brand.name} <hello@example.com>.`,
  STRIPE_SECRET_KEY: 'set it to the secret key of your Stripe account, which begins with sk_live_.',
  STRIPE_WEBHOOK_SECRET: 'set it to the signing secret of the webhook in Stripe, which begins with whsec_.',
};

/** Their values are never shown, not even when they are wrong. */
const secrets: readonly VariableName[] = [
  'AUDIO_BUCKET_SECRET',
  'DATABASE_URL',
  'DATABASE_REPLICA_URL',
  'EVENTS_DATABASE_URL',
  'AUTH_SECRET',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'METRICS_TOKEN',
  'YANDEX_METRICA_TOKEN',
  'GOOGLE_ANALYTICS_SECRET',
  'META_PIXEL_TOKEN',
  'LEADS_WEBHOOK_URL',
  'LEADS_WEBHOOK_SECRET',
];

/** Reads the environment, and the files that it names; throws one `ConfigError` about all that is wrong with them. */
export function readConfig(given: parse.Environment): Config {
  const { environment, named, problems } = readSecretFiles(given, secrets);
  const isProduction = environment['NODE_ENV']?.trim() === 'production';
  /** The parsed value, or of an unset variable the parsed default. A default of '' is null. */
  function readOptional<T>(name: VariableName, { expects, read }: parse.Parser<T>): T | null {
    const setting = environment[name]?.trim() || '';
    const remedy = requiredInProduction[name];
    if (setting === '' && isProduction && remedy && !named[name]?.trim())
      problems.push(`${name} is not set: in production, ${remedy}`);
    const text = setting || configDefaults[name];
    if (text === '') return null;
    const value = read(text);
    const shown = secrets.includes(name) ? 'not usable' : JSON.stringify(text);
    if (value === undefined) problems.push(`${name} is ${shown}: use ${expects}.`);
    return value ?? null;
  }
  /** Of a variable whose default is not ''. Where it is wrong, the error that follows hides that there is no value. */
  const read = <T>(name: VariableName, parser: parse.Parser<T>) => readOptional(name, parser) as T;

  const dataDirectory = read('DATA_DIR', parse.directory('a folder'));
  const config: Config = {
    port: read('PORT', parse.port),
    host: read('HOST', parse.host),
    dataDirectory,
    funnelsDirectory: read('FUNNELS_DIR', parse.directory('the folder with the funnels')),
    recordingsDirectory: read('RECORDINGS_DIR', parse.directory('the folder with the recordings')),
    audioDirectory: readOptional('AUDIO_DIR', parse.directory('a folder for audio')) ?? join(dataDirectory, 'audio'),
    audioBucket: readAudioBucket(readOptional),
    siteDirectory: read('SITE_DIR', parse.directory('the folder with the built site')),
    assetsUrl: readOptional('ASSETS_URL', parse.folderUrl),
    mode: read('NODE_ENV', parse.choice(parse.modes)),
    trustProxy: read('TRUST_PROXY', parse.trustProxy),
    databaseUrl: readOptional('DATABASE_URL', parse.databaseUrl),
    databaseReplicaUrl: readOptional('DATABASE_REPLICA_URL', parse.databaseUrl),
    eventsDatabaseUrl: readOptional('EVENTS_DATABASE_URL', parse.eventsDatabaseUrl),
    databasePool: read('DATABASE_POOL', parse.wholeNumber('connections', 2, 500)),
    databasePrepared: read('DATABASE_PREPARED', parse.choice<Prepared>(['on', 'shared', 'off'], 'on, shared or off')),
    migrates: read('MIGRATE', parse.onOff),
    drainSeconds: readOptional('DRAIN_SECONDS', parse.wholeNumber('seconds', 0, 600)) ?? (isProduction ? 5 : 0),
    authSecrets: readOptional('AUTH_SECRET', parse.secrets(32)),
    publicUrl: readOptional('PUBLIC_URL', parse.origin),
    smtpUrl: readOptional('SMTP_URL', parse.smtpUrl),
    mailFrom: read('MAIL_FROM', parse.mailbox),
    stripePages: {
      promotionCodes: read('STRIPE_PROMOTION_CODES', parse.onOff),
      automaticTax: read('STRIPE_AUTOMATIC_TAX', parse.onOff),
      cancelOffer: readOptional('STRIPE_CANCEL_OFFER', stripeCoupon),
    },
    stripe: stripeOf({
      secretKey: readOptional('STRIPE_SECRET_KEY', stripeKey),
      webhookSecret: readOptional('STRIPE_WEBHOOK_SECRET', stripeWebhookSecret),
      apiUrl: readOptional('STRIPE_API_URL', parse.origin),
    }),
    corsOrigins: readOptional('CORS_ORIGINS', parse.origins) ?? [],
    countryHeader: readOptional('COUNTRY_HEADER', parse.header),
    metricsToken: readOptional('METRICS_TOKEN', parse.secret(16)),
    analytics: readAnalyticsSettings(readOptional),
    eventsMonths: read('EVENTS_MONTHS', parse.wholeNumber('months', 1, 120)),
    visitLimit: {
      perMinute: read('VISITS_PER_MINUTE', parse.wholeNumber('visits', 1, 1_000_000)),
      perDay: read('VISITS_PER_DAY', parse.wholeNumber('visits', 50, 1_000_000)),
    },
    leadsMonths: read('LEADS_MONTHS', parse.wholeNumber('months', 1, 120)),
    leadWebhook: readLeadWebhook(readOptional),
    logLevel: readOptional('LOG_LEVEL', parse.choice(logLevels)) ?? (isProduction ? 'info' : 'warn'),
  };
  if (isProduction) problems.push(...findInsecure(config));
  problems.push(...findStripeProblems(named, isProduction));
  problems.push(...findUseless(named));
  problems.push(...findAudioBucketProblems(named));
  if (config.databaseReplicaUrl !== null && !named['DATABASE_URL']?.trim())
    problems.push('DATABASE_REPLICA_URL is set without DATABASE_URL: name the database that it is a copy of.');
  if (config.eventsDatabaseUrl !== null && config.eventsDatabaseUrl === config.databaseUrl)
    problems.push(
      'EVENTS_DATABASE_URL is the same as DATABASE_URL: leave it out, or name a database for events alone.',
    );
  if (problems.length > 0) throw new ConfigError(describeProblems(problems));
  return config;
}

/** Variables that are of no use without another, and what to do where that one is not set. */
const needs: readonly (readonly [name: VariableName, needed: VariableName, remedy?: string])[] = [
  ['YANDEX_METRICA_TOKEN', 'YANDEX_METRICA_ID'],
  ['GOOGLE_ANALYTICS_SECRET', 'GOOGLE_ANALYTICS_ID'],
  ['META_PIXEL_TOKEN', 'META_PIXEL_ID'],
  ['PIXEL_UTM_SOURCE', 'META_PIXEL_ID'],
  ['META_PIXEL_ID', 'PIXEL_UTM_SOURCE', 'set it to the utm_source of the adverts that the pixel is for.'],
  ['LEADS_WEBHOOK_URL', 'LEADS_WEBHOOK_SECRET'],
  ['LEADS_WEBHOOK_SECRET', 'LEADS_WEBHOOK_URL'],
];

function findUseless(environment: parse.Environment): string[] {
  const isSet = (name: VariableName) => Boolean(environment[name]?.trim());
  return needs
    .filter(([name, needed]) => isSet(name) && !isSet(needed))
    .map(([name, needed, remedy = 'set both, or neither.']) => `${needed} is not set, but ${name} is: ${remedy}`);
}

/** What strangers' passwords and links must not depend on. On this machine there is no network in between. */
function findInsecure({ publicUrl, authSecrets }: Config): string[] {
  const isPlain = publicUrl?.startsWith('http:') && !isLoopback(new URL(publicUrl).hostname);
  return [
    ...(isPlain ? [`PUBLIC_URL is ${JSON.stringify(publicUrl)}: in production, use https.`] : []),
    ...(authSecrets?.some(isConstant)
      ? [`AUTH_SECRET can be guessed: in production, ${requiredInProduction.AUTH_SECRET}`]
      : []),
  ];
}

/** Whether it is a few characters again and again, such as `aaaa…` or `changemechangeme…`. */
function isConstant(secret: string): boolean {
  return new Set(secret).size < 8;
}

function describeProblems(problems: readonly string[]): string {
  const count = problems.length === 1 ? 'One environment variable is' : `${problems.length} environment variables are`;
  return [`${count} not usable:`, ...problems.map((problem) => `  ${problem}`)].join('\n');
}

/** The environment can't be used. The message names every bad variable and what to do about it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

type Exposure = Pick<Config, 'mode' | 'host' | 'publicUrl'>;

/** Whether emails and payments of development have pages: only where the server is for this machine alone. */
export function hasDevelopmentPages(config: Exposure): boolean {
  return config.mode !== 'production' && exposureOf(config) === null;
}

/** A warning where a server that is not for strangers is for more than this machine; else null. */
export function warnOfExposure(config: Exposure): string | null {
  const exposure = exposureOf(config);
  if (config.mode === 'production' || exposure === null) return null;
  return (
    `Others can reach this server (${exposure}), but it is not set up for strangers (NODE_ENV is ${config.mode}). ` +
    'On the internet, set NODE_ENV to production.'
  );
}

/** The variable by which the server is for more than this machine; null where there is none. */
function exposureOf({ host, publicUrl }: Exposure): string | null {
  if (!isLoopback(host)) return `HOST is ${host}`;
  return publicUrl === null || isLoopback(new URL(publicUrl).hostname) ? null : `PUBLIC_URL is ${publicUrl}`;
}
