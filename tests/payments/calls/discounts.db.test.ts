import type { Stripe } from 'stripe';
import { expect, test } from 'vitest';
import { emailJob, type EmailRequest } from '../../../api/emails/requests.ts';
import type { Database } from '../../../api/platform/db/database.ts';
import { readPaymentReport } from '../../../api/payments/report.ts';
import type { PlanId } from '../../../schemas/api/payments.ts';
import { describePostgres } from '../../harness/databases.ts';
import { outcomeOf } from '../../accounts/running-accounts.ts';
import { addMember, letTimePass, runPayments } from './running-payments.ts';
import { startStripe } from './stripe-front.ts';

/** Somebody at Stripe's page, which takes promotion codes and works out the tax. */
async function startBuyer(database: Database, { tax = false, cancelOffer = null as string | null } = {}) {
  const stripe = await startStripe();
  const pages = { promotionCodes: true, automaticTax: tax, cancelOffer };
  const payments = runPayments(database, stripe, { pages });
  const ada = await addMember(database);
  const { actions } = stripe.standIn.standIn;
  const addCode = async (code: string, coupon: Stripe.CouponCreateParams) => {
    const { id } = await stripe.client.coupons.create(coupon);
    await stripe.client.promotionCodes.create({ promotion: { type: 'coupon', coupon: id }, code });
  };
  /** Buys with a code, and in a country; resolves to the payment's id. */
  const buy = async (plan: PlanId, { code = '', country = '' } = {}) => {
    const { id, url } = await payments.buy(ada, plan);
    const page = url.split('/').at(-1)!;
    if (code !== '') expect(await actions.applyPromotion(page, code)).toEqual({ kind: 'applied' });
    if (country !== '') await actions.setCountry(page, country);
    const isFree = actions.view(page)!.isFree;
    expect(await (isFree ? actions.pay(page, null) : stripe.standIn.pay(page))).toMatchObject({ kind: 'paid' });
    await letTimePass(database);
    expect(await payments.status(ada, id)).toMatchObject({ status: 'succeeded' });
    return id;
  };
  const emails = async () => {
    const jobs = database.knex('jobs').where({ kind: emailJob });
    return (await jobs.select<{ payload: EmailRequest }[]>('payload')).map(({ payload }) => payload);
  };
  const { portal } = stripe.standIn.standIn;
  return { stripe, payments, ada, portal, addCode, buy, emails };
}

const always = { from: null, to: null };

