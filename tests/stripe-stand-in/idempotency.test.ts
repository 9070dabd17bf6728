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
    const price = await addPrice(at, { months: null });
    const create = () =>
      at.stripe.checkout.sessions.create(
        { mode: 'payment', line_items: [{ price: price.id, quantity: 1 }], success_url: 'http://localhost/' },
        { idempotencyKey: 'at-once' },
      );
    const sessions = await Promise.all(Array.from({ length: 10 }, create));
    expect(new Set(sessions.map(({ id }) => id)).size).toBe(1);
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
    const clock = await at.createClock('2027-01-01T00:00:00Z');
    const { latest_invoice } = await subscribe(at, { card: 'failsLater', testClock: clock.id }).then(async ({ id }) => {
      await at.advance(clock.id, '2027-02-01T02:00:00Z');
      return at.stripe.subscriptions.retrieve(id);
    });
    const pay = () => at.stripe.invoices.pay(idOf(latest_invoice), {}, { idempotencyKey: 'refused-card' });
    const errors = [await pay().catch((error: unknown) => error), await pay().catch((error: unknown) => error)];
    expect(errors).toMatchObject([{ type: 'StripeCardError' }, { type: 'StripeCardError' }]);
    const { data } = await at.stripe.charges.list({ limit: 100 });
    expect(data.filter(({ status }) => status === 'failed')).toHaveLength(2);
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
    expect((await ask({ Authorization: `Basic ${btoa(`${secretKey}:`)}` })).status).toBe(200);
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
    await expect(at.stripe.charges.list({ customer: 'cus_none' })).rejects.toMatchObject({
      statusCode: 400,
      code: 'resource_missing',
      param: 'customer',
    });
  });
});
