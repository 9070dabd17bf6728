import type { Stripe } from 'stripe';
import { changeBalance } from '../billing/balance.ts';
import { intentOf, paymentOf } from '../billing/invoices.ts';
import { amountLeft, isHeldBack, refundCharge } from '../billing/money-back.ts';
import { idOf, newId, nulls, wholeList } from '../objects/fields.ts';
import type { Books } from '../state/books.ts';
import { badRequest } from '../stripe-fault.ts';
import { find, list, type Operation, retrieve } from './operation.ts';

const ways = ['refund_amount', 'credit_amount', 'out_of_band_amount'] as const;

/** Of an invoice that is paid: its money goes back, is kept for what comes, or was given back elsewhere. */
const create: Operation = {
  method: 'POST',
  path: '/v1/credit_notes',
  takes: ['invoice', 'amount', ...ways, 'memo', 'metadata', 'reason'],
  run({ books, params }) {
    const invoice = find(books, 'invoices', params.required('invoice'), 'invoice');
    if (invoice.status !== 'paid') throw badRequest('The stand-in has credit notes for paid invoices only.');
    const [refunded, credited, elsewhere] = ways.map((way) => params.integer(way) ?? 0) as [number, number, number];
    const amount = params.integer('amount') ?? refunded + credited + elsewhere;
    const left = invoice.total - invoice.post_payment_credit_notes_amount;
    if (amount < 1 || amount > left) {
      throw badRequest(`The credit note amount has to be between 1 and ${left}, what is left of the invoice.`, {
        param: 'amount',
      });
    }
    if (amount !== refunded + credited + elsewhere || Math.min(refunded, credited, elsewhere) < 0)
      throw badRequest('The sum of refunds, credit_amount and out_of_band_amount must equal the credit note amount.');
    const charge = refunded === 0 ? null : chargeOf(books, invoice);
    if (refunded > 0 && (!charge || refunded > amountLeft(charge) || isHeldBack(books, charge.id)))
      throw badRequest('So much of this invoice cannot be given back.', { param: 'refund_amount' });
    const refund = charge && refundCharge(books, charge, { amount: refunded, reason: null, metadata: {} });
    const memo = params.text('memo');
    const reason = params.oneOf('reason', ['duplicate', 'fraudulent', 'order_change', 'product_unsatisfactory']);
    const metadata = params.metadata();
    const note = newCreditNote(books, invoice, { amount, refund, elsewhere, memo, reason, metadata });
    const customer = books.tables.customers.get(note.customer as string);
    const transaction =
      credited === 0 || !customer
        ? null
        : changeBalance(books, {
            customer,
            amount: -credited,
            currency: invoice.currency,
            type: 'credit_note',
            of: { credit_note: note.id },
          });
    books.change('invoices', invoice.id, {
      post_payment_credit_notes_amount: invoice.post_payment_credit_notes_amount + amount,
    });
    const made = books.tables.creditNotes.put({ ...note, customer_balance_transaction: transaction?.id ?? null });
    books.emit('credit_note.created', made);
    return made;
  },
};

function chargeOf(books: Books, invoice: Stripe.Invoice): Stripe.Charge | null {
  const payment = paymentOf(books, invoice.id);
  const intent = payment && books.tables.paymentIntents.get(intentOf(payment));
  return books.tables.charges.get(idOf(intent?.latest_charge) ?? '') ?? null;
}

interface NoteSource {
  readonly amount: number;
  readonly refund: Stripe.Refund | null;
  readonly elsewhere: number;
  readonly memo: string | null;
  readonly reason: Stripe.CreditNote.Reason | null;
  readonly metadata: Stripe.Metadata;
}

function newCreditNote(books: Books, invoice: Stripe.Invoice, source: NoteSource): Stripe.CreditNote {
  const { amount, refund, elsewhere, memo, reason, metadata } = source;
  const id = newId('cn');
  const created = books.timeOf(idOf(invoice.customer));
  const count = books.tables.creditNotes.newest().filter((note) => note.invoice === invoice.id).length;
  const taxes = invoice.total_taxes ?? [];
  const tax = Math.round((taxes.reduce((sum, each) => sum + each.amount, 0) * amount) / invoice.total);
  return {
    id,
    object: 'credit_note',
    ...nulls('customer_account', 'customer_balance_transaction', 'shipping_cost', 'voided_at'),
    amount,
    amount_shipping: 0,
    created,
    currency: invoice.currency,
    customer: idOf(invoice.customer) ?? '',
    discount_amount: 0,
    discount_amounts: [],
    effective_at: created,
    invoice: invoice.id,
    lines: wholeList(`/v1/credit_notes/${id}/lines`, []),
    livemode: false,
    memo,
    metadata,
    number: `${invoice.number}-CN-${String(count + 1).padStart(2, '0')}`,
    out_of_band_amount: elsewhere || null,
    pdf: invoice.invoice_pdf ?? '',
    post_payment_amount: amount,
    pre_payment_amount: 0,
    pretax_credit_amounts: [],
    reason,
    refunds: refund
      ? [{ amount_refunded: refund.amount, payment_record_refund: null, refund: refund.id, type: 'refund' }]
      : [],
    status: 'issued',
    subtotal: amount,
    subtotal_excluding_tax: amount - tax,
    total: amount,
    total_excluding_tax: amount - tax,
    total_taxes: taxes.map((each) => ({ ...each, amount: tax, taxable_amount: amount - tax })),
    type: 'post_payment',
  } satisfies Stripe.CreditNote;
}

export const creditNoteOperations: readonly Operation[] = [
  create,
  list({ path: '/v1/credit_notes', table: 'creditNotes', equal: ['customer', 'invoice'] }),
  retrieve('/v1/credit_notes/:id', 'creditNotes'),
];