describePostgres('A promotion code', (open) => {
  test('is what was paid less everywhere, and the whole of that can be given back', async () => {
    const database = await open();
    const { payments, ada, addCode, buy, emails } = await startBuyer(database);
    await addCode('HALF', { percent_off: 50, duration: 'repeating', duration_in_months: 2 });
    const id = await buy('basic', { code: 'half' });
    expect(await payments.list(ada)).toMatchObject({
      subscriptions: [{ amount: 1499, nextAmount: 749 }],
      payments: [{ amount: 749, refundableAmount: 749 }],
    });
    expect(await emails()).toMatchObject([{ template: 'payment_receipt', amount: 749 }]);
    expect((await readPaymentReport(database, always))[0]).toMatchObject({ purchases: 1, paid: 749, net: 749 });
    expect(await payments.refund(ada, id)).toMatchObject({ status: 'refunded', refundedAmount: 749 });
    const refunds = (await emails()).filter(({ template }) => template === 'refund_done');
    expect(refunds).toMatchObject([{ amount: 749 }]);
  });

  test.each(['broken', 'down'] as const)(
    'opens the plan, though Stripe is %s when it is asked for the next payment',
    async (fault) => {
      const { stripe, payments, ada, addCode, buy } = await startBuyer(await open());
      await addCode('HALF', { percent_off: 50, duration: 'forever' });
      stripe.faults.set('POST /v1/invoices/create_preview', fault);
      await buy('basic', { code: 'HALF' });
      expect(await payments.list(ada)).toMatchObject({ subscriptions: [{ status: 'active', nextAmount: 1499 }] });
      stripe.faults.clear();
      expect(await payments.list(ada, { fresh: true })).toMatchObject({ subscriptions: [{ nextAmount: 749 }] });
    },
  );

  test('for one payment leaves the price of the next one', async () => {
    const { payments, ada, addCode, buy } = await startBuyer(await open());
    await addCode('ONCE', { amount_off: 500, currency: 'usd', duration: 'once' });
    await buy('three_months', { code: 'ONCE' });
    expect(await payments.list(ada)).toMatchObject({
      subscriptions: [{ amount: 2999, nextAmount: 2999 }],
      payments: [{ amount: 2499 }],
    });
  });

  test('for one plan is not taken off the other, after a change', async () => {
    const { payments, ada, portal, addCode, buy } = await startBuyer(await open());
    await payments.buy(ada, 'basic'); // so that Stripe has the product
    await addCode('BASIC', { percent_off: 50, duration: 'forever', applies_to: { products: ['plan_basic'] } });
    await buy('basic', { code: 'BASIC' });
    expect(await payments.list(ada)).toMatchObject({ subscriptions: [{ amount: 1499, nextAmount: 749 }] });
    const page = (await payments.portal(ada, 'plan')).url.split('/').at(-1)!;
    await portal.changePlan(page, portal.view(page)!.subscription!.others[0]!.id);
    const { subscriptions } = await payments.list(ada, { fresh: true });
    expect(subscriptions).toMatchObject([{ plan: 'three_months', amount: 2999, nextAmount: 2999 }]);
  });

  test('for all of it opens Lifetime, which there is nothing to give back of', async () => {
    const database = await open();
    const { stripe, payments, ada, addCode, buy, emails } = await startBuyer(database);
    await addCode('GIFT', { percent_off: 100, duration: 'once' });
    const id = await buy('lifetime', { code: 'GIFT' });
    expect((await payments.list(ada)).payments).toMatchObject([{ amount: 0, refundableUntil: null }]);
    expect((await stripe.client.charges.list()).data).toEqual([]);
    expect(await outcomeOf(payments.refund(ada, id))).toBe('not_refundable');
    expect(await outcomeOf(payments.buy(ada, 'basic'))).toBe('already_subscribed');
    const [receipt, ...more] = await emails();
    expect([receipt, more]).toMatchObject([{ amount: 0, invoice: { last4: null } }, []]);
    await payments.sync.user(ada.id);
    expect(await emails()).toHaveLength(1);
  });

  test('for all of the first time leaves the guarantee to what is paid first', async () => {
    const { payments, ada, portal, addCode, buy } = await startBuyer(await open());
    await addCode('TRY', { percent_off: 100, duration: 'once' });
    await buy('basic', { code: 'TRY' });
    const { url } = await payments.portal(ada, 'plan');
    const page = url.split('/').at(-1)!;
    const [longer] = portal.view(page)!.subscription!.others;
    // Nothing was paid for the rest of the month, so nothing comes off.
    expect(longer).toMatchObject({ amount: 2999, due: 2999 });
    await portal.changePlan(page, longer!.id);
    const all = (await payments.list(ada, { fresh: true })).payments;
    const paid = all.find(({ amount }) => amount > 0)!;
    expect(paid).toMatchObject({ plan: 'three_months', amount: 2999, refundableAmount: 2999 });
    expect(all.filter(({ refundableUntil }) => refundableUntil !== null)).toEqual([paid]);
    expect(await payments.refund(ada, paid.id)).toMatchObject({ status: 'refunded' });
    expect((await payments.list(ada)).subscriptions).toMatchObject([{ status: 'ended' }]);
  });
});

