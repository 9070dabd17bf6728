import { expect, test } from 'vitest';
import type { PlanId } from '../../../schemas/api/payments.ts';
import type { Database } from '../../../api/platform/db/database.ts';
import { enqueueEmail } from '../../../api/emails/requests.ts';
import { reconcile } from '../../../api/payments/events/reconcile.ts';
import { readPaymentReport } from '../../../api/payments/report.ts';
import { createSync } from '../../../api/payments/sync/create-sync.ts';
import { createLog } from '../../../api/platform/log.ts';
import { describePostgres } from '../../harness/databases.ts';
import { outcomeOf } from '../../accounts/running-accounts.ts';
import { accessOf, runPayments, startPayments } from './running-payments.ts';
import { startStripe, type StripeFront } from './stripe-front.ts';

async function startMember(database: Database, plan: PlanId = 'basic') {
  const started = await startPayments(database);
  return { ...started, id: await started.payments.purchase(started.ada, plan) };
}

/** The same accounts with a key that knows nothing of what was bought. */
async function moveKeys(database: Database, isLive: boolean) {
  const stripe = await startStripe();
  return { stripe, ...partsOf(database, stripe, isLive), payments: paymentsOf(database, stripe, isLive) };
}

function partsOf(database: Database, front: StripeFront, isLive: boolean) {
  const stripe = () => Promise.resolve(front.client);
  const rest = { enqueueEmail, isLive: () => isLive, wakeWorker: () => undefined, log: createLog('silent') };
  const sync = createSync({ database, stripe, ...rest });
  return { sync, reconcile: (options = {}) => reconcile({ database, stripe, sync }, options) };
}

const paymentsOf = (database: Database, stripe: StripeFront, isLive: boolean) =>
  runPayments(database, stripe, { sync: partsOf(database, stripe, isLive).sync });

const customerOf = async ({ knex }: Database) => (await knex('customers').pluck<string[]>('stripe_id'))[0]!;

describePostgres('an account whose customer was deleted at Stripe', (open) => {
  test('buys again, by another customer', async () => {
    const { database, stripe, payments, ada } = await startMember(await open());
    const before = await customerOf(database);
    await stripe.client.customers.del(before);
    const second = await payments.purchase(ada);
    expect(await payments.status(ada, second)).toMatchObject({ status: 'succeeded' });
    expect(await customerOf(database)).not.toBe(before);
    const statuses = (await payments.list(ada)).subscriptions.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set(['active', 'ended']));
  });

  test('opens the portal by another customer', async () => {
    const { database, stripe, payments, ada } = await startMember(await open(), 'lifetime');
    await stripe.client.customers.del(await customerOf(database));
    expect((await payments.portal(ada)).url).toContain('http');
  });

  test.each(['basic', 'lifetime'] as const)('has its payment given back under the guarantee (%s)', async (plan) => {
    const { database, stripe, payments, ada, id } = await startMember(await open(), plan);
    await stripe.client.customers.del(await customerOf(database));
    expect(await payments.refund(ada, id)).toMatchObject({ status: 'refunded', refundedAmount: expect.any(Number) });
    expect((await stripe.client.charges.list()).data[0]).toMatchObject({ refunded: true });
    expect(await accessOf(database, ada)).toBeNull();
  });

  test('keeps what it had paid for, after another purchase too', async () => {
    const { database, stripe, payments, ada, id } = await startMember(await open());
    const before = await customerOf(database);
    stripe.standIn.setTime(Date.now() + 5_000);
    await stripe.client.customers.del(before);
    await payments.purchase(ada);
    const charge = (await stripe.client.charges.list({ customer: before })).data[0]!.id;
    await stripe.client.refunds.create({ charge });
    await payments.sync.customer(before);
    expect((await payments.list(ada)).payments.find((each) => each.id === id)).toMatchObject({ status: 'refunded' });
    expect(await accessOf(database, ada)).not.toBeNull();
  });
});

describePostgres('an account whose customer Stripe does not know', (open) => {
  test('has a charge given back that Stripe knows', async () => {
    const { database, stripe, payments, ada, id } = await startMember(await open());
    await database.knex('customers').update({ stripe_id: 'cus_unknown' });
    expect(await payments.refund(ada, id)).toMatchObject({ status: 'refunded' });
    expect((await stripe.client.subscriptions.list({ status: 'all' })).data).toMatchObject([{ status: 'canceled' }]);
    expect(await accessOf(database, ada)).toBeNull();
  });

  test('buys again, and keeps what another account of Stripe had sold it', async () => {
    const { database, ada } = await startMember(await open());
    const access = await accessOf(database, ada);
    const { payments } = await moveKeys(database, false);
    expect(await outcomeOf(payments.portal(ada))).toBe('done');
    expect(await accessOf(database, ada)).toEqual(access);
    await payments.purchase(ada, 'lifetime');
    expect(await readPaymentReport(database, { from: null, to: null })).toContainEqual(
      expect.objectContaining({ by: 'all', purchases: 2, paid: 1499 + 8999 }),
    );
  });

  test('is counted by the reconciliation, without --all too, as one that could not be read', async () => {
    const { database, ada } = await startMember(await open(), 'lifetime');
    const { reconcile } = await moveKeys(database, false);
    for (const options of [{}, {}, { all: true }]) {
      const { checked, failures } = await reconcile(options);
      expect([checked, failures.map(({ userId }) => userId)]).toEqual([1, [ada.id]]);
    }
    expect(await accessOf(database, ada)).toEqual(new Date('9999-12-31T00:00:00Z'));
  });
});

describePostgres('what a test key had sold, under a live one', (open) => {
  test.each(['basic', 'lifetime'] as const)('is told once and counts for nothing (%s)', async (plan) => {
    const { database, ada, id } = await startMember(await open(), plan);
    const { reconcile } = await moveKeys(database, true);
    const { failures, differences } = await reconcile();
    expect(failures).toHaveLength(1);
    expect(differences.find(({ what }) => what === `payment ${id}`)?.after).toMatch(/test key, counts for nothing$/);
    expect(await reconcile()).toEqual({ checked: 0, otherMode: 1, differences: [], failures: [] });
    expect(await readPaymentReport(database, { from: null, to: null })).toEqual([]);
    expect(await accessOf(database, ada)).toBeNull();
  });

  test('blocks nothing: the same plan is bought again, its payment is the first, and access is by that', async () => {
    const { database, ada } = await startMember(await open());
    const { payments } = await moveKeys(database, true);
    const id = await payments.purchase(ada);
    const { subscriptions, payments: paid } = await payments.list(ada);
    expect(subscriptions).toMatchObject([{ status: 'active' }]);
    expect(paid).toMatchObject([{ id, refundableAmount: 1499 }]);
    expect(await accessOf(database, ada)).not.toBeNull();
  });

  test('counts again once the test key is back', async () => {
    const { database, stripe, ada } = await startMember(await open(), 'lifetime');
    await (await moveKeys(database, true)).reconcile();
    const { sync } = partsOf(database, stripe, false);
    await sync.user(ada.id);
    expect(await paymentsOf(database, stripe, false).list(ada)).toMatchObject({ payments: [{ plan: 'lifetime' }] });
    expect(await accessOf(database, ada)).not.toBeNull();
  });

  test('is not what a live key had sold, under a test key', async () => {
    const { database, ada } = await startMember(await open(), 'lifetime');
    await database.knex('customers').update({ livemode: true });
    await (await moveKeys(database, false)).reconcile();
    expect(await accessOf(database, ada)).not.toBeNull();
    expect(await readPaymentReport(database, { from: null, to: null })).not.toEqual([]);
  });
});
