import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runStandIn, type RunningStandIn } from './running-stand-in.ts';
import { addCustomer, addPrice, idOf, openSession as openCheckout, subscribe } from './shop.ts';

let at: RunningStandIn;
beforeAll(async () => {
  at = await runStandIn();
});
afterAll(() => at.stop());

const codeOf = (error: unknown) => (error as { code?: string; message: string }).code ?? String(error);
const refusal = (call: Promise<unknown>) => call.then(() => 'taken', codeOf);

/** A subscription of 19.99 a month, ten of 30 days old. */
async function startMonth() {
  const clock = await at.createClock('2026-04-01T10:00:00Z');
  const { id, customer } = await subscribe(at, { testClock: clock.id });
  await at.advance(clock.id, '2026-04-11T10:00:00Z');
  return { id, customer: idOf(customer), clock };
}

describe('A preview', () => {
  it('has the rest of a subscription that is canceled now, and changes nothing', async () => {
    const { id, customer } = await startMonth();
    await at.stripe.customers.createBalanceTransaction(customer, { amount: -300, currency: 'usd' });
    const preview = await at.stripe.invoices.createPreview({
      subscription: id,
      subscription_details: { cancel_now: true },
    });
    expect(preview).toMatchObject({ total: -1333, amount_due: 0, starting_balance: -300, status: 'draft' });
    expect(preview.lines.data.map(({ amount, description }) => ({ amount, description }))).toEqual([
      { amount: -1333, description: 'Unused time on Basic plan' },
    ]);
    expect(preview.id).toMatch(/^upcoming_in_/);
    expect(await at.stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'active' });
    expect((await at.stripe.invoices.list({ customer })).data).toHaveLength(1);
    await at.stripe.subscriptions.update(id, { cancel_at_period_end: true });
    const ending = { subscription: id, subscription_details: { cancel_now: true } };
    expect(await at.stripe.invoices.createPreview(ending)).toMatchObject({ total: -1333 });
  });

  it('says what the next renewal takes, after credit; where none comes there is none', async () => {
    const { id, customer } = await startMonth();
    await at.stripe.customers.createBalanceTransaction(customer, { amount: -300, currency: 'usd' });
    expect(await at.stripe.invoices.createPreview({ subscription: id })).toMatchObject({
      total: 1999,
      amount_due: 1699,
    });
    await at.stripe.subscriptions.update(id, { cancel_at_period_end: true });
    expect(await refusal(at.stripe.invoices.createPreview({ subscription: id }))).toBe('invoice_upcoming_none');
    await at.stripe.subscriptions.cancel(id);
    const gone = { subscription: id, subscription_details: { cancel_now: true } };
    expect(await refusal(at.stripe.invoices.createPreview(gone))).toBe('invoice_upcoming_none');
  });

  it('is refused with what the stand-in does not work out', async () => {
    const { id } = await startMonth();
    const details = { cancel_now: true, proration_date: 1 };
    const asked = at.stripe.invoices.createPreview({ subscription: id, subscription_details: details });
    expect(await refusal(asked)).toContain('previews nothing with proration_date');
    expect(await refusal(at.stripe.invoices.createPreview({ subscription: 'sub_none' }))).toBe('resource_missing');
  });
});

describe("A customer's balance", () => {
  it('lists what was moved, with its note', async () => {
    const { id } = await addCustomer(at);
    const { customers } = at.stripe;
    await customers.createBalanceTransaction(id, { amount: -500, currency: 'usd', metadata: { paymentId: 'p1' } });
    await customers.createBalanceTransaction(id, { amount: 200, currency: 'usd' });
    const { data } = await customers.listBalanceTransactions(id);
    expect(data.map(({ amount, ending_balance }) => [amount, ending_balance])).toEqual([
      [200, -300],
      [-500, -500],
    ]);
    expect(data[1]!.metadata).toEqual({ paymentId: 'p1' });
  });
});

/** A customer who has credit, at the Checkout of a subscription. */
async function startWith(credit: number) {
  const { id: customer } = await addCustomer(at);
  await at.stripe.customers.createBalanceTransaction(customer, { amount: -credit, currency: 'usd' });
  return { customer, session: await openCheckout(at, { customer }) };
}

