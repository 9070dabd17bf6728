import { brand } from '../../content/brand.ts';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  ConfigError,
  configDefaults,
  hasDevelopmentPages,
  readConfig,
  warnOfExposure,
} from '../../api/platform/config/config.ts';
import { warnOfStripeKey } from '../../api/platform/config/stripe.ts';

function errorOf(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('The configuration was accepted');
}

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://db.example/still_waters',
  AUTH_SECRET: 'K7mVtq2YxR9dLwPz4cBnEhJs8uGfA3oT',
  PUBLIC_URL: 'https://example.com/',
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'hello@example.com',
  STRIPE_SECRET_KEY: 'sk_live_0123456789',
  STRIPE_WEBHOOK_SECRET: 'whsec_0123456789',
};
const required = Object.keys(production).slice(1);
const stripeTest = { STRIPE_SECRET_KEY: 'sk_test_0123456789', STRIPE_WEBHOOK_SECRET: 'whsec_0123456789' };

describe('a server that other machines can reach', () => {
  test('outside production warns of it', () => {
    for (const exposed of [
      { mode: 'development', host: '0.0.0.0', publicUrl: null },
      { mode: 'test', host: 'example.com', publicUrl: 'http://localhost:3000' },
      { mode: 'development', host: '127.0.0.1', publicUrl: 'https://example.com' },
    ] as const) {
      const variable = exposed.publicUrl?.startsWith('https') ? 'PUBLIC_URL is https:' : `HOST is ${exposed.host}`;
      expect(warnOfExposure(exposed)).toContain(variable);
      expect(warnOfExposure(exposed)).toContain(`NODE_ENV is ${exposed.mode}`);
      expect(hasDevelopmentPages(exposed)).toBe(false);
    }
  });

  test.each([
    ['127.0.0.1', null],
    ['127.1.2.3', 'http://127.0.0.1:3000'],
    ['::1', 'http://[::1]:3000'],
    ['localhost', 'http://localhost'],
  ])('is not one that listens on %s with the address %s', (host, publicUrl) => {
    expect(warnOfExposure({ mode: 'development', host, publicUrl })).toBeNull();
    expect(hasDevelopmentPages({ mode: 'development', host, publicUrl })).toBe(true);
    expect(hasDevelopmentPages({ mode: 'production', host, publicUrl })).toBe(false);
  });

  test('is as it should be in production', () => {
    expect(warnOfExposure({ mode: 'production', host: '0.0.0.0', publicUrl: null })).toBeNull();
  });
});

const leads = {
  LEADS_WEBHOOK_URL: 'https://crm.example.com/leads?token=1',
  LEADS_WEBHOOK_SECRET: `whsec_${'A'.repeat(32)}`,
};
const analytics = {
  YANDEX_METRICA_ID: '12345678',
  GOOGLE_ANALYTICS_ID: 'G-AB12CD34EF',
  META_PIXEL_ID: '1234567890123456',
  PIXEL_UTM_SOURCE: 'meta',
};

describe('analytics services', () => {
  test('are in use once they have an id, and told by the server once they have a token', () => {
    expect(readConfig({ ...analytics, META_PIXEL_TOKEN: 'a'.repeat(16), CONSENT: 'none' }).analytics).toEqual({
      consent: 'none',
      yandexMetrica: { id: 12_345_678, token: null },
      googleAnalytics: { id: 'G-AB12CD34EF', secret: null },
      metaPixel: { id: '1234567890123456', utmSource: 'meta', token: 'a'.repeat(16) },
    });
  });

  test.each([
    ['META_PIXEL_ID', '1234567890123456', 'PIXEL_UTM_SOURCE'],
    ['PIXEL_UTM_SOURCE', 'meta', 'META_PIXEL_ID'],
    ['META_PIXEL_TOKEN', 'a'.repeat(16), 'META_PIXEL_ID'],
    ['GOOGLE_ANALYTICS_SECRET', 'a'.repeat(16), 'GOOGLE_ANALYTICS_ID'],
    ['YANDEX_METRICA_TOKEN', 'a'.repeat(16), 'YANDEX_METRICA_ID'],
  ])('do not take %s alone', (name, value, needed) => {
    expect(errorOf({ [name]: value })).toMatch(new RegExp(`\\n {2}${needed} is not set, but ${name} is: set .+\\.$`));
  });
});

