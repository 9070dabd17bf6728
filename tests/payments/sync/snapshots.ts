import type { OwnRows, StoredPayment } from '../../../api/payments/rows.ts';
import type {
  ChargeSnapshot,
  CheckoutSnapshot,
  CustomerSnapshot,
  InvoiceSnapshot,
  SubscriptionSnapshot,
} from '../../../api/payments/sync/snapshot.ts';

export const userId = '11111111-1111-4111-8111-111111111111';
export const paymentId = '22222222-2222-4222-8222-222222222222';
export const otherPaymentId = '33333333-3333-4333-8333-333333333333';

const start = Date.parse('2026-03-01T10:00:00Z');

/** So many days after all began. */
export function day(days: number): Date {
  return new Date(start + days * 24 * 60 * 60 * 1_000);
}

/** The same for a time in minutes. */
export function minute(minutes: number): Date {
  return new Date(start + minutes * 60 * 1_000);
}

export function snapshot(parts: Partial<CustomerSnapshot> = {}): CustomerSnapshot {
  const nothing = { checkouts: [], subscriptions: [], invoices: [], charges: [] };
  return { ...nothing, balance: { amount: 0, taken: new Map() }, ...parts };
}

/** A customer with one purchase whose page is being made. */
export function own(parts: Partial<OwnRows> = {}): OwnRows {
  return { userId, deletedAt: null, readStartedAt: minute(5), payments: [stored()], subscriptions: [], ...parts };
}

export function stored(parts: Partial<StoredPayment> = {}): StoredPayment {
  return {
    id: paymentId,
    plan: 'basic',
    kind: 'purchase',
    status: 'pending',
    amount: 1900,
    refundedAmount: 0,
    givenTwice: 0,
    otherMode: false,
    currency: 'USD',
    checkoutId: null,
    checkoutUrl: null,
    expiresAt: minute(120),
    askedUntil: null,
    subscriptionId: null,
    invoiceId: null,
    paymentIntentId: null,
    disputed: false,
    funnel: 'sleep-issues',
    utmSource: 'letters',
    createdAt: minute(0),
    paidAt: null,
    refundedAt: null,
    ...parts,
  };
}

/** Open. */
export function checkout(parts: Partial<CheckoutSnapshot> = {}): CheckoutSnapshot {
  return {
    id: 'cs_1',
    paymentId,
    userId,
    plan: 'basic',
    status: 'open',
    isPaid: false,
    isForSubscription: true,
    credit: null,
    url: 'https://checkout.example/cs_1',
    amount: 1900,
    currency: 'USD',
    subscriptionId: null,
    invoiceId: null,
    paymentIntentId: null,
    createdAt: minute(0),
    expiresAt: minute(120),
    ...parts,
  };
}

/** Active, in its first month, and paid. */
export function subscription(parts: Partial<SubscriptionSnapshot> = {}): SubscriptionSnapshot {
  return {
    id: 'sub_1',
    plan: 'basic',
    paymentId,
    status: 'active',
    amount: 1900,
    nextAmount: parts.amount ?? 1900,
    currency: 'USD',
    periodStart: day(0),
    periodEnd: day(30),
    cancelAtPeriodEnd: false,
    endedAt: null,
    savesNewCard: true,
    newerCard: null,
    latestInvoice: {
      id: 'in_1',
      status: 'paid',
      amountRemaining: 0,
      attempts: 1,
      nextAttemptAt: null,
      url: 'https://invoice.example/in_1',
    },
    createdAt: minute(1),
    ...parts,
  };
}

/** The first one, paid. */
export function invoice(parts: Partial<InvoiceSnapshot> = {}): InvoiceSnapshot {
  const id = parts.id ?? 'in_1';
  return {
    id,
    subscriptionId: 'sub_1',
    plan: null,
    isFirst: true,
    isPaid: true,
    amountPaid: 1900,
    periodEnd: day(30),
    number: null,
    tax: 0,
    currency: 'USD',
    paymentIntentId: id.replace('in_', 'pi_'),
    createdAt: minute(1),
    paidAt: minute(2),
    ...parts,
  };
}

export function charge(parts: Partial<ChargeSnapshot> = {}): ChargeSnapshot {
  return {
    id: 'ch_1',
    paymentIntentId: 'pi_1',
    status: 'succeeded',
    amount: 1900,
    amountRefunded: 0,
    last4: null,
    refundedAt: null,
    disputes: [],
    createdAt: minute(2),
    ...parts,
  };
}

/** A page where a subscription was bought. */
export function paidCheckout(parts: Partial<CheckoutSnapshot> = {}): CheckoutSnapshot {
  const paid = { status: 'complete', isPaid: true, url: null, subscriptionId: 'sub_1', invoiceId: 'in_1' };
  return checkout({ ...paid, ...parts });
}

/** A subscription that was bought, and nothing since. */
export function bought(parts: Partial<CustomerSnapshot> = {}): CustomerSnapshot {
  return snapshot({
    checkouts: [paidCheckout()],
    subscriptions: [subscription()],
    invoices: [invoice()],
    charges: [charge()],
    ...parts,
  });
}

/** A page where a Lifetime was bought, and its charge. */
export function lifetimeCheckout(parts: Partial<CheckoutSnapshot> = {}): CheckoutSnapshot {
  return paidCheckout({
    id: 'cs_life',
    paymentId: otherPaymentId,
    plan: 'lifetime',
    isForSubscription: false,
    subscriptionId: null,
    invoiceId: null,
    paymentIntentId: 'pi_life',
    amount: 9900,
    createdAt: day(5),
    expiresAt: day(6),
    ...parts,
  });
}

export function lifetimeCharge(parts: Partial<ChargeSnapshot> = {}): ChargeSnapshot {
  return charge({ id: 'ch_life', paymentIntentId: 'pi_life', amount: 9900, createdAt: day(5), ...parts });
}

export function lifetimePayment(parts: Partial<StoredPayment> = {}): StoredPayment {
  const plan = { id: otherPaymentId, plan: 'lifetime', amount: 9900, createdAt: day(5), expiresAt: day(6) } as const;
  return stored({ ...plan, ...parts });
}
