import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import type { User } from '../../../schemas/api/values.ts';
import type { Database } from '../../../api/platform/db/database.ts';
import { describeDatabases } from '../../harness/databases.ts';
import { outcomeOf } from '../../accounts/running-accounts.ts';
import { addMember, runPayments } from './running-payments.ts';
import { startStripe } from './stripe-front.ts';

/** A member who has paid for a plan. */
async function startMember(database: Database, plan: 'basic' | 'lifetime' = 'basic') {
  const stripe = await startStripe();
  const payments = runPayments(database, stripe);
  const ada = await addMember(database);
  const id = await payments.purchase(ada, plan);
  const { subscriptions } = await payments.list(ada);
  return { stripe, payments, ada, id, subscription: subscriptions[0]?.id ?? '' };
}

async function actionsOf({ knex }: Database, { id }: User): Promise<string[]> {
  return knex('audit_log').where({ user_id: id }).whereNot({ action: 'purchase_begun' }).orderBy('id').pluck('action');
}

const accessOf = async ({ knex }: Database, { id }: User) => {
  const { rows } = await knex.raw<{ rows: { access_to: Date | null }[] }>('SELECT * FROM access_of(?)', [id]);
  return rows[0]?.access_to ?? null;
};

describeDatabases('what somebody has bought', (open) => {
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

  test('is nothing for whoever has only begun, and nobody else’s', async () => {
    const database = await open();
    const { payments } = await startMember(database);
    const eva = await addMember(database, 'eva@example.org');
    await payments.buy(eva);
    expect(await payments.list(eva)).toMatchObject({ subscriptions: [], payments: [] });
  });
});

describeDatabases('a subscription', (open) => {
  test('is canceled and resumed, and its access stays', async () => {
    const database = await open();
    const { payments, ada, subscription } = await startMember(database);
    const canceled = await payments.cancel(ada, subscription);
    expect(canceled).toMatchObject({ status: 'active', renewsAt: null, canCancel: false, canResume: true });
    expect(await outcomeOf(payments.cancel(ada, subscription))).toBe('not_changeable');
    const resumed = await payments.resume(ada, subscription);
    expect(resumed).toMatchObject({ renewsAt: canceled.endsAt, endsAt: null, canCancel: true, canResume: false });
    expect(await outcomeOf(payments.resume(ada, subscription))).toBe('not_changeable');
    expect(await accessOf(database, ada)).toEqual(new Date(canceled.endsAt ?? ''));
    expect(await actionsOf(database, ada)).toEqual(['subscription_canceled', 'subscription_resumed']);
  });

  test('is canceled once by two at once', async () => {
    const database = await open();
    const { payments, ada, subscription } = await startMember(database);
    const outcomes = await Promise.all([1, 2].map(() => outcomeOf(payments.cancel(ada, subscription))));
    expect(outcomes).toContain('done');
    expect(await actionsOf(database, ada)).toEqual(['subscription_canceled']);
    const mails = await database.knex('jobs').whereRaw(`payload->>'template' = 'subscription_ends'`);
    expect(mails).toHaveLength(1);
  });

  test('whose payment has failed ends at once', async () => {
    const database = await open();
    const { stripe, payments, ada, subscription } = await startMember(database);
    await database.knex('subscriptions').update({ status: 'past_due', pay_url: 'https://pay.example' });
    vi.spyOn(stripe.client.subscriptions, 'retrieve').mockResolvedValueOnce({ status: 'past_due' } as never);
    const ended = await payments.cancel(ada, subscription);
    expect(ended).toMatchObject({ status: 'ended', canCancel: false, canResume: false, payUrl: null });
    expect((await stripe.client.subscriptions.retrieve(subscription)).status).toBe('canceled');
    expect(await outcomeOf(payments.cancel(ada, subscription))).toBe('not_changeable');
  });

  test('whose payment was made since it had failed ends with what was paid', async () => {
    const database = await open();
    const { stripe, payments, ada, subscription } = await startMember(database);
    await database.knex('subscriptions').update({ status: 'past_due' });
    expect(await payments.cancel(ada, subscription)).toMatchObject({ status: 'active', canResume: true });
    expect((await stripe.client.subscriptions.retrieve(subscription)).status).toBe('active');
  });

  test('stays as it is while Stripe is away, and is told to have changed where it has', async () => {
    const database = await open();
    const { stripe, payments, ada, subscription } = await startMember(database);
    stripe.faults.set('POST /v1/subscriptions', 'broken');
    expect(await outcomeOf(payments.cancel(ada, subscription))).toBe('payment_unavailable');
    expect(await actionsOf(database, ada)).toEqual([]);
    stripe.faults.clear();
    stripe.faults.set('GET', 'broken');
    expect(await payments.cancel(ada, subscription)).toMatchObject({ canCancel: false, canResume: true });
    expect(await actionsOf(database, ada)).toEqual(['subscription_canceled']);
  });

  test('is nobody else’s', async () => {
    const database = await open();
    const { payments, subscription } = await startMember(database);
    const eva = await addMember(database, 'eva@example.org');
    for (const change of [payments.cancel, payments.resume])
      for (const id of [subscription, 'sub_none']) expect(await outcomeOf(change(eva, id))).toBe('not_found');
    expect(payments.limits.filter((limit) => limit === 'paymentChangesByUser')).toHaveLength(4);
  });
});

