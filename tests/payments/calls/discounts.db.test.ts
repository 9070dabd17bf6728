import type { Stripe } from 'stripe';
import { expect, test } from 'vitest';
import { emailJob, type EmailRequest } from '../../../api/emails/requests.ts';
import type { Database } from '../../../api/platform/db/database.ts';
import { readReport } from '../../../api/payments/report.ts';
import type { PlanId } from '../../../schemas/api/payments.ts';
import { describeDatabases } from '../../harness/databases.ts';
import { outcomeOf } from '../../accounts/running-accounts.ts';
import { addMember, letTimePass, runPayments } from './running-payments.ts';
import { startStripe } from './stripe-front.ts';

/** Somebody at Stripe's page, which takes promotion codes and works out the tax. */
async function startBuyer(database: Database, { tax = false } = {}) {
  const stripe = await startStripe();
  const payments = runPayments(database, stripe, { checkout: { promotionCodes: true, automaticTax: tax } });
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
  return { stripe, payments, ada, addCode, buy, emails };
}

const always = { from: null, to: null };

describeDatabases('A promotion code', (open) => {
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
    expect((await readReport(database, always))[0]).toMatchObject({ purchases: 1, paid: 749, net: 749 });
    expect(await payments.refund(ada, id)).toMatchObject({ status: 'refunded', refundedAmount: 749 });
    const refunds = (await emails()).filter(({ template }) => template === 'refund_done');
    expect(refunds).toMatchObject([{ amount: 749 }]);
  });

  test('for one payment leaves the price of the next one', async () => {
    const { payments, ada, addCode, buy } = await startBuyer(await open());
    await addCode('ONCE', { amount_off: 500, currency: 'usd', duration: 'once' });
    await buy('three_months', { code: 'ONCE' });
    expect(await payments.list(ada)).toMatchObject({
      subscriptions: [{ amount: 2999, nextAmount: 2999 }],
      payments: [{ amount: 2499 }],
    });
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
    const { stripe, payments, ada, addCode, buy } = await startBuyer(await open());
    await addCode('TRY', { percent_off: 100, duration: 'once' });
    await buy('basic', { code: 'TRY' });
    const { url } = await payments.portal(ada, 'plan');
    const page = url.split('/').at(-1)!;
    const { portal } = stripe.standIn.standIn;
    const [longer] = portal.view(page)!.subscription!.others;
    // Nothing was paid for what is left of the month, so nothing comes off.
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

describeDatabases("Stripe's tax", (open) => {
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
