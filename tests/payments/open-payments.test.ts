import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../api/platform/config/config.ts';
import type { Database } from '../../api/platform/db/database.ts';
import { createLog } from '../../api/platform/log.ts';
import { openPayments } from '../../api/payments/open-payments.ts';
import { handedDependencies } from '../../scripts/handed-dependencies.ts';
import { localUrlOf } from '../../api/platform/http/lifecycle.ts';

const keys = { STRIPE_SECRET_KEY: 'sk_test_0123456789', STRIPE_WEBHOOK_SECRET: 'whsec_0123456789' };
const production = {
  ...keys,
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://db.example/still_waters',
  AUTH_SECRET: 'K7mVtq2YxR9dLwPz4cBnEhJs8uGfA3oT',
  PUBLIC_URL: 'https://example.com',
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'hello@example.com',
};
const emptyFolder = () => mkdtempSync(join(tmpdir(), 'still-waters-payments-'));

function open(
  environment: Record<string, string>,
  folder = emptyFolder(),
  loadStandIn = handedDependencies.loadStandIn,
) {
  const config = readConfig({ ...environment, DATA_DIR: folder });
  const address = { url: 'http://127.0.0.1:3000' };
  // Nothing asks it: payments are only opened.
  const database = {} as Database;
  const developmentToken = '0123456789abcdef';
  return openPayments({
    config,
    database,
    address,
    developmentToken,
    plans: [],
    wakeWorker: () => undefined,
    log: createLog('silent'),
    loadStandIn,
  });
}

const fail = () => Promise.reject(new Error('It was loaded'));

describe('the stand-in for Stripe', () => {
  test.each([
    ['where there is a key', keys],
    ['in production', production],
  ])('is not even loaded %s', async (_where, environment) => {
    const { standIn, settings } = await open(environment, emptyFolder(), fail);
    expect(standIn).toBeNull();
    expect(settings()).toEqual({
      secretKey: keys.STRIPE_SECRET_KEY,
      webhookSecret: keys.STRIPE_WEBHOOK_SECRET,
      apiUrl: null,
    });
  });

  test('is asked at the address of the server itself, where there is no key', async () => {
    const { standIn, settings } = await open({});
    expect(standIn).not.toBeNull();
    expect(settings().apiUrl).toBe('http://127.0.0.1:3000');
  });

  test('that can’t read what it has kept says what to do', async () => {
    const folder = emptyFolder();
    writeFileSync(join(folder, 'stripe-stand-in.json'), '{"damaged');
    await expect(open({}, folder)).rejects.toMatchObject({
      name: 'StandInStateError',
      message: expect.stringContaining('Move that file away') as string,
    });
  });
});

describe('the address of the server for its own machine', () => {
  test.each([
    ['http://0.0.0.0:3000', 'http://127.0.0.1:3000'],
    ['http://[::]:3000', 'http://[::1]:3000'],
    ['http://localhost:80', 'http://localhost:80'],
  ])('of %s is %s', (url, expected) => {
    expect(localUrlOf({ url })).toBe(expected);
  });

  test('is not known before it listens', () => {
    expect(() => localUrlOf({ url: null })).toThrow('before it listened');
  });
});