describeDatabases('the document of a payment', (open) => {
  test.each(['basic', 'lifetime'] as const)(
    'is its invoice (%s), at an address that works 30 days later',
    async (plan) => {
      const { stripe, payments, ada, id } = await startMember(await open(), plan);
      const viewOf = (url: string) => stripe.standIn.standIn.actions.viewInvoice(url.split('/').at(-1) ?? '');
      const first = await payments.document(ada, id);
      expect(viewOf(first.url)).toMatchObject({ status: 'paid', email: ada.email });
      stripe.standIn.setTime(Date.now() + 30 * 24 * 3_600_000);
      expect(viewOf(first.url)).toBeNull();
      expect(viewOf((await payments.document(ada, id)).url)).toMatchObject({ status: 'paid' });
      expect(payments.limits.filter((limit) => limit === 'documentsByUser')).toHaveLength(2);
    },
  );

  test('is its receipt where it was paid without an invoice', async () => {
    const database = await open();
    const { stripe, payments, ada, id } = await startMember(database, 'lifetime');
    await database.knex('payments').where({ id }).update({ invoice_id: null });
    const { url } = await payments.document(ada, id);
    const { data } = await stripe.client.charges.list();
    expect(stripe.standIn.standIn.actions.viewReceipt(url.split('/').at(-1) ?? '')).toMatchObject({ id: data[0]?.id });
  });

  test('is nobody else’s, and there is none of what was not paid', async () => {
    const database = await open();
    const { payments, ada, id } = await startMember(database);
    const eva = await addMember(database, 'eva@example.org');
    const { id: unpaid } = await payments.buy(eva, 'basic');
    for (const given of [id, unpaid, randomUUID(), 'x'])
      expect(await outcomeOf(payments.document(eva, given))).toBe('not_found');
    expect(await outcomeOf(payments.document(ada, id))).toBe('done');
  });

  test('is unavailable while Stripe is away', async () => {
    const { stripe, payments, ada, id } = await startMember(await open());
    stripe.faults.set('GET /v1/invoices', 'down');
    expect(await outcomeOf(payments.document(ada, id))).toBe('payment_unavailable');
    stripe.faults.clear();
    expect(await outcomeOf(payments.document(ada, id))).toBe('done');
  });
});

