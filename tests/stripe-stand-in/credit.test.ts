import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runStandIn, type RunningStandIn } from './running-stand-in.ts';
import { addCustomer, idOf, openSession, sell, subscribe } from './shop.ts';

let at: RunningStandIn;
beforeAll(async () => {
  at = await runStandIn();
});
afterAll(() => at.stop());

const give = (customer: string, amount: number, more: object = {}) =>
  at.stripe.customers.createBalanceTransaction(customer, { amount: -amount, currency: 'usd', ...more });

/** What has changed a customer's balance, the newest first. */
async function balanceOf(customer: string) {
  const { data } = await at.stripe.customers.listBalanceTransactions(customer);
  return data.map(({ type, amount, ending_balance: left }) => [type, amount, left]);
}

/** Of a subscription of 19.99 a month, ten of 30 days old, whose customer has 3.00. */
async function startMonth() {
  const clock = await at.createClock('2026-04-01T10:00:00Z');
  const { id, customer } = await subscribe(at, { testClock: clock.id });
  await at.advance(clock.id, '2026-04-11T10:00:00Z');
  await give(idOf(customer), 300);
  const preview = (details?: object) =>
    at.stripe.invoices.createPreview({ subscription: id, ...(details && { subscription_details: details }) });
  return { id, customer: idOf(customer), preview };
}

describe('A preview', () => {
  it('has the rest of a subscription that is canceled now, and changes nothing', async () => {
    const { id, customer, preview } = await startMonth();
    const rest = await preview({ cancel_now: true });
    expect(rest).toMatchObject({ total: -1333, amount_due: 0, starting_balance: -300, status: 'draft' });
    expect(rest.lines.data).toMatchObject([{ amount: -1333, description: 'Unused time on Basic plan' }]);
    expect(await at.stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'active' });
    expect((await at.stripe.invoices.list({ customer })).data).toHaveLength(1);
    await at.stripe.subscriptions.update(id, { cancel_at_period_end: true });
    expect(await preview({ cancel_now: true })).toMatchObject({ total: -1333 });
  });

  it('says what the next renewal takes, after credit; where none comes there is none', async () => {
    const { id, preview } = await startMonth();
    const isNone = { code: 'invoice_upcoming_none' };
    expect(await preview()).toMatchObject({ total: 1999, amount_due: 1699 });
    await at.stripe.subscriptions.update(id, { cancel_at_period_end: true });
    await expect(preview()).rejects.toMatchObject(isNone);
    await at.stripe.subscriptions.cancel(id);
    await expect(preview({ cancel_now: true })).rejects.toMatchObject(isNone);
    await expect(preview({ proration_date: 1 })).rejects.toMatchObject({ code: 'parameter_unknown' });
  });
});

describe("A customer's balance", () => {
  it('lists what was moved, with its note', async () => {
    const { id } = await addCustomer(at);
    await give(id, 500, { metadata: { paymentId: 'p1' } });
    await give(id, -200);
    expect(await balanceOf(id)).toEqual([
      ['adjustment', 200, -300],
      ['adjustment', -500, -500],
    ]);
    const { data } = await at.stripe.customers.listBalanceTransactions(id);
    expect(data[1]!.metadata).toEqual({ paymentId: 'p1' });
  });

  it.each([
    ['pays first, and the card the rest', 500, 1499, 0],
    ['pays all of it, and the card is kept for what comes', 3000, 0, -1001],
  ])('at the Checkout of a subscription %s', async (_name, credit, due, left) => {
    const { id: customer } = await addCustomer(at);
    await give(customer, credit);
    const session = await openSession(at, { customer });
    expect(session.amount_total).toBe(1999);
    expect(at.standIn.actions.view(session.id)).toMatchObject({ amount: due, balance: 1999 - due });
    expect(await at.pay(session.id)).toMatchObject({ kind: 'paid' });
    const [invoice] = (await at.stripe.invoices.list({ customer })).data;
    expect(invoice).toMatchObject({ total: 1999, amount_due: due, amount_paid: due, ending_balance: left });
    const charges = (await at.stripe.charges.list({ customer })).data;
    expect(charges.map(({ amount }) => amount)).toEqual(due === 0 ? [] : [due]);
    const { data } = await at.stripe.subscriptions.list({ customer });
    expect(data).toMatchObject([{ status: 'active', default_payment_method: expect.stringMatching(/^pm_/) }]);
    expect((await balanceOf(customer))[0]).toEqual(['checkout_session_subscription_payment', 1999 - due, left]);
  });

  it('is left alone by a refused card, and by a single payment', async () => {
    const { id: customer } = await addCustomer(at);
    await give(customer, 500);
    const session = await openSession(at, { customer });
    expect(await at.pay(session.id, 'declined')).toMatchObject({ kind: 'declined' });
    const single = await openSession(at, { customer, months: null, invoiced: true });
    expect(at.standIn.actions.view(single.id)).toMatchObject({ amount: 1999, balance: 0 });
    expect(await at.pay(single.id)).toMatchObject({ kind: 'paid' });
    expect(await balanceOf(customer)).toEqual([['adjustment', -500, -500]]);
  });
});

describe('A credit note', () => {
  it('gives back and keeps parts of an invoice that was paid, never more than that', async () => {
    const { invoice: of, customer: payer } = await sell(at);
    const [invoice, customer] = [idOf(of), idOf(payer)];
    const { creditNotes } = at.stripe;
    const note = await creditNotes.create({ invoice, refund_amount: 400, credit_amount: 300 });
    expect(note).toMatchObject({ total: 700, status: 'issued', type: 'post_payment' });
    expect(note.number).toMatch(/-CN-01$/);
    expect(await at.stripe.charges.list({ customer })).toMatchObject({ data: [{ amount_refunded: 400 }] });
    expect(await at.stripe.refunds.retrieve(idOf(note.refunds[0]!.refund))).toMatchObject({ amount: 400 });
    const { data } = await at.stripe.customers.listBalanceTransactions(customer, { expand: ['data.credit_note'] });
    expect(data).toMatchObject([{ type: 'credit_note', amount: -300, credit_note: { id: note.id, invoice } }]);
    const paid = await at.stripe.invoices.retrieve(invoice);
    expect(paid).toMatchObject({ status: 'paid', amount_paid: 1999, post_payment_credit_notes_amount: 700 });
    for (const params of [{ refund_amount: 1600 }, { credit_amount: 1300 }, {}])
      await expect(creditNotes.create({ invoice, ...params })).rejects.toMatchObject({ statusCode: 400 });
  });
});
