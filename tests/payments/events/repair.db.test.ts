import { expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../../api/platform/db/database.ts';
import { createLog } from '../../../api/platform/log.ts';
import { createPull, removeOldEvents } from '../../../api/payments/events/stripe-events.ts';
import { reconcile } from '../../../api/payments/events/reconcile.ts';
import { describePostgres, openAgain } from '../../harness/databases.ts';
import { createStaleCustomersJob } from '../../../api/payments/events/stale-customers.ts';
import { addUser } from '../../emails/mailing.ts';
import { runStandIn, type RunningStandInOptions } from '../../stripe-stand-in/running-stand-in.ts';
import { openShop } from '../sync/shop.ts';

const wakeWorker = () => undefined;

/** A stand-in of the test's own: its events are counted. */
async function standInForTest(options: RunningStandInOptions = {}) {
  const standIn = await runStandIn(options);
  onTestFinished(() => standIn.stop());
  return standIn;
}

function daysAgo(days: number): Date {
  return new Date(Date.now() - days * 86_400_000);
}

/** Customers who have a purchase whose time is over. */
async function addWaiting(database: Database, count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const { id } = await addUser(database);
    await database.knex('customers').insert({ user_id: id, stripe_id: `cus_${at}` });
    const row = { user_id: id, plan: 'basic', kind: 'purchase', status: 'pending', amount: 1900, currency: 'USD' };
    await database.knex('payments').insert({ ...row, expires_at: new Date(0) });
  }
}

/** An endpoint that never answers as it should. */
const lost = { webhookUrl: () => 'http://127.0.0.1:1' };