const warningOf = (environment: Record<string, string>) => warnOfStripeKey(readConfig(environment));

describe('a key of Stripe', () => {
  test('that takes real money warns outside production, and one that takes none in production', () => {
    const live = { ...stripeTest, STRIPE_SECRET_KEY: 'sk_live_0123456789' };
    expect(warningOf(live)).toMatch(/live key, though NODE_ENV is development/);
    expect(warningOf({ ...production, ...stripeTest })).toMatch(/test key: no real payment/);
    for (const environment of [{}, stripeTest, production]) expect(warningOf(environment)).toBeNull();
  });

  test('comes with the secret of the webhook, and with the address of a stand-in only where nothing is real', () => {
    const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: webhook } = stripeTest;
    const api = 'http://127.0.0.1:12111';
    const several = { ...stripeTest, STRIPE_WEBHOOK_SECRET: `${webhook}, whsec_9876543210` };
    expect(readConfig(several).stripe?.webhookSecret).toBe('whsec_0123456789, whsec_9876543210');
    const { stripe } = readConfig({ ...stripeTest, STRIPE_API_URL: api });
    expect(stripe).toEqual({ secretKey: key, webhookSecret: webhook, apiUrl: api });
    expect(errorOf({ STRIPE_SECRET_KEY: key })).toMatch(/\n {2}STRIPE_WEBHOOK_SECRET is not set/);
    expect(errorOf({ STRIPE_WEBHOOK_SECRET: webhook })).toMatch(/\n {2}STRIPE_SECRET_KEY is not set/);
    expect(errorOf({ STRIPE_API_URL: api })).toMatch(/\n {2}STRIPE_SECRET_KEY is not set/);
    expect(errorOf({ ...production, STRIPE_API_URL: api })).toContain('STRIPE_API_URL is set: in production');
    const live = { ...stripeTest, STRIPE_SECRET_KEY: 'sk_live_0123456789', STRIPE_API_URL: api };
    expect(errorOf(live)).toContain('STRIPE_API_URL is set: with a live key');
  });
});

describe('secrets', () => {
  const [one, two] = ['a'.repeat(32), 'b'.repeat(32)];

  test('of log-ins may be several while one replaces another, each as long as one', () => {
    expect(readConfig({ AUTH_SECRET: `${one}, ${two}` }).authSecrets).toEqual([one, two]);
    expect(errorOf({ AUTH_SECRET: `${one},short` })).toMatch(/AUTH_SECRET is not usable: use 32 or more .*commas\.$/);
  });

  test('may stand in files, and not in a file and the environment', () => {
    const { authSecrets, metricsToken } = readConfig({
      AUTH_SECRET_FILE: fileOf(`${one}\n${two}\n`),
      METRICS_TOKEN_FILE: fileOf('token-of-the-metrics\n'),
    });
    expect([authSecrets, metricsToken]).toEqual([[one, two], 'token-of-the-metrics']);
    expect(errorOf({ AUTH_SECRET: one, AUTH_SECRET_FILE: fileOf(two) })).toContain('are both set');
    expect(errorOf({ AUTH_SECRET_FILE: '/nowhere', METRICS_TOKEN_FILE: fileOf('') })).toMatch(
      /AUTH_SECRET_FILE is "\/nowhere": that file can't be read, or is empty\.\n {2}METRICS_TOKEN_FILE is /,
    );
    const inProduction = errorOf({ NODE_ENV: 'production', AUTH_SECRET_FILE: '/nowhere' });
    expect(inProduction).toContain('AUTH_SECRET_FILE is "/nowhere"');
    expect(inProduction).not.toContain('AUTH_SECRET is not set');
    const { STRIPE_WEBHOOK_SECRET } = stripeTest;
    expect(errorOf({ STRIPE_SECRET_KEY_FILE: '/nowhere', STRIPE_WEBHOOK_SECRET })).toMatch(/^One .*\n.*_FILE is .*$/);
  });
});

