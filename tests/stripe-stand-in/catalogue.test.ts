import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runStandIn, type RunningStandIn } from './running-stand-in.ts';
import { addCustomer, addPrice, idOf, sell, subscribe } from './shop.ts';

let at: RunningStandIn;
beforeAll(async () => {
  at = await runStandIn();
});
afterAll(() => at.stop());

describe('customers', () => {
  it('are created, changed, found and deleted', async () => {
    const email = 'cleo@example.org';
    const { id } = await at.stripe.customers.create({ email, preferred_locales: ['es'], metadata: { a: '1', b: '2' } });
    const changed = await at.stripe.customers.update(id, { name: 'Cleo', metadata: { b: '', c: '3' } });
    expect(changed).toMatchObject({ name: 'Cleo', email, preferred_locales: ['es'], metadata: { a: '1', c: '3' } });
    expect(changed.metadata).not.toHaveProperty('b');
    expect((await at.stripe.customers.list({ email })).data).toMatchObject([{ id }]);
    expect(await at.stripe.customers.del(id)).toMatchObject({ id, deleted: true });
    expect(await at.stripe.customers.retrieve(id)).toMatchObject({ id, deleted: true });
    expect((await at.stripe.customers.list({ email })).data).toEqual([]);
    await expect(at.stripe.customers.update(id, { name: 'Cleo' })).rejects.toMatchObject({ code: 'resource_missing' });
  });

  it('take what runs with them', async () => {
    const subscription = await subscribe(at);
    await at.stripe.customers.del(idOf(subscription.customer));
    expect((await at.stripe.subscriptions.retrieve(subscription.id)).status).toBe('canceled');
    expect((await at.stripe.charges.list({ customer: idOf(subscription.customer) })).data).toHaveLength(1);
  });
});

describe('products and prices', () => {
  it('have ids and lookup keys of their own', async () => {
    const product = await at.stripe.products.create({ id: 'plan_basic', name: 'Basic' });
    await expect(at.stripe.products.create({ id: 'plan_basic', name: 'Basic' })).rejects.toMatchObject({
      code: 'resource_already_exists',
    });
    const terms = { product: product.id, currency: 'USD', unit_amount: 1999, lookup_key: 'basic_usd_1999_1' };
    const recurring = { interval: 'month', interval_count: 1 } as const;
    const first = await at.stripe.prices.create({
      ...terms,
      recurring,
      nickname: 'Basic',
      metadata: { plan: 'basic' },
    });
    await expect(at.stripe.prices.create({ ...terms, recurring })).rejects.toMatchObject({ statusCode: 400 });
    const second = await at.stripe.prices.create({ ...terms, recurring, transfer_lookup_key: true });
    const found = await at.stripe.prices.list({ lookup_keys: [terms.lookup_key], active: true });
    expect(found.data.map(({ id }) => id)).toEqual([second.id]);
    expect((await at.stripe.prices.retrieve(first.id)).lookup_key).toBeNull();
    await at.stripe.prices.update(first.id, { active: false });
    const active = await at.stripe.prices.list({ product: product.id, active: true });
    expect(active.data.map(({ id }) => id)).toEqual([second.id]);
    expect((await at.stripe.products.update(product.id, { name: 'New name' })).name).toBe('New name');
    expect((await at.stripe.products.list({ ids: [product.id] })).data).toHaveLength(1);
  });

  it('that are archived are not sold', async () => {
    const price = await addPrice(at);
    await at.stripe.prices.update(price.id, { active: false });
    const params = { line_items: [{ price: price.id, quantity: 1 }], success_url: 'http://localhost/' };
    await expect(at.stripe.checkout.sessions.create({ ...params, mode: 'subscription' })).rejects.toMatchObject({
      statusCode: 400,
    });
  });
});

describe('lists', () => {
  it('go page by page, forwards and backwards', async () => {
    const made: string[] = [];
    for (let n = 0; n < 5; n += 1) made.unshift((await at.stripe.customers.create({ email: 'page@example.org' })).id);
    const list = { email: 'page@example.org', limit: 2 };
    const first = await at.stripe.customers.list(list);
    const second = await at.stripe.customers.list({ ...list, starting_after: made[1]! });
    const last = await at.stripe.customers.list({ ...list, starting_after: made[3]! });
    const pages = [first, second, last].map(({ data, has_more }) => [data.map(({ id }) => id), has_more]);
    expect(pages).toEqual([
      [made.slice(0, 2), true],
      [made.slice(2, 4), true],
      [made.slice(4), false],
    ]);
    const before = await at.stripe.customers.list({ ...list, ending_before: made[3]! });
    expect([before.data.map(({ id }) => id), before.has_more]).toEqual([made.slice(1, 3), true]);
    const all = await at.stripe.customers.list(list).autoPagingToArray({ limit: 100 });
    expect(all.map(({ id }) => id)).toEqual(made);
  });

  it('are cut by time', async () => {
    const clock = await at.createClock('2027-01-01T00:00:00Z');
    const customer = await addCustomer(at, clock.id);
    await sell(at, { customer: customer.id });
    await at.advance(clock.id, '2027-01-02T00:00:00Z');
    await sell(at, { customer: customer.id });
    const list = (created: object) => at.stripe.charges.list({ customer: customer.id, created });
    const noon = Date.UTC(2027, 0, 1, 12) / 1000;
    expect((await list({ gte: noon })).data).toHaveLength(1);
    expect((await list({ lt: noon })).data).toHaveLength(1);
    expect((await list({ gt: customer.created - 1, lte: noon * 2 })).data).toHaveLength(2);
    expect((await at.stripe.customers.list({ created: customer.created })).data).toHaveLength(1);
  });

  it('refuse limits and ids that make no sense', async () => {
    await expect(at.stripe.customers.list({ limit: 101 })).rejects.toMatchObject({ param: 'limit' });
    await expect(at.stripe.customers.list({ starting_after: 'cus_none' })).rejects.toMatchObject({
      param: 'starting_after',
    });
  });
});

describe('expanding', () => {
  it('puts objects where their ids are', async () => {
    const subscription = await subscribe(at);
    const expand = ['latest_invoice.payments', 'customer', 'default_payment_method'];
    const expanded = await at.stripe.subscriptions.retrieve(subscription.id, { expand });
    expect(expanded).toMatchObject({
      customer: { object: 'customer', email: 'ada@example.org' },
      default_payment_method: { card: { last4: '4242' } },
      latest_invoice: { payments: { data: [{ payment: { payment_intent: expect.stringMatching(/^pi_/) } }] } },
    });
    const invoices = await at.stripe.invoices.list({ subscription: subscription.id, expand: ['data.payments'] });
    expect(invoices.data[0]?.payments?.data).toHaveLength(1);
    const paths = ['payments.data.payment.payment_intent'];
    const invoice = await at.stripe.invoices.retrieve(idOf(subscription.latest_invoice), { expand: paths });
    expect(invoice.payments?.data[0]?.payment.payment_intent).toMatchObject({ status: 'succeeded' });
  });

  it('goes four levels deep, and no deeper', async () => {
    const expand = ['data.payments.data.payment.payment_intent'];
    await expect(at.stripe.invoices.list({ expand })).rejects.toMatchObject({ statusCode: 400 });
  });

  it('refuses what is no object', async () => {
    const { id } = await addCustomer(at);
    await expect(at.stripe.customers.retrieve(id, { expand: ['nothing'] })).rejects.toMatchObject({ statusCode: 400 });
  });
});
