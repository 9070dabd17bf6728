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
  return { id: data[0]!.id, intent: idOf(payment_intent) };
}

describe('a refund', () => {
  it('gives back all of a payment, once', async () => {
    const { id, intent } = await charge();
    const about = { reason: 'requested_by_customer', metadata: { paymentId: 'p1' } } as const;
    const refund = await at.stripe.refunds.create({ payment_intent: intent, ...about });
    expect(refund).toMatchObject({ amount: 5000, status: 'succeeded', charge: id, ...about });
    expect(await at.stripe.charges.retrieve(id)).toMatchObject({ refunded: true, amount_refunded: 5000 });
    const isRefunded = { code: 'charge_already_refunded', statusCode: 400 };
    await expect(at.stripe.refunds.create({ charge: id })).rejects.toMatchObject(isRefunded);
    expect((await at.stripe.refunds.list({ charge: id })).data).toHaveLength(1);
    const { data } = await at.stripe.events.list({ type: 'charge.refunded', limit: 1 });
    expect(data[0]?.data.previous_attributes).toEqual({ amount_refunded: 0, refunded: false });
  });

  it('gives back parts, and no more than there is', async () => {
    const { id } = await charge();
    const { refunds } = at.stripe;
    const { id: refund } = await refunds.create({ charge: id, amount: 2000 });
    expect(await at.stripe.charges.retrieve(id)).toMatchObject({ refunded: false, amount_refunded: 2000 });
    for (const amount of [3001, 0])
      await expect(refunds.create({ charge: id, amount })).rejects.toMatchObject({ param: 'amount' });
    expect((await refunds.create({ charge: id })).amount).toBe(3000);
    expect(await refunds.retrieve(refund)).toMatchObject({ amount: 2000 });
  });

  it('lets a subscription be', async () => {
    const { id, customer } = await subscribe(at);
    const { data } = await at.stripe.charges.list({ customer: idOf(customer) });
    await at.stripe.refunds.create({ charge: data[0]!.id });
    expect((await at.stripe.subscriptions.retrieve(id)).status).toBe('active');
  });

  it('needs something that was paid', async () => {
    await expect(at.stripe.refunds.create({})).rejects.toMatchObject({ statusCode: 400 });
    await expect(at.stripe.refunds.create({ charge: 'ch_none' })).rejects.toMatchObject({ param: 'charge' });
  });
});

describe('a dispute', () => {
  it.each([
    ['won', ['funds_reinstated', 'closed']],
    ['lost', ['closed']],
  ] as const)('is opened, goes on, and is %s', async (outcome, last) => {
    const { id } = await charge();
    const { id: dispute } = await at.dispute(id);
    expect(await at.stripe.charges.retrieve(id)).toMatchObject({ disputed: true });
    const isHeldBack = { code: 'charge_disputed' };
    await expect(at.stripe.refunds.create({ charge: id })).rejects.toMatchObject(isHeldBack);
    await at.dispute(id, 'under_review');
    await at.dispute(id, outcome);
    expect((await at.stripe.disputes.list({ charge: id })).data).toMatchObject([{ id: dispute, status: outcome }]);
    const { data: events } = await at.stripe.events.list({ limit: 100 });
    const theirs = events.filter(({ data }) => 'charge' in data.object && data.object.charge === id).reverse();
    const types = theirs.map(({ type }) => type.replace('charge.dispute.', ''));
    expect(types).toEqual(['created', 'funds_withdrawn', 'updated', 'updated', ...last]);
    const refund = at.stripe.refunds.create({ charge: id });
    if (outcome === 'lost') await expect(refund).rejects.toMatchObject(isHeldBack);
    else expect((await refund).amount).toBe(5000);
  });
});
