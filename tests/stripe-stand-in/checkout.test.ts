import type { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cardOf, runStandIn, type RunningStandIn, type TestCard } from './running-stand-in.ts';
import { addPrice, idOf, openSession, sell, subscribe } from './shop.ts';

let at: RunningStandIn;
beforeAll(async () => {
  at = await runStandIn();
});
afterAll(() => at.stop());

/** Types of the events that an object or its customer was in, in the order they happened. */
async function eventsOf(customer: string): Promise<string[]> {
  const events = await at.stripe.events.list({ limit: 100 });
  const theirs = events.data.filter(({ data }) => JSON.stringify(data.object).includes(customer));
  return theirs.map(({ type }) => type).reverse();
}

describe('a Checkout Session', () => {
  it('is open until it is paid, and then leads back', async () => {
    const session = await openSession(at);
    expect(session).toMatchObject({
      status: 'open',
      payment_status: 'unpaid',
      url: `${at.url}/dev/stripe/checkout/${session.id}`,
      client_reference_id: 'p1',
      amount_total: 1999,
      currency: 'usd',
      locale: 'es',
    });
    const returnUrl = `http://localhost:3000/paid?session=${session.id}`;
    expect(await at.pay(session.url ?? '')).toEqual({ kind: 'paid', returnUrl });
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
    const subscription = await subscribe(at);
    expect(subscription).toMatchObject({ status: 'active', metadata: { paymentId: 'p1', plan: 'basic' } });
    const invoice = await at.stripe.invoices.retrieve(idOf(subscription.latest_invoice));
    expect(invoice).toMatchObject({
      status: 'paid',
      billing_reason: 'subscription_create',
      amount_paid: 1999,
      number: expect.stringMatching(/-0001$/),
      hosted_invoice_url: expect.stringContaining(`${at.url}/dev/stripe/invoice/${invoice.id}.`),
      parent: { subscription_details: { subscription: subscription.id, metadata: { paymentId: 'p1' } } },
    });
    expect(await eventsOf(idOf(subscription.customer))).toEqual([
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

  it('of a single payment becomes a charge with its metadata and a receipt', async () => {
    const session = await sell(at, { months: null, amount: 14900 });
    const intent = await at.stripe.paymentIntents.retrieve(idOf(session.payment_intent), { expand: ['latest_charge'] });
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 14900, metadata: { paymentId: 'p1' } });
    const [charge] = (await at.stripe.charges.list({ payment_intent: intent.id })).data;
    expect(charge).toMatchObject({ paid: true });
    const link = charge?.receipt_url?.replace(`${at.url}/dev/stripe/receipt/`, '') ?? '';
    expect(at.standIn.actions.viewReceipt(link)).toMatchObject({ amount: 14900, cardLast4: '4242' });
    expect(session).toMatchObject({ invoice: null, invoice_creation: { enabled: false } });
  });

  it('of a single payment has an invoice too, where that was asked for', async () => {
    const session = await sell(at, { months: null, amount: 14900, invoiced: true });
    const invoice = await at.stripe.invoices.retrieve(idOf(session.invoice), { expand: ['payments'] });
    expect(invoice).toMatchObject({ status: 'paid', billing_reason: 'manual', amount_paid: 14900, parent: null });
    expect(invoice.payments?.data[0]?.payment.payment_intent).toBe(idOf(session.payment_intent));
    const types = await eventsOf(idOf(session.customer));
    expect(types.slice(-4)).toEqual([
      'invoice.finalized',
      'invoice.paid',
      'invoice.payment_succeeded',
      'checkout.session.completed',
    ]);
  });

  it('makes links to documents that expire after 30 days, and makes others then', async () => {
    const { id: clock } = await at.createClock('2027-01-01T00:00:00Z');
    const { invoice: invoiceId } = await sell(at, { months: null, invoiced: true, testClock: clock });
    const { actions } = at.standIn;
    const linkOf = async () => {
      const { hosted_invoice_url: url } = await at.stripe.invoices.retrieve(idOf(invoiceId));
      return url?.split('/').at(-1) ?? '';
    };
    const old = await linkOf();
    await at.advance(clock, '2027-01-30T23:59:59Z');
    expect(actions.viewInvoice(old)).toMatchObject({ status: 'paid', months: null });
    await at.advance(clock, '2027-01-31T00:00:00Z');
    expect(actions.viewInvoice(old)).toBeNull();
    expect(actions.viewInvoice(idOf(invoiceId))).toBeNull();
    expect(actions.viewInvoice(await linkOf())).toMatchObject({ status: 'paid' });
  });

  it('is paid once by many clicks', async () => {
    const session = await openSession(at, { months: null });
    const results = await Promise.all(Array.from({ length: 5 }, () => at.pay(session.id)));
    expect(results.map(({ kind }) => kind)).toEqual(Array(5).fill('paid'));
    expect((await at.stripe.charges.list({ customer: idOf(session.customer) })).data).toHaveLength(1);
  });

  it('sells what it says', async () => {
    const session = await openSession(at);
    const { data } = await at.stripe.checkout.sessions.listLineItems(session.id);
    expect(data).toMatchObject([{ quantity: 1, amount_total: 1999, description: 'Basic plan' }]);
    const expanded = await at.stripe.checkout.sessions.retrieve(session.id, { expand: ['line_items'] });
    expect(expanded.line_items?.data).toEqual(data);
  });

  it('is found by its customer and its status', async () => {
    const session = await openSession(at);
    const customer = idOf(session.customer);
    const list = async (status: 'open' | 'complete') =>
      (await at.stripe.checkout.sessions.list({ customer, status })).data.map(({ id }) => id);
    expect([await list('open'), await list('complete')]).toEqual([[session.id], []]);
    await at.pay(session.id);
    expect([await list('open'), await list('complete')]).toEqual([[], [session.id]]);
  });

  it('can be expired while it is open, and then takes no card', async () => {
    const session = await openSession(at);
    expect(await at.stripe.checkout.sessions.expire(session.id)).toMatchObject({ status: 'expired', url: null });
    await expect(at.stripe.checkout.sessions.expire(session.id)).rejects.toMatchObject({
      statusCode: 400,
      type: 'StripeInvalidRequestError',
    });
    expect(await at.pay(session.id)).toEqual({ kind: 'gone' });
    expect(await eventsOf(session.id)).toEqual(['checkout.session.expired']);
  });

  it('wants a page to lead to, a price of its mode and a time that is near', async () => {
    const { id: price } = await addPrice(at);
    const params = { mode: 'subscription' as const, line_items: [{ price, quantity: 1 }] };
    const create = (more: Stripe.Checkout.SessionCreateParams) =>
      at.stripe.checkout.sessions.create({ ...params, ...more });
    const success_url = 'http://localhost/';
    const now = Math.floor(Date.now() / 1000);
    await expect(create({})).rejects.toMatchObject({ code: 'parameter_missing', param: 'success_url' });
    await expect(create({ success_url, mode: 'payment' })).rejects.toMatchObject({ statusCode: 400 });
    await expect(create({ success_url, expires_at: now + 60 })).rejects.toMatchObject({ param: 'expires_at' });
    await expect(create({ success_url, expires_at: now + 90_000 })).rejects.toMatchObject({ param: 'expires_at' });
    await expect(create({ success_url, customer: 'cus_none' })).rejects.toMatchObject({ param: 'customer' });
  });
});

describe('a card', () => {
  it.each<[TestCard, string, string | undefined]>([
    ['declined', 'Your card was declined.', undefined],
    ['insufficientFunds', 'Your card has insufficient funds.', undefined],
    ['expired', 'Your card has expired.', 'expiry'],
    ['wrongCvc', "Your card's security code is incorrect.", 'cvc'],
    ['processingError', 'An error occurred while processing your card. Try again in a little bit.', undefined],
  ])('that is %s is refused, and another pays', async (card, message, field) => {
    const session = await openSession(at, { months: null });
    expect(await at.pay(session.id, card)).toEqual({ kind: 'declined', message, ...(field && { field }) });
    const failed = await at.stripe.checkout.sessions.retrieve(session.id);
    expect(failed.status).toBe('open');
    const intent = await at.stripe.paymentIntents.retrieve(idOf(failed.payment_intent));
    expect(intent).toMatchObject({ status: 'requires_payment_method', last_payment_error: { message } });
    expect((await at.pay(session.id)).kind).toBe('paid');
    const charges = await at.stripe.charges.list({ payment_intent: intent.id });
    expect(charges.data.map(({ status }) => status)).toEqual(['succeeded', 'failed']);
  });

  it('is checked before the bank is asked', async () => {
    const { id } = await openSession(at);
    const good = cardOf('good');
    const fieldOf = async (change: object) => {
      const result = await at.pay(id, { ...good, ...change });
      return result.kind === 'declined' ? result.field : result.kind;
    };
    expect(await fieldOf({ number: '4242 4242 4242 4241' })).toBe('number');
    expect(await fieldOf({ number: '4111 1111 1111 1111' })).toBe('number');
    expect(await fieldOf({ expYear: 2020 })).toBe('expiry');
    expect(await fieldOf({ expMonth: 13 })).toBe('expiry');
    expect(await fieldOf({ cvc: '12' })).toBe('cvc');
    expect(await fieldOf({ number: '4242 4242 4242 4242' })).toBe('paid');
  });

  it('whose bank asks pays once this is confirmed', async () => {
    const { id } = await openSession(at);
    expect(await at.pay(id, 'authenticates')).toEqual({ kind: 'authenticate' });
    expect(at.standIn.actions.view(id)).toMatchObject({ status: 'open', isAuthenticating: true });
    expect((await at.authenticate(id, 'confirm')).kind).toBe('paid');
    expect((await at.authenticate(id, 'confirm')).kind).toBe('paid');
  });

  it('whose bank asks pays nothing if this is refused', async () => {
    const { id, customer } = await openSession(at);
    await at.pay(id, 'authenticates');
    expect((await at.authenticate(id, 'refuse')).kind).toBe('declined');
    expect((await at.authenticate(id, 'confirm')).kind).toBe('declined');
    expect(at.standIn.actions.view(id)).toMatchObject({ status: 'open', isAuthenticating: false });
    expect((await at.stripe.charges.list({ customer: idOf(customer) })).data).toEqual([]);
  });

  it('can lead to a dispute', async () => {
    const session = await sell(at, { months: null, card: 'disputed' });
    const { data } = await at.stripe.disputes.list({ payment_intent: idOf(session.payment_intent) });
    expect(data).toMatchObject([{ status: 'needs_response', reason: 'fraudulent', amount: 1999 }]);
  });
});

describe('time', () => {
  it('expires a session', async () => {
    const clock = await at.createClock('2027-01-01T00:00:00Z');
    const session = await openSession(at, { testClock: clock.id });
    await at.advance(clock.id, session.expires_at - 1);
    expect((await at.stripe.checkout.sessions.retrieve(session.id)).status).toBe('open');
    await at.advance(clock.id, session.expires_at);
    expect((await at.stripe.checkout.sessions.retrieve(session.id)).status).toBe('expired');
  });

  it('goes on without a test clock too', async () => {
    const real = await runStandIn({ now: Date.UTC(2027, 0, 1) });
    const subscription = await subscribe(real);
    const session = await openSession(real);
    real.setTime(Date.UTC(2027, 2, 15));
    expect(real.standIn.actions.view(session.id)?.status).toBe('expired');
    const invoices = await real.stripe.invoices.list({ subscription: subscription.id });
    expect(invoices.data.map(({ created }) => new Date(created * 1000).toISOString().slice(0, 10))).toEqual([
      '2027-03-01',
      '2027-02-01',
      '2027-01-01',
    ]);
    await real.stop();
  });
});
