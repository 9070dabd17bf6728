import { createServer } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  askAnew,
  asStripeError,
  createStripeSource,
  isOfStripe,
  isStripeRefusal,
  isUndecided,
  stripeReason,
  StripeError,
} from '../../api/payments/stripe.ts';
import { listenAnywhere } from '../harness/app.ts';

/** What the SDK makes of such an answer. */
async function errorFor(status: number, error: object): Promise<unknown> {
  const server = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'stripe-should-retry': 'false' });
    response.end(JSON.stringify({ error: { message: 'ada@example.org is unknown', ...error } }));
  });
  const port = await listenAnywhere(server);
  onTestFinished(() => void server.close());
  const settings = { secretKey: 'sk_test_1', webhookSecret: 'whsec_1', apiUrl: `http://127.0.0.1:${port}` };
  const client = await createStripeSource(() => settings)();
  return client.customers.retrieve('cus_1').catch((error: unknown) => error);
}

describe('an answer of Stripe', () => {
  test.each([
    [500, {}, true],
    [503, {}, true],
    [429, {}, true],
    [400, { type: 'invalid_request_error' }, false],
    [404, { type: 'invalid_request_error', code: 'resource_missing' }, false],
    [401, {}, false],
  ])('with status %i %j means that it could not be asked: %j', async (status, error, isAway) => {
    const thrown = await errorFor(status, error);
    expect(asStripeError(thrown) instanceof StripeError).toBe(isAway);
    expect(isOfStripe(thrown)).toBe(true);
  });

  test('that is an error is logged without what Stripe says, for that may be personal', async () => {
    const thrown = await errorFor(404, { type: 'invalid_request_error', code: 'resource_missing' });
    expect(stripeReason(thrown)).toBe('StripeInvalidRequestError resource_missing 404');
    expect(isStripeRefusal(thrown, 'resource_missing')).toBe(true);
    expect(isStripeRefusal(thrown, 'other')).toBe(false);
    const away = asStripeError(await errorFor(500, {}));
    expect([stripeReason(away), String(away)].join()).not.toContain('ada');
  });

  test('is repeated for the same key, unless Stripe did not begin', async () => {
    for (const status of [500, 400, 401]) expect(isUndecided(await errorFor(status, {}))).toBe(false);
    for (const status of [429, 409]) expect(isUndecided(await errorFor(status, {}))).toBe(true);
    expect(isUndecided(asStripeError(await errorFor(429, {})))).toBe(true);
  });
});

const failure = (type: string, headers = {}) => Object.assign(new Error(type), { type, headers });

test('What Stripe repeats to a key, or knows with other parameters, is asked under the next key', async () => {
  const answers = [
    failure('StripeAPIError', { 'idempotent-replayed': 'true' }),
    failure('StripeIdempotencyError'),
    failure('StripeAPIError'),
  ];
  const asked: number[] = [];
  const ask = async (attempt: number) => {
    asked.push(attempt);
    throw answers[attempt - 1]!;
  };
  await expect(askAnew(ask)).rejects.toBe(answers[2]);
  expect(asked).toEqual([1, 2, 3]);
});

test('An error of our own is none of Stripe’s', () => {
  const error = new TypeError('ours');
  expect([isOfStripe(error), isUndecided(error), asStripeError(error)]).toEqual([false, false, error]);
});

test('The client is made once, at its first call', async () => {
  let asked = 0;
  const source = createStripeSource(() => {
    asked += 1;
    return { secretKey: 'sk_test_1', webhookSecret: 'whsec_1', apiUrl: null };
  });
  expect(asked).toBe(0);
  const [first, second] = await Promise.all([source(), source()]);
  expect([asked, first === second]).toEqual([1, true]);
});

test('A client that could not be made is made at the next call', async () => {
  const addresses = ['nowhere', null];
  const source = createStripeSource(() => {
    return { secretKey: 'sk_test_1', webhookSecret: 'whsec_1', apiUrl: addresses.shift() ?? null };
  });
  await expect(source()).rejects.toThrow('URL');
  expect(await source()).toBe(await source());
});
