import type { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runStandIn, secondsOf, type RunningStandIn, type TestCard } from './running-stand-in.ts';
import { idOf, periodEndOf, subscribe, writeTime } from './shop.ts';

let at: RunningStandIn;
beforeAll(async () => {
  at = await runStandIn();
});
afterAll(() => at.stop());

/** A monthly subscription that began at the start of 2027, on a clock that is moved by its time of writing. */
async function begin(card: TestCard = 'good') {
  const clock = await at.createClock('2027-01-01T00:00:00Z');
  const { id, customer } = await subscribe(at, { card, testClock: clock.id });
  const read = () => at.stripe.subscriptions.retrieve(id);
  return {
    id,
    customer: idOf(customer),
    read,
    goTo: (time: string) => at.advance(clock.id, time),
    latestInvoice: async () => at.stripe.invoices.retrieve(idOf((await read()).latest_invoice)),
    events: async (type: string) =>
      (await at.stripe.events.list({ type, limit: 100 })).data
        .filter(({ data }) => JSON.stringify(data.object).includes(id))
        .reverse(),
  };
}

describe('a renewal', () => {
  it('begins the period at once, and is charged an hour later', async () => {
    const { read, goTo, latestInvoice } = await begin();
    await goTo('2027-02-01T00:00:00Z');
    expect(writeTime(periodEndOf(await read()))).toBe('2027-03-01T00:00:00Z');
    expect(await latestInvoice()).toMatchObject({ status: 'draft', billing_reason: 'subscription_cycle' });
    await goTo('2027-02-01T00:59:59Z');
    expect((await latestInvoice()).status).toBe('draft');
    await goTo('2027-02-01T01:00:00Z');
    expect(await latestInvoice()).toMatchObject({
      status: 'paid',
      amount_paid: 1999,
      created: secondsOf('2027-02-01T00:00:00Z'),
      status_transitions: { paid_at: secondsOf('2027-02-01T01:00:00Z') },
    });
  });

  it('tells what was before', async () => {
    const { goTo, events } = await begin();
    await goTo('2027-02-02T00:00:00Z');
    const [updated] = await events('customer.subscription.updated');
    expect(updated?.data.previous_attributes).toMatchObject({
      items: { data: [{ current_period_end: secondsOf('2027-02-01T00:00:00Z') }] },
    });
  });

  it('has one payment, listed with its invoice', async () => {
    const { goTo, latestInvoice } = await begin();
    await goTo('2027-02-02T00:00:00Z');
    const { id: invoice } = await latestInvoice();
    const [payment] = (await at.stripe.invoicePayments.list({ invoice })).data;
    expect(payment).toMatchObject({ status: 'paid', amount_paid: 1999, invoice });
    const payment_intent = idOf(payment?.payment.payment_intent ?? null);
    const byIntent = { payment: { type: 'payment_intent', payment_intent } } as const;
    expect((await at.stripe.invoicePayments.list(byIntent)).data).toMatchObject([{ id: payment?.id }]);
    expect((await at.stripe.charges.list({ payment_intent })).data).toHaveLength(1);
  });
});

