import type { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runStandIn, type RunningStandIn, type TestCard } from './running-stand-in.ts';
import { addCustomer, addPrice, idOf, openSession, sell, subscribe } from './shop.ts';

let at: RunningStandIn;
beforeAll(async () => {
  at = await runStandIn();
});
afterAll(() => at.stop());

/** Types of the events that an object or its customer was in, in the order they happened. */
async function eventsOf(id: string): Promise<string[]> {
  const events = await at.stripe.events.list({ limit: 100 });
  const theirs = events.data.filter(({ data }) => JSON.stringify(data.object).includes(id));
  return theirs.map(({ type }) => type).reverse();
}

const chargesOf = async (customer: Stripe.Checkout.Session['customer']) =>
  (await at.stripe.charges.list({ customer: idOf(customer) })).data;

describe('a Checkout Session', () => {
  it('is open until it is paid, and then leads back', async () => {
    const session = await openSession(at);
    const url = `${at.url}/dev/stripe/checkout/${session.id}`;
    const about = { client_reference_id: 'p1', amount_total: 1999, currency: 'usd', locale: 'es' };
    expect(session).toMatchObject({ status: 'open', payment_status: 'unpaid', url, ...about });
    const returnUrl = `http://localhost:3000/paid?session=${session.id}`;
    expect(await at.pay(url)).toEqual({ kind: 'paid', returnUrl });
    expect(await at.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      subscription: expect.stringMatching(/^sub_/),
      invoice: expect.stringMatching(/^in_/),
      payment_intent: null,
    });
  });

  it('becomes a subscription with its metadata, and a paid invoice', async () => {
    const { id, status, metadata, customer, latest_invoice: latest } = await subscribe(at);
    expect([status, metadata]).toEqual(['active', { paymentId: 'p1', plan: 'basic' }]);
    expect(await at.stripe.invoices.retrieve(idOf(latest))).toMatchObject({
      status: 'paid',
      billing_reason: 'subscription_create',
      amount_paid: 1999,
      number: expect.stringMatching(/-0001$/),
      hosted_invoice_url: `${at.url}/dev/stripe/invoice/${idOf(latest)}`,
      parent: { subscription_details: { subscription: id, metadata: { paymentId: 'p1' } } },
    });
    expect(await eventsOf(idOf(customer))).toEqual([
      'customer.created',
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
      'payment_method.attached',
      'invoice.created',
      'customer.subscription.created',
      'invoice.finalized',
      'invoice.paid',
      'invoice.payment_succeeded',
      'checkout.session.completed',
    ]);
  });

  it('of a single payment becomes a charge with its metadata, and has an invoice where that was asked for', async () => {
    for (const invoiced of [false, true]) {
      const session = await sell(at, { months: null, amount: 14900, invoiced });
      const intent = await at.stripe.paymentIntents.retrieve(idOf(session.payment_intent), {
        expand: ['latest_charge'],
      });
      expect(intent).toMatchObject({
        amount_received: 14900,
        metadata: { paymentId: 'p1' },
        latest_charge: { paid: true },
      });
      expect(session.invoice_creation).toMatchObject({ enabled: invoiced });
      if (!invoiced) expect(session.invoice).toBeNull();
      else
        expect(await at.stripe.invoices.retrieve(idOf(session.invoice), { expand: ['payments'] })).toMatchObject({
          status: 'paid',
          billing_reason: 'manual',
          amount_paid: 14900,
          parent: null,
          payments: { data: [{ payment: { payment_intent: intent.id } }] },
        });
    }
  });

  it('is found by its customer and its status', async () => {
    const { id, customer } = await openSession(at);
    const list = async (status: 'open' | 'complete') =>
      (await at.stripe.checkout.sessions.list({ customer: idOf(customer), status })).data.map((each) => each.id);
    expect([await list('open'), await list('complete')]).toEqual([[id], []]);
    await at.pay(id);
    expect([await list('open'), await list('complete')]).toEqual([[], [id]]);
  });

  it('can be expired while it is open, and then takes no card', async () => {
    const { id } = await openSession(at);
    const { sessions } = at.stripe.checkout;
    expect(await sessions.expire(id)).toMatchObject({ status: 'expired', url: null });
    await expect(sessions.expire(id)).rejects.toMatchObject({ statusCode: 400, type: 'StripeInvalidRequestError' });
    expect(await at.pay(id)).toEqual({ kind: 'gone' });
    expect(await eventsOf(id)).toEqual(['checkout.session.expired']);
  });

  it('expires by itself', async () => {
    const clock = await at.createClock('2027-01-01T00:00:00Z');
    const { id, expires_at: time } = await openSession(at, { testClock: clock.id });
    const status = async () => (await at.stripe.checkout.sessions.retrieve(id)).status;
    await at.advance(clock.id, time - 1);
    expect(await status()).toBe('open');
    await at.advance(clock.id, time);
    expect(await status()).toBe('expired');
  });
});

