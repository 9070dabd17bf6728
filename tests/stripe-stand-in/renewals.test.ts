import type { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runStandIn, secondsOf, type RunningStandIn, type TestCard } from './running-stand-in.ts';
import { idOf, periodEndOf, sell, subscribe, writeTime } from './shop.ts';

let at: RunningStandIn;
beforeAll(async () => {
  at = await runStandIn();
});
afterAll(() => at.stop());

/** A monthly subscription that began at the start of 2027, on a clock that is moved by its time of writing. */
async function begin(card: TestCard = 'good', { time = '2027-01-01T00:00:00Z', months = 1 } = {}) {
  const clock = await at.createClock(time);
  const { id, customer } = await subscribe(at, { card, months, testClock: clock.id });
  const read = () => at.stripe.subscriptions.retrieve(id);
  return {
    id,
    customer: idOf(customer),
    read,
    goTo: (to: string) => at.advance(clock.id, to),
    latestInvoice: async () => at.stripe.invoices.retrieve(idOf((await read()).latest_invoice)),
    invoices: async () => (await at.stripe.invoices.list({ subscription: id, limit: 100 })).data.reverse(),
    events: async (type: string) =>
      (await at.stripe.events.list({ type, limit: 100 })).data
        .filter(({ data }) => JSON.stringify(data.object).includes(id))
        .reverse(),
  };
}

describe('a renewal', () => {
  it('begins the period at once, and is charged an hour later', async () => {
    const { read, goTo, latestInvoice, events } = await begin();
    await goTo('2027-02-01T00:00:00Z');
    expect(writeTime(periodEndOf(await read()))).toBe('2027-03-01T00:00:00Z');
    const [updated] = await events('customer.subscription.updated');
    expect(updated?.data.previous_attributes).toMatchObject({
      items: { data: [{ current_period_end: secondsOf('2027-02-01T00:00:00Z') }] },
    });
    await goTo('2027-02-01T00:59:59Z');
    expect(await latestInvoice()).toMatchObject({ status: 'draft', billing_reason: 'subscription_cycle' });
    await goTo('2027-02-01T01:00:00Z');
    expect(await latestInvoice()).toMatchObject({
      status: 'paid',
      amount_paid: 1999,
      created: secondsOf('2027-02-01T00:00:00Z'),
      status_transitions: { paid_at: secondsOf('2027-02-01T01:00:00Z') },
    });
  });

  it.each([
    [1, ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30']],
    [3, ['2027-01-31', '2027-04-30', '2027-07-31', '2027-10-31', '2028-01-31', '2028-04-30']],
  ])('of the 31st, each %i months, comes on the last day where a month is shorter', async (months, days) => {
    const { goTo, invoices, customer } = await begin('good', { time: '2027-01-31T10:00:00Z', months });
    await goTo(`${days.at(-1)!}T12:00:00Z`);
    const all = await invoices();
    expect(all.map(({ lines }) => writeTime(lines.data[0]!.period.start))).toEqual(
      days.map((day) => `${day}T10:00:00Z`),
    );
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set(['paid']));
    expect((await at.stripe.charges.list({ customer })).data).toHaveLength(days.length);
  });

  it('is none of a single payment', async () => {
    const clock = await at.createClock('2027-01-01T00:00:00Z');
    const { customer } = await sell(at, { months: null, testClock: clock.id });
    await at.advance(clock.id, '2028-01-01T00:00:00Z');
    expect((await at.stripe.charges.list({ customer: idOf(customer) })).data).toHaveLength(1);
  });

  it('comes without a test clock too', async () => {
    const real = await runStandIn({ now: Date.UTC(2027, 0, 1) });
    const { id } = await subscribe(real);
    real.setTime(Date.UTC(2027, 2, 15));
    const { data } = await real.stripe.invoices.list({ subscription: id });
    expect(data.map(({ created }) => writeTime(created).slice(0, 7))).toEqual(['2027-03', '2027-02', '2027-01']);
    await real.stop();
  });
});

