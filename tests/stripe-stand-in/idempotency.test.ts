import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runStandIn, secretKey, type RunningStandIn } from './running-stand-in.ts';
import { addPrice, idOf, subscribe } from './shop.ts';

let at: RunningStandIn;
beforeAll(async () => {
  at = await runStandIn();
});
afterAll(() => at.stop());

describe('an idempotency key', () => {
  it('answers the same request with the same object, and makes it once', async () => {
    const email = 'once@example.org';
    const first = await at.stripe.customers.create({ email }, { idempotencyKey: 'once' });
    const second = await at.stripe.customers.create({ email }, { idempotencyKey: 'once' });
    expect(second).toEqual(first);
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined();
    expect(second.lastResponse.requestId).not.toBe(first.lastResponse.requestId);
    expect((await at.stripe.customers.list({ email })).data).toHaveLength(1);
  });

  it('makes one object of many requests at once', async () => {
    const key = { idempotencyKey: 'at-once' };
    const asked = Array.from({ length: 10 }, () => at.stripe.customers.create({ name: 'Cleo' }, key));
    const made = await Promise.all(asked);
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  });

  it('is refused with other parameters', async () => {
    await at.stripe.customers.create({ name: 'Ada' }, { idempotencyKey: 'other' });
    await expect(at.stripe.customers.create({ name: 'Bea' }, { idempotencyKey: 'other' })).rejects.toMatchObject({
      type: 'StripeIdempotencyError',
      statusCode: 400,
    });
  });

  it('does not keep what was refused for its parameters', async () => {
    const key = { idempotencyKey: 'refused' };
    await expect(at.stripe.customers.create({ email: 'nobody' }, key)).rejects.toMatchObject({ code: 'email_invalid' });
    expect((await at.stripe.customers.create({ email: 'somebody@example.org' }, key)).object).toBe('customer');
  });

  it('keeps a refused card', async () => {
    const { id, items, customer } = await subscribe(at, { card: 'failsLater' });
    const { id: price } = await addPrice(at, { months: 3, amount: 9999 });
    const terms = { proration_behavior: 'always_invoice', payment_behavior: 'error_if_incomplete' } as const;
    const change = { items: [{ id: items.data[0]!.id, price }], ...terms };
    const isDeclined = { type: 'StripeCardError', code: 'card_declined', decline_code: 'generic_decline' };
    for (const _ of [1, 2]) {
      const changed = at.stripe.subscriptions.update(id, change, { idempotencyKey: 'refused-card' });
      await expect(changed).rejects.toMatchObject(isDeclined);
    }
    const { data } = await at.stripe.charges.list({ customer: idOf(customer) });
    expect(data.filter(({ status }) => status === 'failed')).toHaveLength(1);
  });

  it('is in the events that its request led to', async () => {
    const { id } = await at.stripe.customers.create({}, { idempotencyKey: 'told' });
    const { data } = await at.stripe.events.list({ type: 'customer.created', limit: 1 });
    expect(data[0]).toMatchObject({ data: { object: { id } }, request: { idempotency_key: 'told' } });
  });
});

function ask(headers: Record<string, string>): Promise<Response> {
  return fetch(`${at.url}/v1/customers`, { headers });
}

describe('a request', () => {
  it('is refused without a key, and with another', async () => {
    expect((await ask({})).status).toBe(401);
    const wrong = await ask({ Authorization: 'Bearer sk_test_other' });
    expect([wrong.status, await wrong.json()]).toMatchObject([401, { error: { type: 'invalid_request_error' } }]);
    expect((await ask({ Authorization: `Bearer ${secretKey}` })).status).toBe(200);
  });

  it('has an id and tells the version', async () => {
    const { lastResponse } = await at.stripe.customers.create({});
    expect(lastResponse).toMatchObject({ requestId: expect.stringMatching(/^req_/), apiVersion: '2026-10-28.endive' });
  });

  it('to an address or with a parameter that is not known here is refused, not ignored', async () => {
    await expect(at.stripe.quotes.list()).rejects.toMatchObject({ statusCode: 404 });
    await expect(at.stripe.customers.create({ balance: 5 })).rejects.toMatchObject({
      code: 'parameter_unknown',
      param: 'balance',
    });
  });

  it('for what is not there is told so', async () => {
    await expect(at.stripe.customers.retrieve('cus_none')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      message: "No such customer: 'cus_none'",
    });
  });
});
