import type { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runStandIn, type RunningStandIn } from './running-stand-in.ts';
import { addCustomer, addPrice, idOf, periodEndOf, sell } from './shop.ts';

let at: RunningStandIn;
beforeAll(async () => {
  at = await runStandIn();
});
afterAll(() => at.stop());

interface CodeOptions {
  readonly coupon?: Stripe.CouponCreateParams;
  readonly code?: Partial<Stripe.PromotionCodeCreateParams>;
}

/** A code of its own, of a coupon that is half off unless it says otherwise. */
async function addCode({ coupon = { percent_off: 50, duration: 'once' }, code = {} }: CodeOptions = {}) {
  const { id } = await at.stripe.coupons.create(coupon);
  return at.stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: id }, ...code });
}

interface Wanted {
  readonly months?: number | null;
  readonly testClock?: string;
  readonly customer?: string;
}

/** An open session whose page takes codes. */
async function openSession({ months = 1, testClock, ...wanted }: Wanted = {}): Promise<Stripe.Checkout.Session> {
  const price = await addPrice(at, { months });
  return at.stripe.checkout.sessions.create({
    mode: price.recurring ? 'subscription' : 'payment',
    customer: wanted.customer ?? (await addCustomer(at, testClock)).id,
    line_items: [{ price: price.id, quantity: 1 }],
    allow_promotion_codes: true,
    ...(!price.recurring && { invoice_creation: { enabled: true } }),
    success_url: 'http://localhost:3000/paid',
  });
}

const apply = (session: Stripe.Checkout.Session, code: string) => at.standIn.actions.applyPromotion(session.id, code);
const read = ({ id }: Stripe.Checkout.Session) => at.stripe.checkout.sessions.retrieve(id);

