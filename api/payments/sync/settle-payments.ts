import type { Credit } from '../credit.ts';
import { isUuid } from '../../platform/uuid.ts';
import type { OwnRows, PaymentRow, StoredPayment } from '../rows.ts';
import {
  type PaymentIndex,
  type CheckoutSnapshot,
  type CustomerSnapshot,
  type DisputeSnapshot,
  type InvoiceSnapshot,
} from './snapshot.ts';
import type { PaymentStatus } from '../../../schemas/api/payments.ts';

/** A payment as it is to stand in our table. */
export interface SettledPayment {
  /** Null: it is new, and the database gives it one. */
  readonly id: string | null;
  /** As it stands now; null: it is new. */
  readonly before: StoredPayment | null;
  readonly row: PaymentRow;
  readonly dispute: Dispute | null;
  /** What its receipt names besides. */
  readonly invoice: PaidInvoice | null;
}

interface PaidInvoice {
  readonly number: string;
  /** In the currency's smallest unit. */
  readonly tax: number;
  /** The last digits of the card that paid it. */
  readonly last4: string | null;
}

/** All payments that we know of, as Stripe has them, and those that only Stripe knew of. */
export function settlePayments(snapshot: CustomerSnapshot, own: OwnRows, index: PaymentIndex): SettledPayment[] {
  const known = own.payments.map((stored) => {
    const checkout = chooseCheckout(snapshot.checkouts.filter((checkout) => isOf(checkout, stored)));
    const row =
      stored.kind === 'purchase' ? settlePurchase(stored, { checkout, index, own }) : settlePaid(stored, { index });
    const isAtStripe = checkout ?? index.invoice(row.invoiceId) ?? index.charge(row.paymentIntentId);
    const otherMode = stored.otherMode && !isAtStripe;
    return settled(index, { id: stored.id, before: stored, row: { ...row, otherMode } });
  });
  const lost = findLost(snapshot, own).map(({ id, row, checkout }) =>
    settled(index, { id, before: null, row: settlePurchase(row, { checkout, index, own }) }),
  );
  const settledSoFar = [...known, ...lost];
  const invoiced = findInvoiced(snapshot, settledSoFar, index).map((row) =>
    settled(index, { id: null, before: null, row }),
  );
  const payments = [...settledSoFar, ...invoiced];
  return payments.map((payment) => ({
    ...payment,
    row: { ...payment.row, givenTwice: countTwice(payment, { payments, index }) },
  }));
}

interface PaidSoFar {
  readonly payments: readonly SettledPayment[];
  readonly index: PaymentIndex;
}

/** As where support gives a plan back in Stripe's dashboard, after what was left of it came off a Lifetime. */
function countTwice(payment: SettledPayment, holdings: PaidSoFar): number {
  const { amount, refundedAmount } = payment.row;
  const back = payment.row.status === 'refunded' ? amount : refundedAmount;
  if (back === 0) return 0;
  const rests = holdings.payments.map((lifetime) => {
    const credit = creditOf(lifetime, holdings.index);
    const isKept = lifetime.row.status === 'succeeded';
    const isOfIt = credit && isKept && creditedPayment(credit, holdings) === payment;
    return isOfIt && !isCreditVoid(lifetime, holdings) ? credit.amount - credit.balance : 0;
  });
  const rest = rests.reduce((sum, each) => sum + each, 0);
  return Math.min(back, rest, Math.max(back + rest - amount, 0));
}

/** What came off the price of a Lifetime for a plan; null: nothing. */
export function creditOf({ row }: SettledPayment, index: PaymentIndex): Credit | null {
  return index.checkout(row.checkoutId)?.credit ?? null;
}

/** The credit that came off its price had been given back by then. */
export function isCreditVoid(lifetime: SettledPayment, holdings: PaidSoFar): boolean {
  const credit = creditOf(lifetime, holdings.index);
  const { amount, refundedAmount, refundedAt = null } = (credit && creditedPayment(credit, holdings)?.row) ?? {};
  return refundedAt !== null && refundedAmount === amount && refundedAt.getTime() < timeOf(lifetime);
}

/** The payment of its invoice, or where credit paid that, the last one of the subscription. */
function creditedPayment({ invoice }: Credit, { payments, index }: PaidSoFar): SettledPayment | undefined {
  const own = payments.find(({ row }) => row.invoiceId === invoice);
  const subscription = index.invoice(invoice)?.subscriptionId;
  return (
    own ?? (subscription ? lastPaid(payments.filter(({ row }) => row.subscriptionId === subscription)) : undefined)
  );
}

