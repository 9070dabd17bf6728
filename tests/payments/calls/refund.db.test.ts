import { randomUUID } from 'node:crypto';
import { Stripe } from 'stripe';
import { expect, test } from 'vitest';
import type { PlanId } from '../../../schemas/api/payments.ts';
import type { User } from '../../../schemas/api/values.ts';
import type { Database } from '../../../api/platform/db/database.ts';
import { describePostgres } from '../../harness/databases.ts';
import { outcomeOf } from '../../accounts/running-accounts.ts';
import { accessOf, addMember, startPayments } from './running-payments.ts';

/** A member who has paid for a plan. */
async function startMember(database: Database, plan: PlanId = 'basic') {
  const started = await startPayments(database);
  const { payments, ada } = started;
  const id = await payments.purchase(ada, plan);
  const { subscriptions } = await payments.list(ada);
  return { ...started, id, subscription: subscriptions[0]?.id ?? '' };
}

async function actionsOf({ knex }: Database, { id }: User): Promise<string[]> {
  return knex('audit_log').where({ user_id: id }).whereNot({ action: 'purchase_begun' }).orderBy('id').pluck('action');
}

describePostgres('what somebody has bought', (open) => {
  test('is listed with what can be bought', async () => {
    const { payments, ada, id, subscription } = await startMember(await open());
    const { plans, ...bought } = await payments.list(ada);
    expect(plans.map((plan) => [plan.id, plan.amount])).toEqual([
      ['basic', 1499],
      ['three_months', 2999],
      ['lifetime', 8999],
    ]);
    expect(bought.subscriptions).toMatchObject([{ id: subscription, plan: 'basic', status: 'active', amount: 1499 }]);
    expect(bought.payments).toMatchObject([{ id, kind: 'purchase', status: 'succeeded', currency: 'USD' }]);
    expect(bought.payments[0]?.refundableUntil).not.toBeNull();
  });

  test('is nothing for a member who has only begun, and for no other member', async () => {
    const { database, payments } = await startMember(await open());
    const eva = await addMember(database, 'eva@example.org');
    await payments.buy(eva);
    expect(await payments.list(eva)).toMatchObject({ subscriptions: [], payments: [] });
  });
});