describe('a renewal that fails', () => {
  const attempts = ['2027-02-01T01:00:00Z', '2027-02-04T01:00:00Z', '2027-02-09T01:00:00Z', '2027-02-16T01:00:00Z'];

  it('is tried after 3, 5 and 7 days, and then ends the subscription', async () => {
    const { read, goTo, latestInvoice, events, invoices } = await begin('failsLater');
    const seen: (readonly [status: string, next: string | null])[] = [];
    for (const time of attempts) {
      await goTo(time);
      const { next_payment_attempt: next } = await latestInvoice();
      seen.push([(await read()).status, next === null ? null : writeTime(next)]);
    }
    expect(seen).toEqual([...attempts.slice(1).map((next) => ['past_due', next]), ['canceled', null]]);
    const ended_at = secondsOf(attempts.at(-1)!);
    expect(await read()).toMatchObject({ ended_at, cancellation_details: { reason: 'payment_failed' } });
    expect(await latestInvoice()).toMatchObject({ status: 'open', attempt_count: 4, auto_advance: false });
    expect(await events('invoice.payment_failed')).toHaveLength(4);
    const updates = await events('customer.subscription.updated');
    const wasActive = { object: { status: 'past_due' }, previous_attributes: { status: 'active' } };
    expect(updates.at(-1)?.data).toMatchObject(wasActive);
    expect(await events('customer.subscription.deleted')).toHaveLength(1);
    await goTo('2027-06-01T00:00:00Z');
    expect(await invoices()).toHaveLength(2);
  });

  it.each([
    [true, 'active'],
    [false, 'past_due'],
  ])('is paid on its page; the card is kept: %s, and then it is %s', async (isKept, after) => {
    const { id, read, goTo, latestInvoice } = await begin('failsLater');
    const saving = { save_default_payment_method: isKept ? 'on_subscription' : 'off' } as const;
    await at.stripe.subscriptions.update(id, { payment_settings: saving });
    await goTo('2027-02-02T00:00:00Z');
    const invoice = await latestInvoice();
    const url = invoice.hosted_invoice_url ?? '';
    expect(await at.payInvoice(url, 'declined')).toMatchObject({ kind: 'declined' });
    expect((await latestInvoice()).next_payment_attempt).toBe(invoice.next_payment_attempt);
    expect(await at.payInvoice(url)).toEqual({ kind: 'paid', returnUrl: url });
    expect((await read()).status).toBe('active');
    expect(await latestInvoice()).toMatchObject({ status: 'paid', next_payment_attempt: null });
    await goTo('2027-03-02T00:00:00Z');
    expect((await read()).status).toBe(after);
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
    const { id, read, goTo, events, invoices } = await begin();
    await goTo('2027-01-10T00:00:00Z');
    expect(await at.stripe.subscriptions.update(id, { cancel_at_period_end: true })).toMatchObject({
      status: 'active',
      cancel_at: secondsOf('2027-02-01T00:00:00Z'),
      canceled_at: secondsOf('2027-01-10T00:00:00Z'),
      cancellation_details: { reason: 'cancellation_requested' },
    });
    await goTo('2027-01-31T23:59:59Z');
    expect((await read()).status).toBe('active');
    await goTo('2027-02-01T00:00:00Z');
    expect(await read()).toMatchObject({ status: 'canceled', ended_at: secondsOf('2027-02-01T00:00:00Z') });
    expect(await events('customer.subscription.deleted')).toHaveLength(1);
    expect(await invoices()).toHaveLength(1);
  });

  it('can be taken back until then', async () => {
    const { id, read, goTo } = await begin();
    await at.stripe.subscriptions.update(id, { cancel_at_period_end: true });
    const goesOn = { cancel_at: null, canceled_at: null, cancellation_details: { reason: null } };
    expect(await at.stripe.subscriptions.update(id, { cancel_at_period_end: false })).toMatchObject(goesOn);
    await goTo('2027-02-02T00:00:00Z');
    expect((await read()).status).toBe('active');
  });

  it('at once ends it, once, and hides it from lists that do not ask for it', async () => {
    const { id, customer, read } = await begin();
    const { subscriptions } = at.stripe;
    const list = async (status?: Stripe.SubscriptionListParams.Status) =>
      (await subscriptions.list({ customer, ...(status && { status }) })).data.length;
    expect([await list(), await list('all'), await list('canceled')]).toEqual([1, 1, 0]);
    expect((await subscriptions.cancel(id)).status).toBe('canceled');
    expect([await list(), await list('all'), await list('canceled')]).toEqual([0, 1, 1]);
    await expect(subscriptions.cancel(id)).rejects.toMatchObject({ code: 'resource_missing' });
    await expect(subscriptions.update(id, { cancel_at_period_end: true })).rejects.toMatchObject({ statusCode: 400 });
    expect((await read()).ended_at).toBe(secondsOf('2027-01-01T00:00:00Z'));
  });
});

describe('a test clock', () => {
  it('goes forwards only', async () => {
    const clock = await at.createClock('2027-01-01T00:00:00Z');
    await expect(at.advance(clock.id, '2026-12-31T00:00:00Z')).rejects.toMatchObject({ param: 'frozen_time' });
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