describeDatabases('a refund', (open) => {
  test.each(['basic', 'lifetime'] as const)('of the first purchase (%s) ends what it paid for', async (plan) => {
    const database = await open();
    const { stripe, payments, ada, id } = await startMember(database, plan);
    const refunded = await payments.refund(ada, id);
    expect(refunded).toMatchObject({ status: 'refunded', refundedAmount: refunded.amount, refundableUntil: null });
    expect(await accessOf(database, ada)).toBeNull();
    for (const subscription of (await stripe.client.subscriptions.list({ status: 'all' })).data)
      expect(subscription.status).toBe('canceled');
    expect(await outcomeOf(payments.refund(ada, id))).toBe('not_refundable');
    expect(await actionsOf(database, ada)).toEqual(['payment_refunded']);
  });

  test('is made once by two at once', async () => {
    const database = await open();
    const { stripe, payments, ada, id } = await startMember(database);
    const outcomes = await Promise.all([1, 2].map(() => outcomeOf(payments.refund(ada, id))));
    expect(outcomes).toContain('done');
    expect((await stripe.client.refunds.list()).data).toHaveLength(1);
    expect(await actionsOf(database, ada)).toEqual(['payment_refunded']);
  });

  test('of a switch to Lifetime leaves the former plan, which ends with its period unless it is resumed', async () => {
    const database = await open();
    const { payments, ada, id, subscription } = await startMember(database);
    const periodEnd = await accessOf(database, ada);
    const second = await payments.purchase(ada, 'lifetime');
    expect((await payments.list(ada)).subscriptions).toMatchObject([{ status: 'active', canResume: false }]);
    expect(await payments.refund(ada, second)).toMatchObject({ status: 'refunded' });
    expect(await accessOf(database, ada)).toEqual(periodEnd);
    const { subscriptions } = await payments.list(ada);
    expect(subscriptions).toMatchObject([{ status: 'active', endsAt: periodEnd?.toISOString(), canResume: true }]);
    const mails = database.knex('jobs').where({ kind: 'mail' }).orderBy('created_at');
    const templates = (await mails.pluck<{ template: string }[]>('payload')).map(({ template }) => template);
    expect(templates).toEqual(['payment_receipt', 'payment_receipt', 'refund_done']);
    expect(await payments.resume(ada, subscription)).toMatchObject({ renewsAt: periodEnd?.toISOString() });
    expect(await payments.refund(ada, id)).toMatchObject({ status: 'refunded' });
    expect(await accessOf(database, ada)).toBeNull();
  });

  test('is not for what was paid 14 days ago', async () => {
    const database = await open();
    const { payments, ada, id } = await startMember(database);
    await database
      .knex('payments')
      .where({ id })
      .update({ paid_at: new Date(Date.now() - 14 * 24 * 3_600_000) });
    expect(await outcomeOf(payments.refund(ada, id))).toBe('not_refundable');
  });

  test('of nobody else’s payment, or none', async () => {
    const database = await open();
    const { payments, id } = await startMember(database);
    const eva = await addMember(database, 'eva@example.org');
    for (const given of [id, randomUUID(), 'x']) expect(await outcomeOf(payments.refund(eva, given))).toBe('not_found');
  });

  test('that Stripe does not answer for changes nothing, and is made by the next call', async () => {
    const database = await open();
    const { stripe, payments, ada, id } = await startMember(database);
    stripe.faults.set('POST /v1/refunds', 'down');
    expect(await outcomeOf(payments.refund(ada, id))).toBe('payment_unavailable');
    expect(await actionsOf(database, ada)).toEqual([]);
    stripe.faults.set('POST /v1/refunds', 'lost');
    expect(await outcomeOf(payments.refund(ada, id))).toBe('payment_unavailable');
    stripe.faults.clear();
    expect(await payments.refund(ada, id)).toMatchObject({ status: 'refunded' });
    expect((await stripe.client.refunds.list()).data).toHaveLength(1);
  });

  test('after which Stripe fails is told to be made, and the plan ends when Stripe is back', async () => {
    const database = await open();
    const { stripe, payments, ada, id, subscription } = await startMember(database);
    stripe.faults.set('DELETE /v1/subscriptions', 'broken');
    stripe.faults.set('GET', 'broken');
    expect(await payments.refund(ada, id)).toMatchObject({ status: 'refunded', refundedAmount: 1499 });
    stripe.faults.clear();
    await payments.sync.user(ada.id);
    expect((await stripe.client.subscriptions.retrieve(subscription)).status).toBe('canceled');
    expect(await accessOf(database, ada)).toBeNull();
  });
});