const now = Math.floor(Date.now() / 1000);
const euros = { amount_off: 100, currency: 'eur', duration: 'once' } as const;

it.each<[string, object]>([
  ['success_url', { success_url: '' }],
  ['line_items[0][price]', { mode: 'payment' }],
  ['expires_at', { expires_at: now + 60 }],
  ['expires_at', { expires_at: now + 90_000 }],
  ['customer', { customer: 'cus_none' }],
  ['customer_email', { customer_email: 'ada@example.org' }],
  ['adaptive_pricing[enabled]', { adaptive_pricing: { enabled: true } }],
  ['allowed_payment_method_types[0]', { allowed_payment_method_types: ['klarna'] }],
  ['line_items[0][quantity]', { line_items: [{ price: 'price_none', quantity: 2 }] }],
  ['invoice_creation', { invoice_creation: { enabled: true } }],
  ['discounts[0][coupon]', { discounts: [{ coupon: 'euros' }] }],
  ['discounts', { discounts: [{ coupon: 'euros' }], allow_promotion_codes: true }],
])('a Checkout Session is refused for its %s: %j', async (param, change) => {
  const [price, customer] = [await addPrice(at), await addCustomer(at)];
  await at.stripe.coupons.create({ id: 'euros', ...euros }).catch(() => undefined);
  const usual = {
    customer: customer.id,
    mode: 'subscription' as const,
    line_items: [{ price: price.id, quantity: 1 }],
  };
  const create = (more: object) =>
    at.stripe.checkout.sessions.create({ ...usual, success_url: 'http://localhost/', ...more });
  await expect(create(change)).rejects.toMatchObject({ param, statusCode: 400 });
  expect((await create({})).status).toBe('open');
  await at.stripe.prices.update(price.id, { active: false });
  await expect(create({})).rejects.toMatchObject({ param: 'line_items[0][price]' });
});

describe('a card', () => {
  it.each<[TestCard, string]>([
    ['declined', 'Your card was declined.'],
    ['insufficientFunds', 'Your card has insufficient funds.'],
  ])('that is %s is refused, and another pays', async (card, message) => {
    const session = await openSession(at, { months: null });
    expect(await at.pay(session.id, card)).toEqual({ kind: 'declined', message });
    const failed = await at.stripe.checkout.sessions.retrieve(session.id);
    expect(failed.status).toBe('open');
    expect(await at.stripe.paymentIntents.retrieve(idOf(failed.payment_intent))).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { message },
    });
    expect((await at.pay(session.id)).kind).toBe('paid');
    expect((await chargesOf(session.customer)).map(({ status }) => status)).toEqual(['succeeded', 'failed']);
  });

  it('can lead to a dispute', async () => {
    const session = await sell(at, { months: null, card: 'disputed' });
    const { data } = await at.stripe.disputes.list({ payment_intent: idOf(session.payment_intent) });
    expect(data).toMatchObject([{ status: 'needs_response', reason: 'fraudulent', amount: 1999 }]);
  });
});