/** What has changed a customer's balance, the newest first. */
async function balanceOf(customer: string) {
  const { data } = await at.stripe.customers.listBalanceTransactions(customer);
  return data.map(({ type, amount, ending_balance: left }) => [type, amount, left]);
}

describe('A balance at the Checkout of a subscription', () => {
  it('pays first, and the card the rest', async () => {
    const { customer, session } = await startWith(500);
    expect(session.amount_total).toBe(1999);
    expect(at.standIn.actions.view(session.id)).toMatchObject({ amount: 1499, balance: 500 });
    expect(await at.pay(session.id)).toMatchObject({ kind: 'paid' });
    const [invoice] = (await at.stripe.invoices.list({ customer })).data;
    expect(invoice).toMatchObject({ total: 1999, amount_due: 1499, amount_paid: 1499, ending_balance: 0 });
    expect((await at.stripe.charges.list({ customer })).data).toMatchObject([{ amount: 1499 }]);
    expect((await balanceOf(customer))[0]).toEqual(['checkout_session_subscription_payment', 500, 0]);
  });

  it('pays all of it, and the card is kept for what comes', async () => {
    const { customer, session } = await startWith(3000);
    expect(await at.pay(session.id)).toMatchObject({ kind: 'paid' });
    expect((await at.stripe.charges.list({ customer })).data).toEqual([]);
    const { data } = await at.stripe.subscriptions.list({ customer });
    expect(data).toMatchObject([{ status: 'active', default_payment_method: expect.stringMatching(/^pm_/) }]);
    expect((await balanceOf(customer))[0]).toEqual(['checkout_session_subscription_payment', 1999, -1001]);
  });

  it('is left alone by a refused card, and by a single payment', async () => {
    const { customer, session } = await startWith(500);
    expect(await at.pay(session.id, 'declined')).toMatchObject({ kind: 'declined' });
    const single = await openCheckout(at, { customer, months: null, invoiced: true });
    expect(at.standIn.actions.view(single.id)).toMatchObject({ amount: 1999, balance: 0 });
    expect(await at.pay(single.id)).toMatchObject({ kind: 'paid' });
    expect(await balanceOf(customer)).toEqual([['adjustment', -500, -500]]);
  });
});

async function openSession(coupon: string, also: object = {}) {
  const [price, customer] = [await addPrice(at, { months: null }), await addCustomer(at)];
  return at.stripe.checkout.sessions.create({
    mode: 'payment',
    customer: customer.id,
    line_items: [{ price: price.id, quantity: 1 }],
    invoice_creation: { enabled: true },
    discounts: [{ coupon }],
    success_url: 'http://localhost:3000/paid',
    ...also,
  });
}

function addCoupon(parts: object = {}) {
  return at.stripe.coupons.create({ amount_off: 1200, currency: 'usd', duration: 'once', name: 'Credit', ...parts });
}

describe('A coupon on a Checkout Session', () => {
  it('is taken off once, on the page, the charge and the invoice', async () => {
    const coupon = await addCoupon({ max_redemptions: 1 });
    const session = await openSession(coupon.id);
    expect(session).toMatchObject({ amount_total: 799, total_details: { amount_discount: 1200 } });
    expect(at.standIn.actions.view(session.id)).toMatchObject({ amount: 799, coupon: { name: 'Credit', off: 1200 } });
    expect(await at.pay(session.id)).toMatchObject({ kind: 'paid' });
    const { invoice } = await at.stripe.checkout.sessions.retrieve(session.id);
    expect(await at.stripe.invoices.retrieve(idOf(invoice as string))).toMatchObject({
      subtotal: 1999,
      amount_paid: 799,
      total_discount_amounts: [{ amount: 1200 }],
    });
    expect(await refusal(openSession(coupon.id))).toContain('cannot be used');
  });

  it('is refused beside promotion codes, of another currency, and where there is none', async () => {
    const { id } = await addCoupon();
    expect(await refusal(openSession(id, { allow_promotion_codes: true }))).toContain('only specify one of');
    const euros = await addCoupon({ currency: 'eur' });
    expect(await refusal(openSession(euros.id))).toContain('cannot be used');
    expect(await refusal(openSession('credit-none'))).toBe('resource_missing');
  });
});