describe('A promotion code', () => {
  it('lowers what is paid, whatever its case, until it is taken off', async () => {
    const { code } = await addCode({ code: { code: 'Calm' } });
    const session = await openSession();
    expect(await apply(session, ' cALM ')).toEqual({ kind: 'applied' });
    expect(await read(session)).toMatchObject({
      amount_subtotal: 1999,
      amount_total: 999,
      total_details: { amount_discount: 1000 },
      discounts: [{ promotion_code: expect.stringMatching(/^promo_/) }],
    });
    expect(at.standIn.actions.view(session.id)).toMatchObject({
      amount: 999,
      promotion: { code, off: 1000, later: 1999 },
    });
    await apply(session, '');
    expect(await read(session)).toMatchObject({ amount_total: 1999, discounts: [] });
  });

  it('counts for the card that comes after one that was declined', async () => {
    const { code, id } = await addCode();
    const session = await openSession();
    await at.pay(session.id, 'declined');
    await apply(session, code);
    await at.pay(session.id);
    const paid = await at.stripe.invoices.retrieve(idOf((await read(session)).invoice));
    expect(paid).toMatchObject({
      subtotal: 1999,
      total: 999,
      amount_paid: 999,
      total_discount_amounts: [{ amount: 1000 }],
    });
    expect((await at.stripe.charges.list({ customer: idOf(session.customer) })).data[0]).toMatchObject({ amount: 999 });
    expect(await at.stripe.promotionCodes.retrieve(id)).toMatchObject({ times_redeemed: 1 });
  });

  it.each([
    ['unknown', 'that nobody made', () => Promise.resolve({ code: 'NOTHING' })],
    ['expired', 'that has run out', () => addCode({ code: { expires_at: Math.floor(Date.now() / 1_000) - 1 } })],
    ['other_product', 'for another product', () => addCodeForOther()],
    ['other_product', 'in another currency', () => addCode({ coupon: { amount_off: 100, currency: 'eur' } })],
    ['used_up', 'that was used up', () => addUsedCode()],
  ] as const)('is refused as %s: one %s', async (problem, _which, add) => {
    const session = await openSession();
    expect(await apply(session, (await add()).code)).toEqual({ kind: 'refused', problem });
    expect(await read(session)).toMatchObject({ amount_total: 1999, discounts: [] });
  });

  it('for a first purchase is refused at the second', async () => {
    const { code } = await addCode({ code: { restrictions: { first_time_transaction: true } } });
    const { customer } = await sell(at);
    expect(await apply(await openSession({ customer: idOf(customer) }), code)).toMatchObject({
      problem: 'first_purchase',
    });
    expect(await apply(await openSession(), code)).toEqual({ kind: 'applied' });
  });

  it('that was used up since is taken off before the card is asked', async () => {
    const { code } = await addCode({ code: { max_redemptions: 1 } });
    const [first, second] = [await openSession(), await openSession()];
    for (const session of [first, second]) await apply(session, code);
    expect(await at.pay(first.id)).toMatchObject({ kind: 'paid' });
    expect(await at.pay(second.id)).toMatchObject({ kind: 'declined', field: 'promotion' });
    expect(await read(second)).toMatchObject({ status: 'open', amount_total: 1999 });
    expect((await at.stripe.charges.list({ customer: idOf(second.customer) })).data).toEqual([]);
  });

  it('for all of it needs no card for a single payment, and one for what renews', async () => {
    const { code } = await addCode({ coupon: { percent_off: 100, duration: 'once' } });
    const [single, renewing] = [await openSession({ months: null }), await openSession()];
    for (const session of [single, renewing]) await apply(session, code);
    expect(await at.standIn.actions.pay(single.id, null)).toMatchObject({ kind: 'paid' });
    expect(await read(single)).toMatchObject({
      payment_status: 'no_payment_required',
      payment_intent: null,
      invoice: expect.stringMatching(/^in_/),
    });
    expect(await at.standIn.actions.pay(renewing.id, null)).toMatchObject({ kind: 'declined' });
    expect(await at.pay(renewing.id, 'authenticates')).toEqual({ kind: 'authenticate' });
    expect(await at.authenticate(renewing.id, 'confirm')).toMatchObject({ kind: 'paid' });
    expect((await at.stripe.charges.list({ customer: idOf(renewing.customer) })).data).toEqual([]);
    const { data } = await at.stripe.setupIntents.list({ customer: idOf(renewing.customer) });
    expect(data).toMatchObject([{ status: 'succeeded' }]);
  });

  it.each([
    ['once', { percent_off: 50, duration: 'once' }, [999, 1999, 1999, 1999]],
    ['two months', { percent_off: 50, duration: 'repeating', duration_in_months: 2 }, [999, 999, 1999, 1999]],
    ['for good', { amount_off: 500, currency: 'usd', duration: 'forever' }, [1499, 1499, 1499, 1499]],
  ] as const)('counts %s', async (_name, coupon, amounts) => {
    const clock = await at.createClock('2027-01-31T10:00:00Z');
    const { code } = await addCode({ coupon });
    const session = await openSession({ testClock: clock.id });
    await apply(session, code);
    await at.pay(session.id);
    const subscription = idOf((await read(session)).subscription);
    for (let month = 1; month < amounts.length; month += 1) {
      const end = periodEndOf(await at.stripe.subscriptions.retrieve(subscription));
      await at.advance(clock.id, end + 2 * 3_600);
    }
    const { data } = await at.stripe.invoices.list({ subscription });
    expect(data.map(({ amount_paid }) => amount_paid).toReversed()).toEqual(amounts);
  });
});

async function addCodeForOther() {
  const { id } = await at.stripe.products.create({ name: 'Another' });
  return addCode({ coupon: { percent_off: 50, applies_to: { products: [id] } } });
}

async function addUsedCode() {
  const used = await addCode({ code: { max_redemptions: 1 } });
  const session = await openSession();
  await apply(session, used.code);
  await at.pay(session.id);
  return used;
}

it('What the stand-in does not know of coupons and codes is refused', async () => {
  await expect(at.stripe.coupons.create({ duration: 'once' })).rejects.toMatchObject({ param: 'percent_off' });
  await expect(at.stripe.coupons.create({ percent_off: 50, duration: 'repeating' })).rejects.toMatchObject({
    param: 'duration_in_months',
  });
  await expect(addCode({ code: { restrictions: { minimum_amount: 100 } } })).rejects.toMatchObject({ statusCode: 400 });
  const { code } = await addCode();
  await expect(addCode({ code: { code } })).rejects.toMatchObject({ code: 'resource_already_exists' });
});