/** The one that was paid last. */
export function lastPaid(payments: readonly SettledPayment[]): SettledPayment | undefined {
  return payments.toSorted((a, b) => timeOf(a) - timeOf(b)).at(-1);
}

/** When it was paid, in milliseconds since 1970. */
export function timeOf({ row }: SettledPayment): number {
  return row.paidAt?.getTime() ?? 0;
}

function settled(index: PaymentIndex, payment: Omit<SettledPayment, 'dispute' | 'invoice'>): SettledPayment {
  const charge = index.charge(payment.row.paymentIntentId);
  const { number, tax = 0 } = index.invoice(payment.row.invoiceId) ?? {};
  const invoice = number ? { number, tax, last4: charge?.last4 ?? null } : null;
  return { ...payment, dispute: disputeOf(charge?.disputes ?? []), invoice };
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

interface LostPurchase {
  readonly id: string;
  readonly row: PaymentRow;
  readonly checkout: CheckoutSnapshot;
}

/** Purchases that were paid and that our table has lost, as by a backup that was put back. */
function findLost({ checkouts }: CustomerSnapshot, own: OwnRows): LostPurchase[] {
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
function findInvoiced(
  snapshot: CustomerSnapshot,
  payments: readonly SettledPayment[],
  index: PaymentIndex,
): PaymentRow[] {
  const claimed = new Set(payments.map(({ row }) => row.invoiceId));
  const purchases = new Set([...payments.map(({ id }) => id), ...snapshot.checkouts.map(({ paymentId }) => paymentId)]);
  for (const { invoiceId } of snapshot.checkouts) claimed.add(invoiceId);
  return snapshot.invoices.flatMap((invoice) => {
    const subscription = index.subscription(invoice.subscriptionId);
    if (!subscription || !invoice.isPaid || invoice.amountPaid === 0 || claimed.has(invoice.id)) return [];
    // The page may have been read before it was paid, and names no invoice yet.
    if (invoice.isFirst && subscription.paymentId !== null && purchases.has(subscription.paymentId)) return [];
    // By the payment that began it: its page may have been read before the subscription was there.
    const isOrigin = ({ id, row }: SettledPayment) =>
      row.subscriptionId === subscription.id || (id !== null && id === subscription.paymentId);
    const origin = payments.find(isOrigin)?.row;
    // Its own: by now the subscription may be of another one.
    const plan = invoice.plan ?? subscription.plan ?? origin?.plan;
    return plan ? [settlePaid(newRow(invoice, { plan, origin }), { index })] : [];
  });
}

interface NewRowContext {
  readonly plan: PaymentRow['plan'];
  /** Another payment of the same subscription. */
  readonly origin: PaymentRow | undefined;
}

function newRow(invoice: InvoiceSnapshot, { plan, origin }: NewRowContext): PaymentRow {
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
  givenTwice: 0,
  otherMode: false,
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

interface Evidence {
  /** Where it is paid; nothing: Stripe has no page for it. */
  readonly checkout: CheckoutSnapshot | undefined;
  readonly index: PaymentIndex;
  readonly own: Pick<OwnRows, 'readStartedAt'>;
}

type Purchase = PaymentRow & Partial<Pick<StoredPayment, 'askedUntil'>>;

/** A purchase as its page at Stripe has it. Once paid it stays so. */
function settlePurchase(stored: Purchase, { checkout, index, own }: Evidence): PaymentRow {
  const isPaid = stored.paidAt !== null || (checkout !== undefined && isPaidFor(checkout, index));
  const status = isPaid ? 'succeeded' : checkout ? statusOnPage(stored, checkout, index) : statusOffPage(stored, own);
  const row = { ...stored, ...(checkout && pageOf(checkout)), status };
  if (isPaid) return { ...settlePaid(row, { index, checkout }), checkoutUrl: null };
  return { ...row, checkoutUrl: status === 'pending' ? row.checkoutUrl : null };
}

function pageOf({ id: checkoutId, url: checkoutUrl, expiresAt }: CheckoutSnapshot) {
  return { checkoutId, checkoutUrl, expiresAt };
}

/** With a subscription only once that is there too: else there would be a payment that opens nothing. */
function isPaidFor(checkout: CheckoutSnapshot, index: PaymentIndex): boolean {
  if (checkout.status !== 'complete' || !checkout.isPaid) return false;
  return !checkout.isForSubscription || index.subscription(checkout.subscriptionId) !== undefined;
}

function statusOnPage(stored: Purchase, checkout: CheckoutSnapshot, index: PaymentIndex): PaymentStatus {
  if (checkout.status === 'expired') return 'expired';
  // Given up here, while its page was still being made: another one may be open since, and there is to be one only.
  if (stored.status === 'expired' || stored.status === 'failed') return stored.status;
  return checkout.status === 'complete' && hasFailed(checkout, index) ? 'failed' : 'pending';
}

function hasFailed(checkout: CheckoutSnapshot, index: PaymentIndex): boolean {
  if (checkout.isPaid) return false;
  const isOver = index.subscription(checkout.subscriptionId)?.status === 'incomplete_expired';
  return isOver || index.charge(checkout.paymentIntentId)?.status === 'failed';
}

/**
 * A call that asked Stripe for the page before the reading began has its answer, or has given up: none will come. One
 * that there was is gone once its time is over.
 */
function statusOffPage(stored: Purchase, { readStartedAt }: Pick<OwnRows, 'readStartedAt'>): PaymentStatus {
  const { status, createdAt, askedUntil, expiresAt } = stored;
  const isAbandoned = (askedUntil ?? new Date(createdAt.getTime() + secondsToAsk * 1_000)) < readStartedAt;
  const isOver = expiresAt !== null && expiresAt < readStartedAt;
  if (status === 'created') return isAbandoned ? 'expired' : 'created';
  return status === 'pending' && isOver ? 'expired' : status;
}

/** Where no call has asked yet. */
const secondsToAsk = 60;

interface PaidEvidence {
  readonly index: PaymentIndex;
  /** The page where it was paid, if there was one. */
  readonly checkout?: CheckoutSnapshot | undefined;
}

/** A payment that was made: what was paid, when, and what of it was given back. What Stripe does not say stays. */
function settlePaid(row: PaymentRow, { index, checkout }: PaidEvidence): PaymentRow {
  const subscriptionId = checkout?.subscriptionId ?? row.subscriptionId;
  const invoiceId =
    checkout?.invoiceId ?? row.invoiceId ?? index.firstInvoiceOf(checkout?.subscriptionId ?? null)?.id ?? null;
  const listed = index.invoice(invoiceId);
  const invoice = listed?.isPaid ? listed : undefined;
  const paymentIntentId = checkout?.paymentIntentId ?? invoice?.paymentIntentId ?? row.paymentIntentId;
  const charge = index.charge(paymentIntentId);
  const amount = invoice?.amountPaid ?? charge?.amount ?? checkout?.amount ?? row.amount;
  const refundedAmount = charge?.amountRefunded ?? row.refundedAmount;
  const dispute = disputeOf(charge?.disputes ?? []);
  const isBack = (amount > 0 && refundedAmount >= amount) || dispute?.state === 'lost';
  return {
    ...row,
    status: isBack ? 'refunded' : 'succeeded',
    amount,
    refundedAmount,
    currency: invoice?.currency ?? checkout?.currency ?? row.currency,
    subscriptionId,
    invoiceId,
    paymentIntentId,
    disputed: charge ? dispute !== null : row.disputed,
    paidAt: invoice?.paidAt ?? charge?.createdAt ?? row.paidAt ?? checkout?.createdAt ?? null,
    refundedAt: charge ? charge.refundedAt : row.refundedAt,
  };
}

/** That the customer's bank wants a payment back. */
export interface Dispute {
  /** open: not decided. lost: the bank keeps the money. */
  readonly state: 'open' | 'lost';
  readonly since: Date;
}

/** What the disputes of one payment come to; null where there is none that matters, or all were decided for us. */
function disputeOf(disputes: readonly DisputeSnapshot[]): Dispute | null {
  const found = disputes.flatMap(({ status, createdAt }) => {
    const state = stateOf(status);
    return state === null ? [] : [{ state, since: createdAt }];
  });
  return earliest(found.filter(({ state }) => state === 'lost')) ?? earliest(found) ?? null;
}

function stateOf(status: string): Dispute['state'] | null {
  // An inquiry of the bank: nothing has been taken.
  if (status === 'won' || status.startsWith('warning_')) return null;
  return status === 'lost' || status === 'prevented' ? 'lost' : 'open';
}

function earliest(disputes: readonly Dispute[]): Dispute | undefined {
  return disputes.toSorted((a, b) => a.since.getTime() - b.since.getTime())[0];
}