describe('the configuration', () => {
  test('takes a bucket for audio with all of its key, and a CDN, by https or at this machine', () => {
    const bucket = { AUDIO_BUCKET_URL: 'https://s3.example.com/sounds/', AUDIO_BUCKET_KEY_ID: 'AKID' };
    const { audioBucket, assetsUrl } = readConfig({
      ...bucket,
      AUDIO_BUCKET_SECRET: 'a-secret-key',
      ASSETS_URL: 'http://127.0.0.1:9000/site/',
    });
    const url = 'https://s3.example.com/sounds';
    expect(audioBucket).toEqual({ url, keyId: 'AKID', secret: 'a-secret-key', region: 'us-east-1' });
    expect(assetsUrl).toBe('http://127.0.0.1:9000/site');
    expect(errorOf(bucket)).toContain('AUDIO_BUCKET_SECRET is not set');
    for (const url of ['http://cdn.example.com', 'https://cdn.example.com?a', '//cdn.example.com', 'https://a b'])
      expect(errorOf({ ASSETS_URL: url })).toContain('ASSETS_URL is');
  });

  test('takes a replica of a database that it knows', () => {
    const DATABASE_REPLICA_URL = 'postgres://site@two,three/site';
    expect(errorOf({ DATABASE_REPLICA_URL })).toContain('DATABASE_REPLICA_URL is set without DATABASE_URL');
    const { databaseReplicaUrl } = readConfig({ DATABASE_URL: 'postgres://site@one/site', DATABASE_REPLICA_URL });
    expect(databaseReplicaUrl).toBe(DATABASE_REPLICA_URL);
  });

  test('takes a database for events alone', () => {
    const url = 'postgres://site@one/site';
    const message = errorOf({ DATABASE_URL: url, EVENTS_DATABASE_URL: url });
    expect(message).toContain('EVENTS_DATABASE_URL is the same as DATABASE_URL');
  });

  test('needs nothing to be set', () => {
    expect(readConfig({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      dataDirectory: resolve('.data'),
      funnelsDirectory: resolve('funnels'),
      recordingsDirectory: resolve('content/recordings'),
      audioDirectory: resolve('.data/audio'),
      assetsUrl: null,
      audioBucket: null,
      siteDirectory: resolve('dist/site'),
      mode: 'development',
      trustProxy: ['loopback'],
      databaseUrl: null,
      databaseReplicaUrl: null,
      eventsDatabaseUrl: null,
      authSecrets: null,
      publicUrl: null,
      smtpUrl: null,
      mailFrom: `${brand.name} <no-reply@localhost>`,
      stripe: null,
      stripePages: { promotionCodes: false, automaticTax: false, cancelOffer: null },
      corsOrigins: [],
      countryHeader: null,
      metricsToken: null,
      analytics: { consent: 'ask', yandexMetrica: null, googleAnalytics: null, metaPixel: null },
      databasePool: 10,
      databasePrepared: 'on',
      migrates: true,
      drainSeconds: 0,
      visitLimit: { perMinute: 120, perDay: 5_000 },
      eventsMonths: 13,
      leadsMonths: 12,
      leadWebhook: null,
      logLevel: 'warn',
    });
  });

  test('takes an empty variable for one that is not set', () => {
    expect(readConfig({ PORT: '', HOST: ' ', TRUST_PROXY: '' })).toEqual(readConfig({}));
  });

  test('is read from the environment', () => {
    const config = readConfig({ PORT: '0', HOST: '::1', DATA_DIR: '/var/data', ...production });
    expect(config).toMatchObject({ port: 0, host: '::1', dataDirectory: '/var/data', mode: 'production' });
    expect(config).toMatchObject({ publicUrl: 'https://example.com', logLevel: 'info' });
    expect(readConfig({ CORS_ORIGINS: 'https://a.example, http://localhost:5173' }).corsOrigins).toEqual([
      'https://a.example',
      'http://localhost:5173',
    ]);
  });

  test('takes the name of a header for countries, and nothing else', () => {
    expect(readConfig({ COUNTRY_HEADER: 'CF-IPCountry' }).countryHeader).toBe('cf-ipcountry');
    expect(errorOf({ COUNTRY_HEADER: 'CF IPCountry' })).toContain('use the name of a header, such as CF-IPCountry');
  });

  test('in production needs what has no sensible default, and says what to do about all of it at once', () => {
    const message = errorOf({ NODE_ENV: 'production', PORT: 'x' });
    expect(message.match(/^ {2}\w+/gm)).toEqual(['PORT', ...required].map((name) => `  ${name}`));
    expect(message).toMatch(/AUTH_SECRET is not set: in production, set it to .*openssl rand/);
  });

  test.each(['a'.repeat(48), '0123'.repeat(8), 'changeme'.repeat(4), 'secret-'.repeat(5)])(
    'in production refuses a secret of a few characters again and again, also as the second one: %s',
    (secret) => {
      const problem = /\n {2}AUTH_SECRET can be guessed: in production, set it to .*openssl rand/;
      expect(errorOf({ ...production, AUTH_SECRET: secret })).toMatch(problem);
      const both = `${production.AUTH_SECRET},${secret}`;
      expect(errorOf({ ...production, AUTH_SECRET: both })).toMatch(problem);
      expect(errorOf({ ...production, AUTH_SECRET: both })).not.toContain(secret);
      expect(readConfig({ AUTH_SECRET: secret }).authSecrets).toEqual([secret]);
    },
  );

  test('in production takes a plain http address of the site only on this machine', () => {
    expect(errorOf({ ...production, PUBLIC_URL: 'http://example.com' })).toContain(
      'PUBLIC_URL is "http://example.com": in production, use https.',
    );
    for (const url of ['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:3000'])
      expect(readConfig({ ...production, PUBLIC_URL: url }).publicUrl).toBe(url);
    expect(readConfig({ PUBLIC_URL: 'http://example.com' }).publicUrl).toBe('http://example.com');
  });

  test.each([
    ['none', false],
    ['1', 1],
    ['10.0.0.0/8, loopback', ['10.0.0.0/8', 'loopback']],
    ['fd00::/8', ['fd00::/8']],
  ])('trusts the proxies %j', (text, expected) => {
    expect(readConfig({ TRUST_PROXY: text }).trustProxy).toEqual(expected);
  });

  test.each([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['PORT', '0x50'],
    ['PORT', 'http'],
    ['HOST', 'http://localhost'],
    ['HOST', 'a b'],
    ['NODE_ENV', 'prod'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.0/8,'],
    ['TRUST_PROXY', '10.0.0.0/8/8'],
    ['PUBLIC_URL', 'example.com'],
    ['PUBLIC_URL', 'https://example.com/app'],
    ['MAIL_FROM', 'Still Waters'],
    ['CORS_ORIGINS', '*'],
    ['CORS_ORIGINS', 'https://a.example,https://b.example/'],
    ['LOG_LEVEL', 'all'],
    ['YANDEX_METRICA_ID', '0123'],
    ['GOOGLE_ANALYTICS_ID', 'UA-1234-1'],
    ['CONSENT', 'no'],
    ['EVENTS_MONTHS', '0'],
    ['EVENTS_MONTHS', '121'],
    ['LEADS_MONTHS', '0'],
    ['VISITS_PER_MINUTE', '0'],
    ['VISITS_PER_DAY', '49'],
    ['VISITS_PER_DAY', '1e5'],
  ])('refuses %s=%s with a word on what to do', (name, value) => {
    const message = errorOf({ [name]: value });
    expect(message).toMatch(/^One environment variable is not usable:\n/);
    expect(message).toMatch(new RegExp(`\n {2}${name} is ".*": use .+\\.$`));
  });

  test.each([
    ['DATABASE_URL', 'mysql://root:hunter2@db.example/x'],
    ['DATABASE_URL', 'postgres://root:12/hunter2@db.example/x'],
    ['DATABASE_URL', 'postgres://root:12#hunter2@db.example/x'],
    ['DATABASE_URL', 'postgres://root:12?hunter2@db.example/x'],
    ['EVENTS_DATABASE_URL', 'mysql://root:hunter2@db.example/x'],
    ['EVENTS_DATABASE_URL', 'clickhouse://root:hunter2@db.example'],
    ['EVENTS_DATABASE_URL', 'clickhouse://root:hunter2%@db.example/x'],
    ['EVENTS_DATABASE_URL', 'clickhouse://root:hunter2%ff@db.example/x'],
    ['EVENTS_DATABASE_URL', 'clickhouse://root:12/hunter2@db.example'],
    ['EVENTS_DATABASE_URL', 'clickhouse:///hunter2'],
    ['EVENTS_DATABASE_URL', 'clickhouse://root:hunter2@db.example/x?secure=true'],
    ['EVENTS_DATABASE_URL', 'clickhouse://root:hunter2@db.example/x?tls=of'],
    ['EVENTS_DATABASE_URL', 'https://root:hunter2@db.example:8443/x'],
    ['DATABASE_REPLICA_URL', 'mysql://root:hunter2@db.example/x'],
    ['SMTP_URL', 'https://user:hunter2@mail.example'],
    ['AUTH_SECRET', 'hunter2'],
    ['METRICS_TOKEN', 'hunter2'],
    ['STRIPE_SECRET_KEY', 'hunter2'],
    ['STRIPE_WEBHOOK_SECRET', 'hunter2'],
    ['YANDEX_METRICA_TOKEN', 'hunter2'],
    ['GOOGLE_ANALYTICS_SECRET', 'hunter2'],
    ['META_PIXEL_TOKEN', 'hunter2'],
    ['LEADS_WEBHOOK_URL', 'http://hunter2.example/leads'],
    ['LEADS_WEBHOOK_SECRET', 'whsec_hunter2'],
  ])('does not repeat a secret when it refuses it: %s', (name, value) => {
    const message = errorOf({ ...stripeTest, ...analytics, ...leads, [name]: value });
    expect(message).toMatch(new RegExp(`\n {2}${name} is not usable: use .+\\.$`));
    expect(message).not.toContain('hunter2');
  });

  test('takes a webhook for leads with its secrets, and neither without the other', () => {
    const { LEADS_WEBHOOK_URL: url, LEADS_WEBHOOK_SECRET: secret } = leads;
    expect(readConfig({ ...leads, LEADS_WEBHOOK_SECRET: `${secret}, ${secret}` }).leadWebhook).toEqual({
      url,
      secrets: [secret, secret],
    });
    expect(readConfig({}).leadWebhook).toBeNull();
    expect(errorOf({ LEADS_WEBHOOK_URL: url })).toContain('LEADS_WEBHOOK_SECRET is not set, but LEADS_WEBHOOK_URL is');
    expect(errorOf({ LEADS_WEBHOOK_SECRET: secret })).toContain(
      'LEADS_WEBHOOK_URL is not set, but LEADS_WEBHOOK_SECRET is',
    );
  });

  test('names everything that is wrong in one error', () => {
    const message = errorOf({ PORT: 'x', HOST: '??', NODE_ENV: 'live', SITE_DIR: 'a\0b' });
    expect(message).toMatch(/^4 environment variables are not usable:\n/);
    expect(message.match(/^ {2}\w+/gm)).toEqual(['  PORT', '  HOST', '  SITE_DIR', '  NODE_ENV']);
  });

  test('is explained in the manual: each variable with its default, and no other', () => {
    const manual = readFileSync('docs/guide/operations.md', 'utf8');
    const rows = [...manual.matchAll(/^- `([A-Z_]+)`(?: \((?:default `([^`]+)`)?[^)]*\))?:/gm)];
    expect(Object.fromEntries(rows.map(([, name, value = '']) => [name, value]))).toEqual(configDefaults);
  });
});

function fileOf(text: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'secrets-')), 'secret');
  writeFileSync(file, text);
  return file;
}
