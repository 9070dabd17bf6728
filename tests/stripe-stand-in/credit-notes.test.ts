import { afterAll, beforeAll, expect, it } from 'vitest';
import { runStandIn, type RunningStandIn } from './running-stand-in.ts';
import { idOf, sell } from './shop.ts';

let at: RunningStandIn;
beforeAll(async () => {
  at = await runStandIn();
});
afterAll(() => at.stop());

it('A credit note gives back, keeps and notes parts of an invoice that was paid, never more than that', async () => {
  const { invoice: of, customer: payer } = await sell(at);
  const [invoice, customer] = [idOf(of), idOf(payer)];
  const { creditNotes } = at.stripe;
  const parts = { refund_amount: 400, credit_amount: 300, out_of_band_amount: 200 };
  const note = await creditNotes.create({ invoice, amount: 900, memo: 'Sorry', ...parts });
  expect(note).toMatchObject({ total: 900, status: 'issued', type: 'post_payment', out_of_band_amount: 200 });
  expect(note.number).toMatch(/-CN-01$/);
  expect(await at.stripe.charges.list({ customer })).toMatchObject({ data: [{ amount_refunded: 400 }] });
  expect(await at.stripe.refunds.retrieve(idOf(note.refunds[0]!.refund))).toMatchObject({ amount: 400 });
  const { data } = await at.stripe.customers.listBalanceTransactions(customer, { expand: ['data.credit_note'] });
  expect(data).toMatchObject([{ type: 'credit_note', amount: -300, credit_note: { id: note.id, invoice } }]);
  const { number, hosted_invoice_url: url, ...paid } = await at.stripe.invoices.retrieve(invoice);
  expect(paid).toMatchObject({ status: 'paid', amount_paid: 1999, post_payment_credit_notes_amount: 900 });
  expect(at.standIn.actions.viewInvoice(url!.split('/').at(-1)!)).toMatchObject({ number, credited: 900 });
  expect((await creditNotes.list({ invoice })).data).toEqual([note]);
  const refusals = [
    { refund_amount: 1600 },
    { amount: 500, refund_amount: 400 },
    { amount: 1200, credit_amount: 1200 },
    { amount: 0 },
  ];
  for (const params of refusals)
    await expect(creditNotes.create({ invoice, ...params })).rejects.toMatchObject({ statusCode: 400 });
  expect((await creditNotes.list({ customer })).data).toHaveLength(1);
});