describePostgres('events that were lost', (open) => {
  test('are found by the hourly pull', async () => {
    const standIn = await standInForTest(lost);
    const shop = openShop(await open(), standIn);
    const customer = await shop.addCustomer();
    await shop.buy(customer, 'basic');
    const pull = createPull({ ...shop, wakeWorker, log: createLog('silent') });
    await Promise.all([pull(), pull()]);
    await shop.workOff();
    expect(await shop.payments(customer)).toEqual(['purchase succeeded']);
    expect(await shop.emails(customer)).toEqual(['payment_receipt']);
    const [counts] = await shop.database
      .knex('stripe_events')
      .count<{ all: number; done: number }[]>({ all: '*', done: 'processed_at' });
    expect(counts?.all).toBeGreaterThan(3);
    expect(counts?.done).toBe(counts?.all);
    // The correction that followed has caused others since.
    await pull();
    await shop.workOff();
    expect(await shop.emails(customer)).toEqual(['payment_receipt']);
  });

  test('are found after a time without a server, though new ones have come since', async () => {
    const standIn = await standInForTest({ ...lost, now: daysAgo(10).getTime() });
    const shop = openShop(await open(), standIn);
    const customer = await shop.addCustomer();
    await shop.buy(customer, 'lifetime');
    const row = { id: 'evt_new', type: 'charge.updated', payload: '{}', processed_at: new Date() };
    await shop.database.knex('stripe_events').insert(row);
    await createPull({ ...shop, wakeWorker, log: createLog('silent') })();
    await shop.workOff();
    expect(await shop.payments(customer)).toEqual(['purchase succeeded']);
  });

  test('are made up for by the reconciliation, which tells what differed', async () => {
    const standIn = await standInForTest();
    const shop = openShop(await open(), standIn);
    const [payer, refunded, quiet] = [await shop.addCustomer(), await shop.addCustomer(), await shop.addCustomer()];
    const { paymentId } = await shop.buy(payer, 'basic');
    const { paymentId: refundedId } = await shop.buy(refunded, 'lifetime');
    await shop.sync.user(refunded.userId);
    await standIn.stripe.refunds.create({ charge: (await shop.lastCharge(refunded)).id });
    const { checked, differences, failures } = await reconcile(shop);
    expect([checked, failures]).toEqual([3, []]);
    const { id: subscription } = await shop.subscriptionOf(payer);
    expect(differences).toEqual([
      {
        userId: payer.userId,
        what: `payment ${paymentId}`,
        before: 'purchase of basic, pending, $19.00',
        after: 'purchase of basic, succeeded, $19.00',
      },
      {
        userId: payer.userId,
        what: `subscription ${subscription}`,
        before: 'nothing',
        after: expect.stringMatching(/^basic, active, period to 20\d\d-/) as string,
      },
      { userId: payer.userId, what: 'access', before: 'none', after: expect.stringMatching(/^to 20\d\d-/) as string },
      {
        userId: refunded.userId,
        what: `payment ${refundedId}`,
        before: 'purchase of lifetime, succeeded, $99.00',
        after: 'purchase of lifetime, refunded, $99.00, $99.00 given back',
      },
      { userId: refunded.userId, what: 'access', before: 'to 9999-12-31T00:00:00.000Z', after: 'none' },
    ]);
    expect(await shop.payments(quiet)).toEqual([]);
    expect((await reconcile(shop, { all: true })).differences).toEqual([]);
  });

  test('leave no charge with an account that was removed in the same second: the reconciliation says so', async () => {
    const standIn = await standInForTest();
    const shop = openShop(await open(), standIn);
    const customer = await shop.addCustomer();
    const { paymentId } = await shop.buy(customer, 'lifetime');
    await shop.sync.user(customer.userId);
    const { created } = await shop.lastCharge(customer);
    await shop.removeAccount(customer, new Date(created * 1_000 + 500));
    const { differences } = await reconcile(shop, { all: true });
    expect(differences[0]).toEqual({
      userId: customer.userId,
      what: `payment ${paymentId}`,
      before: 'purchase of lifetime, succeeded, $99.00, charged after the account was removed',
      after: 'purchase of lifetime, refunded, $99.00, $99.00 given back',
    });
    expect(await shop.lastCharge(customer)).toMatchObject({ refunded: true });
    expect((await reconcile(shop, { all: true })).differences).toEqual([]);
  });

  test('are looked for as far back as was asked, and one customer who fails delays no other', async () => {
    const standIn = await standInForTest();
    const shop = openShop(await open(), standIn);
    const customers = [await shop.addCustomer(), await shop.addCustomer()];
    for (const customer of customers) await shop.buy(customer, 'basic');
    expect(await reconcile(shop, { since: new Date(Date.now() + 60_000) })).toMatchObject({
      checked: 0,
      differences: [],
    });
    const error = new Error('no');
    const failing = (stripeId: string) =>
      stripeId === customers[0]!.stripeId ? Promise.reject(error) : shop.sync.customer(stripeId);
    const { differences, failures } = await reconcile({ ...shop, sync: { ...shop.sync, customer: failing } });
    expect(failures).toEqual([{ userId: customers[0]!.userId, error }]);
    expect(new Set(differences.map(({ userId }) => userId))).toEqual(new Set([customers[1]!.userId]));
  });
});

describePostgres('the nightly walk', (open) => {
  test('finds those whose time is over or near, and what was given up, and has each looked at once', async () => {
    const standIn = await standInForTest();
    const shop = openShop(await open(), standIn);
    const { knex } = shop.database;
    const [renewing, later, unreminded, waiting, removed] = await Promise.all(
      [1, 2, 3, 4, 5].map(() => shop.addCustomer()),
    );
    await shop.buy(renewing!, 'basic');
    await shop.buy(later!, 'three_months');
    await shop.buy(unreminded!, 'three_months');
    for (const { userId } of [renewing!, later!, unreminded!]) await shop.sync.user(userId);
    const soon = { period_end: daysAgo(-6) };
    await knex('subscriptions')
      .where({ user_id: unreminded!.userId })
      .update({ ...soon, period_start: daysAgo(80) });
    const reminded = { ...soon, reminded_for: soon.period_end, period_start: daysAgo(80) };
    await knex('subscriptions').where({ user_id: later!.userId }).update(reminded);
    await knex('subscriptions')
      .where({ user_id: renewing!.userId })
      .update({ period_end: daysAgo(-1) });
    await knex('customers').update({ read_started_at: new Date(0) });
    const { paymentId, checkoutId } = await shop.begin(waiting!, 'basic');
    await knex('payments')
      .where({ id: paymentId })
      .update({ expires_at: new Date(0) });
    await standIn.stripe.checkout.sessions.expire(checkoutId);
    await shop.removeAccount(removed!, new Date(0));
    const event = { type: 'charge.updated', payload: '{"customer":null,"charge":null}' };
    await knex('stripe_events').insert({ ...event, id: 'evt_given_up', received_at: daysAgo(2) });
    await knex('stripe_events').insert({ ...event, id: 'evt_new' });
    const walk = createStaleCustomersJob({ database: shop.database, wakeWorker });
    await walk();
    await walk();
    const jobs = await knex('jobs')
      .whereNot({ kind: 'mail' })
      .select<{ kind: string; payload: object }[]>('kind', 'payload');
    expect(jobs).toHaveLength(5);
    expect(jobs).toEqual(
      expect.arrayContaining([
        { kind: 'customer_sync', payload: { stripeId: renewing!.stripeId } },
        { kind: 'customer_sync', payload: { stripeId: unreminded!.stripeId } },
        { kind: 'customer_sync', payload: { stripeId: waiting!.stripeId } },
        { kind: 'close_customer', payload: { userId: removed!.userId } },
        { kind: 'stripe_event', payload: { eventId: 'evt_given_up' } },
      ]),
    );
    await shop.workOff();
    expect(await shop.payments(waiting!)).toEqual(['purchase expired']);
    await walk();
    expect(await knex('jobs').whereNot({ kind: 'mail' })).toEqual([]);
  });
});

