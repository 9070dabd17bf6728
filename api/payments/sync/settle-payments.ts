import { isUuid } from '../../accounts/uuid.ts';
import { openBooks, type Books } from './books.ts';
import { disputeOf, type Dispute } from './dispute.ts';
import type { OwnRows, PaymentRow, StoredPayment } from './own-rows.ts';
import { settlePurchase } from './settle-purchase.ts';
import { settlePaid } from './settle-paid.ts';
import type { CheckoutSnapshot, CustomerSnapshot, InvoiceSnapshot } from './snapshot.ts';

/** A payment as it is to stand in our table. */
export interface SettledPayment {
  /** Null: it is new, and the database gives it one. */
  readonly id: string | null;
  /** As it stands now; null: it is new. */
  readonly before: StoredPayment | null;
  readonly row: PaymentRow;
  readonly dispute: Dispute | null;
}

/** All payments that we know of, as Stripe has them, and those that only Stripe knew of. */
export function settlePayments(snapshot: CustomerSnapshot, own: OwnRows): SettledPayment[] {
  const books = openBooks(snapshot);
  const known = own.payments.map((stored) => {
    const checkout = chooseCheckout(snapshot.checkouts.filter((checkout) => isOf(checkout, stored)));
    const row =
      stored.kind === 'purchase' ? settlePurchase(stored, { checkout, books, own }) : settlePaid(stored, { books });
    return settled(books, { id: stored.id, before: stored, row });
  });
  const forgotten = findForgotten(snapshot, own).map(({ id, row, checkout }) =>
    settled(books, { id, before: null, row: settlePurchase(row, { checkout, books, own }) }),
  );
  const settledSoFar = [...known, ...forgotten];
  const invoiced = findInvoiced(snapshot, settledSoFar, books).map((row) =>
    settled(books, { id: null, before: null, row }),
  );
  return [...settledSoFar, ...invoiced];
}

function settled(books: Books, payment: Omit<SettledPayment, 'dispute'>): SettledPayment {
  return { ...payment, dispute: disputeOf(books.charge(payment.row.paymentIntentId)?.disputes ?? []) };
}

function isOf(checkout: CheckoutSnapshot, { id, checkoutId }: StoredPayment): boolean {
  return checkout.paymentId === id || checkout.id === checkoutId;
}

/** One page is made for a payment. Should there be two after all, money decides. */
function chooseCheckout(checkouts: readonly CheckoutSnapshot[]): CheckoutSnapshot | undefined {
  return (
    checkouts.find((checkout) => isComplete(checkout) && checkout.isPaid) ??
    checkouts.find(({ status }) => status === 'open') ??
    checkouts.find(isComplete) ??
    checkouts[0]
  );
}

function isComplete({ status }: CheckoutSnapshot): boolean {
  return status === 'complete';
}

interface ForgottenPurchase {
  readonly id: string;
  readonly row: PaymentRow;
  readonly checkout: CheckoutSnapshot;
}

/** Purchases that were paid and that our table has lost, as by a backup that was put back. */
function findForgotten({ checkouts }: CustomerSnapshot, own: OwnRows): ForgottenPurchase[] {
  const known = new Set(own.payments.map(({ id }) => id));
  return checkouts.flatMap((checkout) => {
    const { paymentId: id, plan, amount, currency, createdAt } = checkout;
    const isOurs = id !== null && isUuid(id) && checkout.userId === own.userId && plan !== null;
    if (!isOurs || known.has(id) || checkout.status !== 'complete' || !checkout.isPaid) return [];
    known.add(id);
    return [
      { id, checkout, row: { ...nothingYet, plan, kind: 'purchase', status: 'pending', amount, currency, createdAt } },
    ];
  });
}

/** Invoices that were paid and are of no purchase: renewals, and what was begun in Stripe's dashboard. */
function findInvoiced(snapshot: CustomerSnapshot, payments: readonly SettledPayment[], books: Books): PaymentRow[] {
  const claimed = new Set(payments.map(({ row }) => row.invoiceId));
  const purchases = new Set([...payments.map(({ id }) => id), ...snapshot.checkouts.map(({ paymentId }) => paymentId)]);
  for (const { invoiceId } of snapshot.checkouts) claimed.add(invoiceId);
  return snapshot.invoices.flatMap((invoice) => {
    const subscription = books.subscription(invoice.subscriptionId);
    if (!subscription || !invoice.isPaid || invoice.amountPaid === 0 || claimed.has(invoice.id)) return [];
    // The page may have been read before it was paid, and names no invoice yet.
    if (invoice.isFirst && subscription.paymentId !== null && purchases.has(subscription.paymentId)) return [];
    // By the payment that began it: its page may have been read before the subscription was there.
    const isOrigin = ({ id, row }: SettledPayment) =>
      row.subscriptionId === subscription.id || (id !== null && id === subscription.paymentId);
    const origin = payments.find(isOrigin)?.row;
    const plan = subscription.plan ?? origin?.plan;
    return plan ? [settlePaid(newRow(invoice, { plan, origin }), { books })] : [];
  });
}

interface NewRowParts {
  readonly plan: PaymentRow['plan'];
  /** Another payment of the same subscription. */
  readonly origin: PaymentRow | undefined;
}

function newRow(invoice: InvoiceSnapshot, { plan, origin }: NewRowParts): PaymentRow {
  const { id: invoiceId, subscriptionId, amountPaid: amount, currency, createdAt } = invoice;
  const from = { funnel: origin?.funnel ?? null, utmSource: origin?.utmSource ?? null };
  const kind = invoice.isFirst ? 'purchase' : 'renewal';
  return {
    ...nothingYet,
    ...from,
    plan,
    kind,
    status: 'succeeded',
    amount,
    currency,
    subscriptionId,
    invoiceId,
    createdAt,
  };
}

const nothingYet = {
  refundedAmount: 0,
  checkoutId: null,
  checkoutUrl: null,
  expiresAt: null,
  subscriptionId: null,
  invoiceId: null,
  paymentIntentId: null,
  disputed: false,
  funnel: null,
  utmSource: null,
  paidAt: null,
  refundedAt: null,
} as const;