describe('a renewal that fails', () => {
  it('is tried after 3, 5 and 7 days, and then ends the subscription', async () => {
    const { read, goTo, latestInvoice, events } = await begin('failsLater');
    const attempts: [time: string, status: string, next: string | null][] = [];
    for (const time of [
      '2027-02-01T01:00:00Z',
      '2027-02-04T01:00:00Z',
      '2027-02-09T01:00:00Z',
      '2027-02-16T01:00:00Z',
    ]) {
      await goTo(time);
      const { next_payment_attempt: next } = await latestInvoice();
      attempts.push([time, (await read()).status, next === null ? null : writeTime(next)]);
    }
    expect(attempts).toEqual([
      ['2027-02-01T01:00:00Z', 'past_due', '2027-02-04T01:00:00Z'],
      ['2027-02-04T01:00:00Z', 'past_due', '2027-02-09T01:00:00Z'],
      ['2027-02-09T01:00:00Z', 'past_due', '2027-02-16T01:00:00Z'],
      ['2027-02-16T01:00:00Z', 'canceled', null],
    ]);
    expect(await read()).toMatchObject({
      ended_at: secondsOf('2027-02-16T01:00:00Z'),
      cancellation_details: { reason: 'payment_failed' },
    });
    expect(await latestInvoice()).toMatchObject({ status: 'open', attempt_count: 4, auto_advance: false });
    expect(await events('invoice.payment_failed')).toHaveLength(4);
    const updates = await events('customer.subscription.updated');
    expect(updates.at(-1)?.data).toMatchObject({
      object: { status: 'past_due' },
      previous_attributes: { status: 'active' },
    });
    expect(await events('customer.subscription.deleted')).toHaveLength(1);
    await goTo('2027-06-01T00:00:00Z');
    expect((await at.stripe.invoices.list({ customer: (await read()).customer as string })).data).toHaveLength(2);
  });

  it('is paid on its page, and the card serves later if it is to be kept', async () => {
    const { id, read, goTo, latestInvoice } = await begin('failsLater');
    await at.stripe.subscriptions.update(id, { payment_settings: { save_default_payment_method: 'on_subscription' } });
    await goTo('2027-02-02T00:00:00Z');
    const invoice = await latestInvoice();
    expect(await at.payInvoice(invoice.hosted_invoice_url ?? '', 'declined')).toMatchObject({ kind: 'declined' });
    expect((await latestInvoice()).next_payment_attempt).toBe(invoice.next_payment_attempt);
    expect(await at.payInvoice(invoice.id)).toEqual({ kind: 'paid', returnUrl: invoice.hosted_invoice_url });
    expect((await read()).status).toBe('active');
    expect(await latestInvoice()).toMatchObject({ status: 'paid', next_payment_attempt: null });
    await goTo('2027-03-02T00:00:00Z');
    expect([(await read()).status, (await latestInvoice()).status]).toEqual(['active', 'paid']);
  });

  it('fails again with the old card if the new one is not kept', async () => {
    const { read, goTo, latestInvoice } = await begin('failsLater');
    await goTo('2027-02-02T00:00:00Z');
    await at.payInvoice((await latestInvoice()).id);
    await goTo('2027-03-02T00:00:00Z');
    expect((await read()).status).toBe('past_due');
  });

  it('is paid over the API with another card', async () => {
    const { id, customer, read, goTo, latestInvoice } = await begin('failsLater');
    await goTo('2027-02-02T00:00:00Z');
    const invoice = await latestInvoice();
    await expect(at.stripe.invoices.pay(invoice.id)).rejects.toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
      code: 'card_declined',
      decline_code: 'generic_decline',
    });
    const method = await at.stripe.paymentMethods.attach('pm_card_visa', { customer });
    await at.stripe.subscriptions.update(id, { default_payment_method: method.id });
    expect((await at.stripe.invoices.pay(invoice.id)).status).toBe('paid');
    expect((await read()).status).toBe('active');
    await expect(at.stripe.invoices.pay(invoice.id)).rejects.toMatchObject({ statusCode: 400 });
  });

  it('can be confirmed to the bank on its page', async () => {
    const { read, goTo, latestInvoice } = await begin('failsLater');
    await goTo('2027-02-02T00:00:00Z');
    const { id, hosted_invoice_url: url } = await latestInvoice();
    expect(await at.payInvoice(id, 'authenticates')).toEqual({ kind: 'authenticate' });
    expect(at.standIn.actions.viewInvoice(url?.split('/').at(-1) ?? '')).toMatchObject({
      status: 'open',
      isAuthenticating: true,
    });
    expect((await at.authenticateInvoice(id, 'refuse')).kind).toBe('declined');
    await at.payInvoice(id, 'authenticates');
    expect((await at.authenticateInvoice(id, 'confirm')).kind).toBe('paid');
    expect((await read()).status).toBe('active');
  });

  it('is forgiven by a void invoice', async () => {
    const { read, goTo, latestInvoice } = await begin('failsLater');
    await goTo('2027-02-02T00:00:00Z');
    const { id } = await latestInvoice();
    expect((await at.stripe.invoices.voidInvoice(id)).status).toBe('void');
    expect((await read()).status).toBe('active');
    expect(await at.payInvoice(id)).toEqual({ kind: 'gone' });
    await expect(at.stripe.invoices.voidInvoice(id)).rejects.toMatchObject({ statusCode: 400 });
  });

  it('that is paid late does not bring back what has ended', async () => {
    const { read, goTo, latestInvoice } = await begin('failsLater');
    await goTo('2027-02-20T00:00:00Z');
    await at.payInvoice((await latestInvoice()).id);
    expect([(await read()).status, (await latestInvoice()).status]).toEqual(['canceled', 'paid']);
  });
});

