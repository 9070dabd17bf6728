import type { PaymentStatus } from '../../../schemas/api/payments.ts';
import type { Books } from './books.ts';
import type { OwnRows, PaymentRow, StoredPayment } from './own-rows.ts';
import { settlePaid } from './settle-paid.ts';
import type { CheckoutSnapshot } from './snapshot.ts';

interface Evidence {
  /** Where it is paid; nothing: Stripe has no page for it. */
  readonly checkout: CheckoutSnapshot | undefined;
  readonly books: Books;
  readonly own: Pick<OwnRows, 'readStartedAt'>;
}

type Purchase = PaymentRow & Partial<Pick<StoredPayment, 'askedUntil'>>;

/** A purchase as its page at Stripe has it. Once paid it stays so. */
export function settlePurchase(stored: Purchase, { checkout, books, own }: Evidence): PaymentRow {
  const isPaid = stored.paidAt !== null || (checkout !== undefined && isPaidFor(checkout, books));
  const status = isPaid ? 'succeeded' : checkout ? statusOnPage(stored, checkout, books) : statusOffPage(stored, own);
  const row = { ...stored, ...(checkout && pageOf(checkout)), status };
  if (isPaid) return { ...settlePaid(row, { books, checkout }), checkoutUrl: null };
  return { ...row, checkoutUrl: status === 'pending' ? row.checkoutUrl : null };
}

function pageOf({ id: checkoutId, url: checkoutUrl, expiresAt }: CheckoutSnapshot) {
  return { checkoutId, checkoutUrl, expiresAt };
}

/** With a subscription only once that is there too: else there would be a payment that opens nothing. */
function isPaidFor(checkout: CheckoutSnapshot, books: Books): boolean {
  if (checkout.status !== 'complete' || !checkout.isPaid) return false;
  return !checkout.isForSubscription || books.subscription(checkout.subscriptionId) !== undefined;
}

function statusOnPage(stored: Purchase, checkout: CheckoutSnapshot, books: Books): PaymentStatus {
  if (checkout.status === 'expired') return 'expired';
  // Given up here, while its page was still being made: another one may be open since, and there is to be one only.
  if (stored.status === 'expired' || stored.status === 'failed') return stored.status;
  return checkout.status === 'complete' && hasFailed(checkout, books) ? 'failed' : 'pending';
}

function hasFailed(checkout: CheckoutSnapshot, books: Books): boolean {
  if (checkout.isPaid) return false;
  const isOver = books.subscription(checkout.subscriptionId)?.status === 'incomplete_expired';
  return isOver || books.charge(checkout.paymentIntentId)?.status === 'failed';
}

/**
 * Whoever asked Stripe for the page before the reading began has been answered, or has given up: it will not come. One
 * that there was is gone once its time is over.
 */
function statusOffPage(stored: Purchase, { readStartedAt }: Pick<OwnRows, 'readStartedAt'>): PaymentStatus {
  const { status, createdAt, askedUntil, expiresAt } = stored;
  const isAbandoned = (askedUntil ?? new Date(createdAt.getTime() + secondsToAsk * 1_000)) < readStartedAt;
  const isOver = expiresAt !== null && expiresAt < readStartedAt;
  if (status === 'created') return isAbandoned ? 'expired' : 'created';
  return status === 'pending' && isOver ? 'expired' : status;
}

/** Where nobody has asked yet. */
const secondsToAsk = 60;
