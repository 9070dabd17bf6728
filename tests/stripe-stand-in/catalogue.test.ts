import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runStandIn, type RunningStandIn } from './running-stand-in.ts';
import { addCustomer, idOf, openSession, sell, subscribe } from './shop.ts';

let at: RunningStandIn;
beforeAll(async () => {
  at = await runStandIn();
});
afterAll(() => at.stop());

describe('customers', () => {
  it('are created, changed, found and deleted', async () => {
    const email = 'cleo@example.org';
    const { customers } = at.stripe;
    const { id } = await customers.create({ email, preferred_locales: ['es'], metadata: { a: '1' } });
    const changed = await customers.update(id, { name: 'Cleo' });
    expect(changed).toMatchObject({ name: 'Cleo', email, preferred_locales: ['es'], metadata: { a: '1' } });
    expect((await customers.list({ email })).data).toMatchObject([{ id }]);
    expect(await customers.update(id, { name: '', email: '' })).toMatchObject({ name: null, email: null });
    expect(await customers.del(id)).toMatchObject({ id, deleted: true });
    expect(await customers.retrieve(id)).toMatchObject({ id, deleted: true });
    expect((await customers.list({ email })).data).toEqual([]);
    await expect(customers.update(id, { name: 'Cleo' })).rejects.toMatchObject({ code: 'resource_missing' });
  });

  it('take what runs with them', async () => {
    const { id, customer } = await subscribe(at);
    await at.stripe.customers.del(idOf(customer));
    expect((await at.stripe.subscriptions.retrieve(id)).status).toBe('canceled');
    expect((await at.stripe.charges.list({ customer: idOf(customer) })).data).toHaveLength(1);
  });
});

describe('products and prices', () => {
  it('have ids and lookup keys of their own', async () => {
    const { products, prices } = at.stripe;
    const isTaken = { code: 'resource_already_exists', statusCode: 400 };
    const { id: product } = await products.create({ id: 'plan_basic', name: 'Basic' });
    await expect(products.create({ id: 'plan_basic', name: 'Basic' })).rejects.toMatchObject(isTaken);
    const recurring = { interval: 'month', interval_count: 1 } as const;
    const terms = { product, currency: 'USD', unit_amount: 1999, recurring, metadata: { plan: 'basic' } };
    const first = await prices.create({ ...terms, lookup_key: 'basic_usd_1999_1' });
    expect(first).toMatchObject({ currency: 'usd', metadata: { plan: 'basic' } });
    await expect(prices.create({ ...terms, lookup_key: 'basic_usd_1999_1' })).rejects.toMatchObject(isTaken);
    const second = await prices.create({ ...terms, lookup_key: 'basic_usd_1499_1' });
    const idsOf = async (params: object) => (await prices.list(params)).data.map(({ id }) => id);
    expect(await idsOf({ lookup_keys: ['basic_usd_1999_1'], active: true })).toEqual([first.id]);
    await prices.update(first.id, { active: false });
    expect(await idsOf({ product, active: true })).toEqual([second.id]);
    expect((await products.update(product, { name: 'New name' })).name).toBe('New name');
  });
});

describe('lists', () => {
  it('go page by page', async () => {
    const made: string[] = [];
    for (let n = 0; n < 5; n += 1) made.unshift((await at.stripe.customers.create({ email: 'page@example.org' })).id);
    const list = { email: 'page@example.org', limit: 2 };
    const last = await at.stripe.customers.list({ ...list, starting_after: made[3]! });
    expect([last.data.map(({ id }) => id), last.has_more]).toEqual([made.slice(4), false]);
    const all = await at.stripe.customers.list(list).autoPagingToArray({ limit: 100 });
    expect(all.map(({ id }) => id)).toEqual(made);
  });

  it.each([
    [{ limit: 101 }, 'limit'],
    [{ limit: 0 }, 'limit'],
    [{ starting_after: 'cus_none' }, 'starting_after'],
    [{ customer: 'cus_none' }, 'customer'],
    [{ payment_intent: 'pi_none' }, 'payment_intent'],
    [{ ending_before: 'ch_none' }, 'ending_before'],
  ])('refuse %j', async (params, param) => {
    await expect(at.stripe.charges.list(params)).rejects.toMatchObject({ param, statusCode: 400 });
  });

  it('of events are cut by time and by type', async () => {
    const { created } = await sell(at, { months: null });
    const { events } = at.stripe;
    expect((await events.list({ created: { gte: created + 100 } })).data).toEqual([]);
    const found = await events.list({ created: { gte: created - 100 }, types: ['checkout.session.completed'] });
    expect(new Set(found.data.map(({ type }) => type))).toEqual(new Set(['checkout.session.completed']));
  });
});

describe('expanding', () => {
  it('puts objects where their ids are, four levels deep', async () => {
    const { id, latest_invoice: latest } = await subscribe(at);
    const expand = ['latest_invoice.payments', 'customer', 'default_payment_method'];
    expect(await at.stripe.subscriptions.retrieve(id, { expand })).toMatchObject({
      customer: { object: 'customer', email: 'ada@example.org' },
      default_payment_method: { card: { last4: '4242' } },
      latest_invoice: { payments: { data: [{ payment: { payment_intent: expect.stringMatching(/^pi_/) } }] } },
    });
    const deep = { expand: ['payments.data.payment.payment_intent'] };
    const invoice = await at.stripe.invoices.retrieve(idOf(latest), deep);
    expect(invoice.payments?.data[0]?.payment.payment_intent).toMatchObject({ status: 'succeeded' });
  });

  it('has what a session sells', async () => {
    const session = await openSession(at);
    const { line_items } = await at.stripe.checkout.sessions.retrieve(session.id, { expand: ['line_items'] });
    expect(line_items?.data).toMatchObject([{ quantity: 1, amount_total: 1999, description: 'Basic plan' }]);
  });

  it('refuses what is deeper, and what is no object', async () => {
    const deeper = { expand: ['data.payments.data.payment.payment_intent'] };
    await expect(at.stripe.invoices.list(deeper)).rejects.toMatchObject({ param: 'expand' });
    const { id } = await addCustomer(at);
    await expect(at.stripe.customers.retrieve(id, { expand: ['nothing'] })).rejects.toMatchObject({ param: 'expand' });
  });
});
