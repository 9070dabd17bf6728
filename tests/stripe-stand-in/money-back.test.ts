import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runStandIn, type RunningStandIn } from './running-stand-in.ts';
import { idOf, sell, subscribe } from './shop.ts';

let at: RunningStandIn;
beforeAll(async () => {
  at = await runStandIn();
});
afterAll(() => at.stop());

async function charge() {
  const { payment_intent } = await sell(at, { months: null, amount: 5000 });
  const { data } = await at.stripe.charges.list({ payment_intent: idOf(payment_intent) });
  if (!data[0]) throw new Error('Nothing was charged');
  return { id: data[0].id, intent: idOf(payment_intent) };
}

/** Events about a charge, its refunds and its disputes. */
async function eventsOf(chargeId: string): Promise<string[]> {
  const { data: events } = await at.stripe.events.list({ limit: 100 });
  const theirs = events.filter(({ data }) => 'charge' in data.object && data.object.charge === chargeId);
  return theirs.map(({ type }) => type).reverse();
}

describe('a refund', () => {
  it('gives back all of a payment, once', async () => {
    const { id, intent } = await charge();
    const refund = await at.stripe.refunds.create({
      payment_intent: intent,
      reason: 'requested_by_customer',
      metadata: { paymentId: 'p1' },
    });
    expect(refund).toMatchObject({ amount: 5000, status: 'succeeded', charge: id, metadata: { paymentId: 'p1' } });
    expect(await at.stripe.charges.retrieve(id, { expand: ['refunds'] })).toMatchObject({
      refunded: true,
      amount_refunded: 5000,
      refunds: { data: [{ id: refund.id }] },
    });
    await expect(at.stripe.refunds.create({ charge: id })).rejects.toMatchObject({
      code: 'charge_already_refunded',
      statusCode: 400,
    });
    expect((await at.stripe.refunds.list({ charge: id })).data).toHaveLength(1);
    const { data } = await at.stripe.events.list({ type: 'charge.refunded', limit: 1 });
    expect(data[0]?.data.previous_attributes).toEqual({ amount_refunded: 0, refunded: false });
  });

  it('gives back parts, and no more than there is', async () => {
    const { id } = await charge();
    await at.stripe.refunds.create({ charge: id, amount: 2000 });
    expect(await at.stripe.charges.retrieve(id)).toMatchObject({ refunded: false, amount_refunded: 2000 });
    await expect(at.stripe.refunds.create({ charge: id, amount: 3001 })).rejects.toMatchObject({ param: 'amount' });
    await expect(at.stripe.refunds.create({ charge: id, amount: 0 })).rejects.toMatchObject({ param: 'amount' });
    expect((await at.stripe.refunds.create({ charge: id })).amount).toBe(3000);
    const refunds = await at.stripe.refunds.list({ charge: id });
    expect(await at.stripe.refunds.retrieve(refunds.data[0]?.id ?? '')).toMatchObject({ amount: 3000 });
  });

  it('lets a subscription be', async () => {
    const subscription = await subscribe(at);
    const { data } = await at.stripe.charges.list({ customer: idOf(subscription.customer) });
    await at.stripe.refunds.create({ charge: data[0]?.id ?? '' });
    expect((await at.stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
  });

  it('needs something that was paid', async () => {
    await expect(at.stripe.refunds.create({})).rejects.toMatchObject({ statusCode: 400 });
    await expect(at.stripe.refunds.create({ charge: 'ch_none' })).rejects.toMatchObject({ param: 'charge' });
  });
});

describe('a list', () => {
  it('of what names nothing is refused', async () => {
    await expect(at.stripe.refunds.list({ charge: 'ch_none' })).rejects.toMatchObject({ param: 'charge' });
    await expect(at.stripe.invoices.list({ subscription: 'sub_none' })).rejects.toMatchObject({
      param: 'subscription',
    });
  });
});

describe('a dispute', () => {
  it('is opened, goes on, and is won', async () => {
    const { id, intent } = await charge();
    const { id: dispute } = await at.dispute(id);
    expect(await at.stripe.charges.retrieve(id)).toMatchObject({ disputed: true });
    await at.dispute(id, 'under_review');
    await at.dispute(id, 'won');
    expect((await at.stripe.disputes.list({ charge: id })).data).toMatchObject([{ id: dispute, status: 'won' }]);
    expect((await at.stripe.disputes.list({ payment_intent: intent })).data).toHaveLength(1);
    expect(await eventsOf(id)).toEqual([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.updated',
      'charge.dispute.updated',
      'charge.dispute.funds_reinstated',
      'charge.dispute.closed',
    ]);
  });

  it('forbids a refund while it lasts and once it is lost', async () => {
    const { id } = await charge();
    const { id: dispute } = await at.dispute(id);
    await expect(at.stripe.refunds.create({ charge: id })).rejects.toMatchObject({ code: 'charge_disputed' });
    expect((await at.stripe.disputes.close(dispute)).status).toBe('lost');
    await expect(at.stripe.refunds.create({ charge: id })).rejects.toMatchObject({ code: 'charge_disputed' });
  });

  it('that is an inquiry takes nothing yet', async () => {
    const { id } = await charge();
    const dispute = await at.dispute(id, 'warning_needs_response');
    expect(await at.stripe.disputes.retrieve(dispute.id)).toMatchObject({ is_charge_refundable: true });
    expect(await eventsOf(id)).toEqual(['charge.dispute.created']);
    expect((await at.stripe.refunds.create({ charge: id })).amount).toBe(5000);
  });
});