describePostgres("Stripe's tax", (open) => {
  test('is asked for by country, is in what is paid and on the receipt, and comes back with it', async () => {
    const { stripe, payments, ada, buy, emails } = await startBuyer(await open(), { tax: true });
    const { url } = await payments.buy(ada, 'lifetime');
    expect(await stripe.standIn.pay(url)).toMatchObject({ kind: 'declined', field: 'country' });
    const id = await buy('lifetime', { country: 'ES' });
    expect(await emails()).toMatchObject([{ template: 'payment_receipt', amount: 8999, invoice: { tax: 1562 } }]);
    expect(await payments.refund(ada, id)).toMatchObject({ refundedAmount: 8999 });
  });

  test('is worked out for renewals by the address that was given', async () => {
    const { stripe, buy, emails } = await startBuyer(await open(), { tax: true });
    await buy('basic', { country: 'DE' });
    const { data } = await stripe.client.subscriptions.list();
    expect(data).toMatchObject([{ automatic_tax: { enabled: true } }]);
    expect((await stripe.client.customers.list()).data).toMatchObject([{ address: { country: 'DE' } }]);
    expect(await emails()).toMatchObject([{ amount: 1499, invoice: { tax: 239 } }]);
  });
});

/** A member who asks to end a plan, where `STAY` is offered. */
async function startLeaving(database: Database, coupon: Stripe.CouponCreateParams) {
  const buyer = await startBuyer(database, { cancelOffer: 'STAY' });
  const { stripe, payments, ada } = buyer;
  await stripe.client.coupons.create({ id: 'STAY', ...coupon });
  const clock = await stripe.standIn.createClock(Math.floor(Date.now() / 1_000));
  const customer = await stripe.client.customers.create({ email: ada.email, test_clock: clock.id });
  await database.knex('customers').insert({ user_id: ada.id, stripe_id: customer.id });
  const renew = async () => {
    const { renewsAt } = await plan();
    await stripe.standIn.advance(clock.id, Date.parse(renewsAt!) / 1_000 + 2 * 3_600);
  };
  const leave = async () => (await payments.portal(ada, 'cancel')).url.split('/').at(-1)!;
  const plan = async () => (await payments.list(ada, { fresh: true })).subscriptions[0]!;
  return { ...buyer, leave, plan, renew };
}

describePostgres('A customer who ends a plan', (open) => {
  test('is offered the discount once, and the renewal takes so much less', async () => {
    const database = await open();
    const { portal, leave, plan, renew, buy } = await startLeaving(database, { percent_off: 40, duration: 'once' });
    await buy('three_months');
    const page = await leave();
    expect(portal.view(page)?.offer).toEqual({ amount: 1799, currency: 'usd', months: 0 });
    const answers = await Promise.all([portal.acceptOffer(page), portal.acceptOffer(page)]);
    expect(answers.map(({ kind }) => kind)).toEqual(['paid', 'gone']);
    const kept = await plan();
    expect(kept).toMatchObject({ amount: 2999, nextAmount: 1799, endsAt: null });
    expect(portal.view(await leave())?.offer).toBeNull();
    await renew();
    expect(await plan()).toMatchObject({ amount: 2999, nextAmount: 2999 });
    const sum = (await readPaymentReport(database, always)).find(({ by }) => by === 'all');
    expect(sum).toMatchObject({ purchases: 1, renewals: 1, paid: 2999 + 1799 });
    expect(portal.view(await leave())?.offer).toBeNull();
  });

  test('ends it all the same, with a reason', async () => {
    const { portal, leave, plan, buy } = await startLeaving(await open(), { percent_off: 40, max_redemptions: 1 });
    await buy('basic');
    expect(await portal.setRenewal(await leave(), false, { feedback: 'too_expensive' })).toMatchObject({
      kind: 'paid',
    });
    expect(await plan()).toMatchObject({ renewsAt: null });
  });

  test('can do so where the offer is gone or was never there', async () => {
    const database = await open();
    const { portal, buy, stripe, payments, ada } = await startBuyer(database, { cancelOffer: 'NEVER' });
    await buy('basic');
    const leave = async () => (await payments.portal(ada, 'cancel')).url.split('/').at(-1)!;
    expect(portal.view(await leave())).toMatchObject({ flow: 'subscription_cancel', offer: null });
    await stripe.client.coupons.create({ id: 'NEVER', percent_off: 40, redeem_by: 1 });
    const page = await leave();
    expect(portal.view(page)).toMatchObject({ flow: 'subscription_cancel', offer: null });
    expect(await portal.setRenewal(page, false)).toMatchObject({ kind: 'paid' });
  });
});
