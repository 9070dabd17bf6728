import type { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runStandIn, type RunningStandIn } from './running-stand-in.ts';
import { addCustomer, addPrice, idOf, periodEndOf } from './shop.ts';

let at: RunningStandIn;
beforeAll(async () => {
  at = await runStandIn();
});
afterAll(() => at.stop());

const half = { percent_off: 50, duration: 'once' } as const;

/** A code of its own, of a coupon that is half off unless it says otherwise. */
async function addCode(coupon: Stripe.CouponCreateParams = half, code: Partial<Stripe.PromotionCodeCreateParams> = {}) {
  const { id } = await at.stripe.coupons.create(coupon);
  return at.stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: id }, ...code });
}

interface Wanted {
  readonly months?: number | null;
  readonly testClock?: string;
  /** Something that is taken off without a code. */
  readonly coupon?: string;
}

/** An open session, whose page takes codes. */
async function openSession({ months = 1, testClock, coupon }: Wanted = {}): Promise<Stripe.Checkout.Session> {
  const price = await addPrice(at, { months });
  return at.stripe.checkout.sessions.create({
    mode: price.recurring ? 'subscription' : 'payment',
    customer: (await addCustomer(at, testClock)).id,
    line_items: [{ price: price.id, quantity: 1 }],
    ...(coupon ? { discounts: [{ coupon }] } : { allow_promotion_codes: true }),
    ...(!price.recurring && { invoice_creation: { enabled: true } }),
    success_url: 'http://localhost:3000/paid',
  });
}

const apply = (session: Stripe.Checkout.Session, code: string) => at.standIn.actions.applyPromotion(session.id, code);
const read = ({ id }: Stripe.Checkout.Session) => at.stripe.checkout.sessions.retrieve(id);
const chargesOf = async ({ customer }: Stripe.Checkout.Session) =>
  (await at.stripe.charges.list({ customer: idOf(customer) })).data.map(({ amount, status }) => `${status} ${amount}`);

