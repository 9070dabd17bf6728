import type { Books } from './books.ts';
import { disputeOf } from './dispute.ts';
import type { PaymentRow } from './own-rows.ts';
import type { CheckoutSnapshot } from './snapshot.ts';

interface Evidence {
  readonly books: Books;
  /** The page where it was paid, if there was one. */
  readonly checkout?: CheckoutSnapshot | undefined;
}

/** A payment that was made: what was paid, when, and what of it was given back. What Stripe does not tell stays. */
export function settlePaid(row: PaymentRow, { books, checkout }: Evidence): PaymentRow {
  const subscriptionId = checkout?.subscriptionId ?? row.subscriptionId;
  const invoiceId =
    checkout?.invoiceId ?? row.invoiceId ?? books.firstInvoiceOf(checkout?.subscriptionId ?? null)?.id ?? null;
  const listed = books.invoice(invoiceId);
  const invoice = listed?.isPaid ? listed : undefined;
  const paymentIntentId = checkout?.paymentIntentId ?? invoice?.paymentIntentId ?? row.paymentIntentId;
  const charge = books.charge(paymentIntentId);
  const amount = invoice?.amountPaid ?? charge?.amount ?? checkout?.amount ?? row.amount;
  const refundedAmount = charge?.amountRefunded ?? row.refundedAmount;
  return {
    ...row,
    status: amount > 0 && refundedAmount >= amount ? 'refunded' : 'succeeded',
    amount,
    refundedAmount,
    currency: invoice?.currency ?? checkout?.currency ?? row.currency,
    subscriptionId,
    invoiceId,
    paymentIntentId,
    disputed: charge ? disputeOf(charge.disputes) !== null : row.disputed,
    paidAt: invoice?.paidAt ?? charge?.createdAt ?? row.paidAt ?? checkout?.createdAt ?? null,
    refundedAt: charge ? charge.refundedAt : row.refundedAt,
  };
}
