import { afterAll, beforeAll, expect, test } from 'vitest';
import { DatabaseError, type Database } from '../../../api/platform/db/database.ts';
import { describePostgres } from '../../harness/databases.ts';
import { runStandIn, webhookSecret, type RunningStandIn } from '../../stripe-stand-in/running-stand-in.ts';
import { openShop, type Shop } from '../sync/shop.ts';
import { openWebhook } from './webhook.ts';

let standIn: RunningStandIn;
beforeAll(async () => void (standIn = await runStandIn()));
afterAll(() => standIn.stop());

const event = {
  id: 'evt_1',
  object: 'event',
  type: 'charge.dispute.created',
  created: 1_770_000_000,
  livemode: false,
  data: { object: { id: 'du_1', object: 'dispute', charge: 'ch_1', evidence: { customer_name: 'Lucía' } } },
};

function twoSecrets() {
  return { secretKey: 'sk_test_1', webhookSecret: 'whsec_new, whsec_old' };
}

describePostgres('the webhook', (open) => {
  let shop: Shop;
  beforeAll(async () => void (shop = openShop(await open(), standIn)));

  test('takes an event in once, with its job, and keeps of it where to look', async () => {
    const webhook = await openWebhook(shop, standIn);
    expect([await webhook.deliver(event), await webhook.deliver(event)]).toEqual([200, 200]);
    const stored = await shop.database.knex('stripe_events').select<object[]>('id', 'type', 'payload', 'processed_at');
    const createdAt = new Date(1_770_000_000_000).toISOString();
    const payload = { object: 'dispute', objectId: 'du_1', customer: null, charge: 'ch_1', createdAt };
    expect(stored).toEqual([{ id: 'evt_1', type: event.type, payload, processed_at: null }]);
    expect(await shop.database.knex('jobs').pluck<string[]>('kind')).toEqual(['stripe_event']);
    expect(webhook.wakes()).toBe(1);
  });

  test('acknowledges events of the other mode, and no more', async () => {
    const webhook = await openWebhook(shop, standIn);
    expect(await webhook.deliver({ ...event, id: 'evt_live', livemode: true })).toBe(200);
    expect(await shop.database.knex('stripe_events').where({ id: 'evt_live' })).toEqual([]);
  });

  test('refuses what Stripe has not signed', async () => {
    const webhook = await openWebhook(shop, standIn);
    expect(await webhook.deliver({ ...event, id: 'evt_forged' }, 'whsec_of_somebody_else')).toBe(400);
    const signature = standIn.stripe.webhooks.generateTestHeaderString({ payload: '{}', secret: webhookSecret });
    for (const headers of [{}, { 'stripe-signature': 'nonsense' }, { 'stripe-signature': signature }]) {
      const { status, text, headers: sent } = await webhook.post(JSON.stringify(event), headers);
      expect([status, sent['content-type']]).toEqual([400, 'application/problem+json; charset=utf-8']);
      expect(JSON.parse(text)).toMatchObject({ code: 'bad_request' });
    }
  });

  test.each<[unknown]>([
    [null],
    [[]],
    [['x']],
    ['x'],
    [7],
    [true],
    [{}],
    [{ ...event, id: undefined }],
    [{ ...event, id: 'evt\u0000' }],
    [{ ...event, id: 7 }],
    [{ ...event, type: null }],
    [{ ...event, created: '1770000000' }],
    [{ ...event, created: 1e20 }],
    [{ ...event, livemode: 'false' }],
    [{ ...event, data: null }],
    [{ ...event, data: { object: 'du_1' } }],
  ])('refuses %j, which is signed and no event', async (body) => {
    const webhook = await openWebhook(shop, standIn);
    const before = await shop.database.knex('stripe_events').pluck('id');
    expect(await webhook.deliver(body as object)).toBe(400);
    expect(await shop.database.knex('stripe_events').pluck('id')).toEqual(before);
  });

  test('takes either of two secrets while they are changed', async () => {
    const webhook = await openWebhook(shop, standIn, { settings: twoSecrets });
    expect(await webhook.deliver({ ...event, id: 'evt_new' }, 'whsec_new')).toBe(200);
    expect(await webhook.deliver({ ...event, id: 'evt_old' }, 'whsec_old')).toBe(200);
    expect(await webhook.deliver({ ...event, id: 'evt_other' }, 'whsec_other')).toBe(400);
  });

  test('takes up to a megabyte, and nothing but POST', async () => {
    const webhook = await openWebhook(shop, standIn);
    expect(await webhook.deliver({ ...event, id: 'evt_large', padding: 'x'.repeat(900_000) })).toBe(200);
    expect(await webhook.deliver({ ...event, id: 'evt_too_large', padding: 'x'.repeat(1_100_000) })).toBe(413);
    const answer = await webhook.app.ask('/api/webhooks/stripe/');
    expect([answer.status, answer.headers.allow]).toEqual([405, 'POST']);
    const options = await webhook.app.ask('/api/webhooks/stripe/', { method: 'OPTIONS' });
    expect([options.status, options.headers.allow]).toEqual([204, 'POST']);
  });

  test('has Stripe come again while the database is away', async () => {
    const gone = Object.assign(new DatabaseError('gone'), { code: 'ECONNREFUSED' });
    const knex = { transaction: () => Promise.reject(gone) } as unknown as Database['knex'];
    const webhook = await openWebhook(shop, standIn, { database: { ...shop.database, knex } });
    expect(await webhook.deliver({ ...event, id: 'evt_later' })).toBe(503);
  });
});