describePostgres('the nightly walk', (open) => {
  test('finds those whose plan should have renewed long ago', async () => {
    const standIn = await standInForTest();
    const shop = openShop(await open(), standIn);
    const customer = await shop.addCustomer();
    await shop.buy(customer, 'basic');
    await shop.sync.user(customer.userId);
    const { knex } = shop.database;
    await knex('subscriptions').update({ period_end: daysAgo(10) });
    await knex('customers').update({ read_started_at: daysAgo(12) });
    await createStaleCustomersJob({ database: shop.database, wakeWorker })();
    expect(await knex('jobs').where({ kind: 'customer_sync' })).toHaveLength(1);
  });

  test('reads no customer twice in twenty hours', async () => {
    const database = await open();
    await addWaiting(database, 1);
    const walkAfter = async (hours: number) => {
      await database.knex('customers').update({ read_started_at: daysAgo(hours / 24) });
      await createStaleCustomersJob({ database, wakeWorker })();
      return (await database.knex('jobs')).length;
    };
    expect(await walkAfter(19)).toBe(0);
    expect(await walkAfter(21)).toBe(1);
  });

  test('leaves time between its jobs, for those that somebody waits for', async () => {
    const database = await open();
    await addWaiting(database, 9);
    await createStaleCustomersJob({ database, wakeWorker })();
    const { rows } = await database.knex.raw<{ rows: { seconds: number }[] }>(
      'SELECT extract(epoch FROM run_at - min(run_at) OVER ())::int AS seconds FROM jobs ORDER BY 1',
    );
    expect(rows.map(({ seconds }) => seconds)).toEqual([0, 0, 0, 0, 4, 4, 4, 4, 8]);
  });
});

describePostgres('several processes on their nightly walk', (open) => {
  test('have each customer looked at once', async () => {
    const database = await open();
    const again = await openAgain(database);
    await addWaiting(database, 20);
    const walks = [database, again, database, again].map((one) =>
      createStaleCustomersJob({ database: one, wakeWorker })(),
    );
    await Promise.all(walks);
    expect(await database.knex('jobs')).toHaveLength(20);
  });
});

describePostgres('events that were looked at', (open) => {
  test('are kept for 90 days', async () => {
    const { knex, ...database } = await open();
    const row = { type: 'charge.refunded', payload: '{}' };
    await knex('stripe_events').insert([
      { ...row, id: 'old', received_at: daysAgo(91), processed_at: daysAgo(91) },
      { ...row, id: 'waiting', received_at: daysAgo(91), processed_at: null },
      { ...row, id: 'new', received_at: daysAgo(89), processed_at: daysAgo(89) },
    ]);
    await removeOldEvents({ ...database, knex });
    expect(await knex('stripe_events').orderBy('id').pluck<string[]>('id')).toEqual(['new', 'waiting']);
  });
});