describePostgres('a refund', (open) => {
  test.each(['basic', 'lifetime'] as const)('of the first purchase (%s) ends what it paid for', async (plan) => {
    const { database, stripe, payments, ada, id } = await startMember(await open(), plan);
    const refunded = await payments.refund(ada, id);
    expect(refunded).toMatchObject({ status: 'refunded', refundedAmount: refunded.amount, refundableUntil: null });
    expect(await accessOf(database, ada)).toBeNull();
    for (const subscription of (await stripe.client.subscriptions.list({ status: 'all' })).data)
      expect(subscription.status).toBe('canceled');
    expect(await outcomeOf(payments.refund(ada, id))).toBe('not_refundable');
    expect(await actionsOf(database, ada)).toEqual(['payment_refunded']);
  });

  test('gives back the rest of a payment of which support gave a part back', async () => {
    const { database, stripe, payments, ada, id } = await startMember(await open());
    const [charge] = (await stripe.client.charges.list()).data;
    await stripe.client.refunds.create({ charge: charge!.id, amount: 500 });
    await payments.sync.user(ada.id);
    const [before] = (await payments.list(ada)).payments;
    expect(before).toMatchObject({ refundedAmount: 500, refundableAmount: 999 });
    expect(await payments.refund(ada, id)).toMatchObject({ status: 'refunded', refundedAmount: 1499 });
    expect(await accessOf(database, ada)).toBeNull();
    expect(await outcomeOf(payments.refund(ada, id))).toBe('not_refundable');
  });

  test('is made once by two at once', async () => {
    const { database, stripe, payments, ada, id } = await startMember(await open());
    const outcomes = await Promise.all([1, 2].map(() => outcomeOf(payments.refund(ada, id))));
    expect(outcomes).toContain('done');
    expect((await stripe.client.refunds.list()).data).toHaveLength(1);
    expect(await actionsOf(database, ada)).toEqual(['payment_refunded']);
  });

  test('of a switch to Lifetime leaves the former plan, which ends with its period unless it is resumed at Stripe', async () => {
    const { database, stripe, payments, ada, id, subscription } = await startMember(await open());
    const periodEnd = await accessOf(database, ada);
    const second = await payments.purchase(ada, 'lifetime');
    expect((await payments.list(ada)).subscriptions).toMatchObject([{ status: 'active', renewsAt: null }]);
    expect(await payments.refund(ada, second)).toMatchObject({ status: 'refunded' });
    expect(await accessOf(database, ada)).toEqual(periodEnd);
    const { subscriptions } = await payments.list(ada);
    expect(subscriptions).toMatchObject([{ status: 'active', endsAt: periodEnd?.toISOString(), renewsAt: null }]);
    const mails = database.knex('jobs').where({ kind: 'mail' }).orderBy('created_at');
    const templates = (await mails.pluck<{ template: string }[]>('payload')).map(({ template }) => template);
    expect(templates).toEqual(['payment_receipt', 'payment_receipt', 'refund_done']);
    await stripe.client.subscriptions.update(subscription, { cancel_at_period_end: false });
    await payments.sync.user(ada.id);
    expect((await payments.list(ada)).subscriptions).toMatchObject([{ renewsAt: periodEnd?.toISOString() }]);
    expect(await payments.refund(ada, id)).toMatchObject({ status: 'refunded' });
    expect(await accessOf(database, ada)).toBeNull();
  });

  test('after that of Lifetime leaves what support gave, even where Stripe failed to bring it back in between', async () => {
    const { database, stripe, payments, ada, id } = await startMember(await open());
    const customer = (await database.knex('customers').pluck('stripe_id'))[0] as string;
    await stripe.client.customers.createBalanceTransaction(customer, { amount: -1000, currency: 'usd' });
    const lifetime = await payments.purchase(ada, 'lifetime');
    stripe.faults.set('POST /v1/customers/', 'broken');
    expect(await payments.refund(ada, lifetime)).toMatchObject({ status: 'refunded' });
    expect(await outcomeOf(payments.refund(ada, id))).toBe('payment_unavailable');
    stripe.faults.clear();
    await payments.refund(ada, id);
    await payments.sync.user(ada.id);
    expect(await stripe.client.customers.retrieve(customer)).toMatchObject({ balance: -1000 });
  });

  test('gives what was paid to change the plan back too, though nothing was heard of that yet', async () => {
    const { stripe, payments, ada, id, subscription } = await startMember(await open());
    const page = (await payments.portal(ada, 'plan')).url.split('/').at(-1)!;
    const { portal } = stripe.standIn.standIn;
    await portal.changePlan(page, portal.view(page)!.subscription!.others[0]!.id);
    stripe.standIn.setTime(Date.now() + 5_000);
    expect(await payments.refund(ada, id)).toMatchObject({ status: 'refunded' });
    const charges = (await stripe.client.charges.list()).data;
    expect(charges.map(({ refunded }) => refunded)).toEqual([true, true]);
    expect((await stripe.client.subscriptions.retrieve(subscription)).status).toBe('canceled');
  });

  test('ends a plan of whose change the bank decides, too', async () => {
    const { database, stripe, payments, ada, id } = await startMember(await open());
    stripe.standIn.setTime(Date.now() + 5_000);
    await payments.change(ada, 'three_months');
    const { data } = await stripe.client.charges.list();
    const change = data.find(({ amount }) => amount === 1500)!;
    await stripe.standIn.dispute(change.id);
    await payments.sync.user(ada.id);
    expect(await payments.refund(ada, id)).toMatchObject({ status: 'refunded', refundedAmount: 1499 });
    expect((await payments.list(ada)).subscriptions).toMatchObject([{ status: 'ended' }]);
    await stripe.standIn.dispute(change.id, 'won');
    await payments.sync.user(ada.id);
    expect(await accessOf(database, ada)).toBeNull();
  });

  test('of a plan is made once Stripe knows that the Lifetime over it was given back', async () => {
    const { stripe, payments, ada, id } = await startMember(await open());
    await payments.purchase(ada, 'lifetime');
    expect(await outcomeOf(payments.refund(ada, id))).toBe('not_refundable');
    const [lifetime] = (await stripe.client.charges.list()).data.filter(({ amount }) => amount > 1499);
    await stripe.client.refunds.create({ charge: lifetime!.id });
    expect(await payments.refund(ada, id)).toMatchObject({ status: 'refunded' });
  });

  test('is not for what was paid 14 days ago, of which Stripe is asked nothing', async () => {
    const { database, stripe, payments, ada, id } = await startMember(await open());
    const asked = stripe.asked.length;
    await database
      .knex('payments')
      .where({ id })
      .update({ paid_at: new Date(Date.now() - 14 * 24 * 3_600_000) });
    expect(await outcomeOf(payments.refund(ada, id))).toBe('not_refundable');
    expect(stripe.asked.slice(asked)).toEqual([]);
  });

  test('of nobody else’s payment, or none', async () => {
    const { database, payments, id } = await startMember(await open());
    const eva = await addMember(database, 'eva@example.org');
    for (const given of [id, randomUUID(), 'x']) expect(await outcomeOf(payments.refund(eva, given))).toBe('not_found');
  });

  test('that Stripe does not answer for changes nothing, and is made by the next call', async () => {
    const { database, stripe, payments, ada, id } = await startMember(await open());
    stripe.faults.set('POST /v1/refunds', 'down');
    expect(await outcomeOf(payments.refund(ada, id))).toBe('payment_unavailable');
    expect(await actionsOf(database, ada)).toEqual([]);
    stripe.faults.set('POST /v1/refunds', 'lost');
    expect(await outcomeOf(payments.refund(ada, id))).toBe('payment_unavailable');
    stripe.faults.clear();
    expect(await payments.refund(ada, id)).toMatchObject({ status: 'refunded' });
    expect((await stripe.client.refunds.list()).data).toHaveLength(1);
    expect(await actionsOf(database, ada)).toEqual(['payment_refunded']);
  });

  test.each(['POST /v1/refunds', 'POST /v1/customers'])('is made once after %s has failed at Stripe', async (call) => {
    const { stripe, payments, ada, id } = await startMember(await open(), 'three_months');
    await payments.change(ada, 'basic');
    stripe.faults.set(call, 'broken');
    for (const _ of [1, 2]) expect(await outcomeOf(payments.refund(ada, id))).toBe('payment_unavailable');
    stripe.faults.clear();
    expect(await payments.refund(ada, id)).toMatchObject({ status: 'refunded' });
    const { data } = await stripe.client.customers.list();
    expect([data[0]!.balance, (await stripe.client.refunds.list()).data.length]).toEqual([0, 1]);
  });

  test('is made though Stripe refuses to put something else right', async () => {
    const { stripe, payments, ada, id, subscription } = await startMember(await open());
    await stripe.client.subscriptions.update(subscription, {
      payment_settings: { save_default_payment_method: 'off' },
    });
    const refusal = new Stripe.errors.StripeInvalidRequestError({ type: 'invalid_request_error', message: 'no' });
    stripe.client.subscriptions.update = () => Promise.reject(refusal);
    expect(await payments.refund(ada, id)).toMatchObject({ status: 'refunded' });
    expect((await stripe.client.subscriptions.retrieve(subscription)).status).toBe('canceled');
  });

  test.each([0, 500])('that Stripe refuses leaves the credit of a change, after a refund of %i too', async (amount) => {
    const { stripe, payments, ada, id } = await startMember(await open(), 'three_months');
    await payments.change(ada, 'basic');
    const balance = async () => (await stripe.client.customers.list()).data[0]!.balance;
    const before = await balance();
    expect(before).toBeLessThan(0);
    const [charge] = (await stripe.client.charges.list()).data;
    if (amount > 0) await stripe.client.refunds.create({ charge: charge!.id, amount });
    stripe.meanwhile.set('POST /v1/refunds', () => stripe.standIn.dispute(charge!.id));
    expect(await outcomeOf(payments.refund(ada, id))).toBe('payment_unavailable');
    const refunded = (await stripe.client.refunds.list()).data.map((refund) => refund.amount);
    expect([await balance(), refunded]).toEqual([before, amount > 0 ? [amount] : []]);
  });

  test('after which Stripe fails is reported as made, and the plan ends when Stripe is back', async () => {
    const { database, stripe, payments, ada, id, subscription } = await startMember(await open());
    stripe.faults.set('DELETE /v1/subscriptions', 'broken');
    const fail = () => Promise.resolve(stripe.faults.set('GET /v1/checkout', 'broken'));
    stripe.meanwhile.set('POST /v1/refunds', fail);
    expect(await payments.refund(ada, id)).toMatchObject({ status: 'refunded', refundedAmount: 1499 });
    stripe.faults.clear();
    await payments.sync.user(ada.id);
    expect((await stripe.client.subscriptions.retrieve(subscription)).status).toBe('canceled');
    expect(await accessOf(database, ada)).toBeNull();
  });
});