describe('A promotion code', () => {
  it('lowers what is paid, whatever its case, until it is taken off', async () => {
    const { code } = await addCode(half, { code: 'Calm' });
    const session = await openSession();
    expect(await apply(session, ' cALM ')).toEqual({ kind: 'applied' });
    expect(await read(session)).toMatchObject({
      amount_subtotal: 1999,
      amount_total: 999,
      total_details: { amount_discount: 1000 },
      discounts: [{ promotion_code: expect.stringMatching(/^promo_/) }],
    });
    const promotion = { code, off: 1000, later: 1999 };
    expect(at.standIn.actions.view(session.id)).toMatchObject({ amount: 999, promotion });
    await apply(session, '');
    expect(await read(session)).toMatchObject({ amount_total: 1999, discounts: [] });
  });

  it('counts for the card that comes after one that was declined', async () => {
    const { code } = await addCode();
    const session = await openSession();
    await at.pay(session.id, 'declined');
    await apply(session, code);
    await at.pay(session.id);
    const paid = await at.stripe.invoices.retrieve(idOf((await read(session)).invoice));
    const amounts = { subtotal: 1999, total: 999, amount_paid: 999, total_discount_amounts: [{ amount: 1000 }] };
    expect(paid).toMatchObject(amounts);
    expect(await chargesOf(session)).toEqual(['succeeded 999', 'failed 1999']);
  });

  it.each([
    ['unknown', 'that nobody made', async () => ({ code: 'NOTHING' })],
    ['expired', 'that has run out', () => addCode(half, { expires_at: 1 })],
    ['other_product', 'for another product', () => addCodeForOther()],
    ['other_product', 'in another currency', () => addCode({ amount_off: 100, currency: 'eur' })],
  ] as const)('is refused as %s: one %s', async (problem, _which, add) => {
    const session = await openSession();
    expect(await apply(session, (await add()).code)).toEqual({ kind: 'refused', problem });
    expect(await read(session)).toMatchObject({ amount_total: 1999, discounts: [] });
  });

  it('that was used up is refused, and taken off before the card is asked', async () => {
    const { code } = await addCode(half, { max_redemptions: 1 });
    const [first, second] = [await openSession(), await openSession()];
    for (const session of [first, second]) await apply(session, code);
    expect(await at.pay(first.id)).toMatchObject({ kind: 'paid' });
    expect(await at.pay(second.id)).toMatchObject({ kind: 'declined', field: 'promotion' });
    expect(await read(second)).toMatchObject({ status: 'open', amount_total: 1999 });
    expect(await chargesOf(second)).toEqual([]);
    expect(await apply(second, code)).toEqual({ kind: 'refused', problem: 'used_up' });
  });

  it('for all of it needs no card for a single payment, and one for what renews', async () => {
    const { code } = await addCode({ percent_off: 100, duration: 'once' });
    const [single, renewing] = [await openSession({ months: null }), await openSession()];
    for (const session of [single, renewing]) await apply(session, code);
    expect(await at.standIn.actions.pay(single.id, null)).toMatchObject({ kind: 'paid' });
    const invoice = expect.stringMatching(/^in_/) as string;
    const free = { payment_status: 'no_payment_required', payment_intent: null, invoice };
    expect(await read(single)).toMatchObject(free);
    expect(await at.standIn.actions.pay(renewing.id, null)).toMatchObject({ kind: 'declined' });
    expect(await at.pay(renewing.id, 'authenticates')).toEqual({ kind: 'authenticate' });
    expect(await at.authenticate(renewing.id, 'confirm')).toMatchObject({ kind: 'paid' });
    expect(await chargesOf(renewing)).toEqual([]);
    const { data } = await at.stripe.setupIntents.list({ customer: idOf(renewing.customer) });
    expect(data).toMatchObject([{ status: 'succeeded' }]);
  });

  it.each([
    ['once', { percent_off: 50, duration: 'once' }, [999, 1999, 1999, 1999]],
    ['two months', { percent_off: 50, duration: 'repeating', duration_in_months: 2 }, [999, 999, 1999, 1999]],
    ['for good', { amount_off: 500, currency: 'usd', duration: 'forever' }, [1499, 1499, 1499, 1499]],
  ] as const)('counts %s', async (_name, coupon, amounts) => {
    const clock = await at.createClock('2027-01-31T10:00:00Z');
    const { code } = await addCode(coupon);
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
  return addCode({ percent_off: 50, applies_to: { products: [id] } });
}

it('A coupon on a Checkout Session is taken off once, on the page, the charge and the invoice', async () => {
  const off = { amount_off: 1200, currency: 'usd', duration: 'once', name: 'Credit', max_redemptions: 1 } as const;
  const { id: coupon } = await at.stripe.coupons.create(off);
  const session = await openSession({ months: null, coupon });
  expect(session).toMatchObject({ amount_total: 799, total_details: { amount_discount: 1200 } });
  expect(at.standIn.actions.view(session.id)).toMatchObject({ amount: 799, coupon: { name: 'Credit', off: 1200 } });
  expect(await at.pay(session.id)).toMatchObject({ kind: 'paid' });
  const invoice = await at.stripe.invoices.retrieve(idOf((await read(session)).invoice));
  expect(invoice).toMatchObject({ subtotal: 1999, amount_paid: 799, total_discount_amounts: [{ amount: 1200 }] });
  await expect(openSession({ months: null, coupon })).rejects.toThrow('cannot be used');
});

it('What the stand-in does not know of coupons and codes is refused', async () => {
  for (const [coupon, param] of [
    [{ duration: 'once' }, 'percent_off'],
    [{ percent_off: 101 }, 'percent_off'],
    [{ percent_off: 50, duration: 'repeating' }, 'duration_in_months'],
  ] as const)
    await expect(at.stripe.coupons.create(coupon)).rejects.toMatchObject({ param });
  const restrictions = { minimum_amount: 100 };
  await expect(addCode(half, { restrictions })).rejects.toMatchObject({ code: 'parameter_unknown' });
  const { code } = await addCode();
  await expect(addCode(half, { code })).rejects.toMatchObject({ code: 'resource_already_exists' });
});
