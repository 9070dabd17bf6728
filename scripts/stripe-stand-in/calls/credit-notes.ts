import type { Stripe } from 'stripe';
import { changeBalance } from '../billing/balance.ts';
import { intentOf, paymentOf } from '../billing/invoices.ts';
import { amountLeft, isHeldBack, refundCharge } from '../billing/money-back.ts';
import { newObject, idOf, nulls, wholeList } from '../objects/fields.ts';
import type { Books } from '../state/books.ts';
import { badRequest } from '../stripe-fault.ts';
import { integerFrom, needed, freeText } from '../wire/params.ts';
import { find, operation, type Operation } from './operation.ts';

/** Of an invoice that is paid: its money goes back, or is kept for what comes. */
const create = operation(
  'POST /v1/credit_notes',
  {
    invoice: needed(freeText),
    refund_amount: integerFrom(0),
    credit_amount: integerFrom(0),
  },
  ({ books, given }) => {
    const { refund_amount: refunded = 0, credit_amount: credited = 0 } = given;
    const invoice = find(books, 'invoices', given.invoice, 'invoice');
    if (invoice.status !== 'paid') throw badRequest('The stand-in has credit notes for paid invoices only.');
    const total = refunded + credited;
    const left = invoice.total - invoice.post_payment_credit_notes_amount;
    if (total < 1 || total > left) {
      throw badRequest(`The credit note amount has to be between 1 and ${left}, what is left of the invoice.`, {
        param: 'amount',
      });
    }
    const charge = refunded === 0 ? null : chargeOf(books, invoice);
    if (refunded > 0 && (!charge || refunded > amountLeft(charge) || isHeldBack(books, charge.id)))
      throw badRequest('So much of this invoice cannot be given back.', { param: 'refund_amount' });
    const refund = charge && refundCharge(books, charge, { amount: refunded, reason: null, metadata: {} });
    const note = newCreditNote(books, invoice, total, refund);
    books.change('invoices', invoice.id, { post_payment_credit_notes_amount: invoice.total - left + total });
    const customer_balance_transaction = credited === 0 ? null : keep(books, note, credited);
    return books.add('creditNotes', { ...note, customer_balance_transaction }, 'credit_note.created');
  },
);

function chargeOf(books: Books, invoice: Stripe.Invoice): Stripe.Charge | null {
  const payment = paymentOf(books, invoice.id);
  const intent = payment && books.tables.paymentIntents.get(intentOf(payment));
  return books.tables.charges.get(idOf(intent?.latest_charge)) ?? null;
}

/** For the customer's next payments. */
function keep(books: Books, { id, customer: of, currency }: Stripe.CreditNote, credited: number): string {
  const customer = find(books, 'customers', idOf(of) ?? '');
  const type = 'credit_note';
  return changeBalance(books, { customer, amount: -credited, currency, type, of: { credit_note: id } }).id;
}

function newCreditNote(
  books: Books,
  invoice: Stripe.Invoice,
  total: number,
  refund: Stripe.Refund | null,
): Stripe.CreditNote {
  const own = newObject('cn', 'credit_note');
  const created = books.timeOf(idOf(invoice.customer));
  const sequence = books.tables.creditNotes.newest().filter((note) => note.invoice === invoice.id).length + 1;
  return {
    ...own,
    ...nulls('customer_account', 'customer_balance_transaction', 'memo', 'out_of_band_amount', 'reason'),
    ...nulls('shipping_cost', 'subtotal_excluding_tax', 'total_excluding_tax', 'total_taxes', 'voided_at'),
    amount: total,
    amount_shipping: 0,
    created,
    currency: invoice.currency,
    customer: idOf(invoice.customer) ?? '',
    discount_amount: 0,
    discount_amounts: [],
    effective_at: created,
    invoice: invoice.id,
    lines: wholeList(`/v1/credit_notes/${own.id}/lines`, []),
    metadata: {},
    number: `${invoice.number}-CN-${String(sequence).padStart(2, '0')}`,
    pdf: '',
    post_payment_amount: total,
    pre_payment_amount: 0,
    pretax_credit_amounts: [],
    refunds: refund
      ? [{ amount_refunded: refund.amount, payment_record_refund: null, refund: refund.id, type: 'refund' }]
      : [],
    status: 'issued',
    subtotal: total,
    total,
    type: 'post_payment',
  } satisfies Stripe.CreditNote;
}

export const creditNoteOperations: readonly Operation[] = [create];