describe('canceling', () => {
  it('at the end of the period lets it run until then', async () => {
    const { id, read, goTo, events } = await begin();
    await goTo('2027-01-10T00:00:00Z');
    expect(await at.stripe.subscriptions.update(id, { cancel_at_period_end: true })).toMatchObject({
      status: 'active',
      cancel_at_period_end: true,
      cancel_at: secondsOf('2027-02-01T00:00:00Z'),
      canceled_at: secondsOf('2027-01-10T00:00:00Z'),
      cancellation_details: { reason: 'cancellation_requested' },
    });
    await goTo('2027-01-31T23:59:59Z');
    expect((await read()).status).toBe('active');
    await goTo('2027-02-01T00:00:00Z');
    expect(await read()).toMatchObject({ status: 'canceled', ended_at: secondsOf('2027-02-01T00:00:00Z') });
    expect(await events('customer.subscription.deleted')).toHaveLength(1);
    expect(await events('invoice.created')).toHaveLength(1);
  });

  it('can be taken back until then', async () => {
    const { id, read, goTo } = await begin();
    await at.stripe.subscriptions.update(id, { cancel_at_period_end: true });
    expect(await at.stripe.subscriptions.update(id, { cancel_at_period_end: false })).toMatchObject({
      cancel_at: null,
      canceled_at: null,
      cancellation_details: { reason: null },
    });
    await goTo('2027-02-02T00:00:00Z');
    expect((await read()).status).toBe('active');
  });

  it('at once ends it, once', async () => {
    const { id, read } = await begin();
    expect((await at.stripe.subscriptions.cancel(id)).status).toBe('canceled');
    await expect(at.stripe.subscriptions.cancel(id)).rejects.toMatchObject({ code: 'resource_missing' });
    await expect(at.stripe.subscriptions.update(id, { cancel_at_period_end: true })).rejects.toMatchObject({
      statusCode: 400,
    });
    expect((await read()).ended_at).toBe(secondsOf('2027-01-01T00:00:00Z'));
  });

  it('hides it from lists that do not ask for it', async () => {
    const { id, customer } = await begin();
    const list = async (status?: Stripe.SubscriptionListParams.Status) =>
      (await at.stripe.subscriptions.list({ customer, ...(status && { status }) })).data.length;
    expect([await list(), await list('all'), await list('canceled')]).toEqual([1, 1, 0]);
    await at.stripe.subscriptions.cancel(id);
    expect([await list(), await list('all'), await list('canceled'), await list('ended')]).toEqual([0, 1, 1, 1]);
  });
});

describe('a test clock', () => {
  it('goes forwards only, and takes its customers with it', async () => {
    const clock = await at.createClock('2027-01-01T00:00:00Z');
    const subscription = await subscribe(at, { testClock: clock.id });
    await expect(at.advance(clock.id, '2026-12-31T00:00:00Z')).rejects.toMatchObject({ param: 'frozen_time' });
    await at.advance(clock.id, '2027-01-02T00:00:00Z');
    expect(await at.stripe.testHelpers.testClocks.retrieve(clock.id)).toMatchObject({
      status: 'ready',
      frozen_time: secondsOf('2027-01-02T00:00:00Z'),
    });
    await at.stripe.testHelpers.testClocks.del(clock.id);
    expect((await at.stripe.subscriptions.retrieve(subscription.id)).status).toBe('canceled');
    expect(await at.stripe.customers.retrieve(idOf(subscription.customer))).toMatchObject({ deleted: true });
  });

  it('in small steps leads where one big step leads', async () => {
    const inSteps = await begin('failsLater');
    for (let day = 2; day <= 28; day += 1) await inSteps.goTo(`2027-02-${String(day).padStart(2, '0')}T00:00:00Z`);
    const atOnce = await begin('failsLater');
    await atOnce.goTo('2027-02-28T00:00:00Z');
    const facts = async ({ read, latestInvoice, customer }: typeof atOnce) => [
      (await read()).ended_at,
      (await latestInvoice()).attempt_count,
      (await at.stripe.charges.list({ customer })).data.map(({ created, status }) => [created, status]),
    ];
    expect(await facts(inSteps)).toEqual(await facts(atOnce));
  });
});
