import type { PaymentStatus, PlanId } from '../../../schemas/api/payments.ts';

/** What our tables have of a customer, as far as it matters to a reading of Stripe. */
export interface OwnRows {
  readonly userId: string;
  /** When the account was removed. */
  readonly deletedAt: Date | null;
  /** When the reading of Stripe began, by the clock of the database. */
  readonly readStartedAt: Date;
  readonly payments: readonly StoredPayment[];
  readonly subscriptions: readonly SubscriptionRow[];
}

/** A row of `payments`, but for what only `buy` cares for. */
export interface PaymentRow {
  readonly plan: PlanId;
  readonly kind: 'purchase' | 'renewal';
  readonly status: PaymentStatus;
  readonly amount: number;
  readonly refundedAmount: number;
  readonly currency: string;
  readonly checkoutId: string | null;
  readonly checkoutUrl: string | null;
  readonly expiresAt: Date | null;
  readonly subscriptionId: string | null;
  readonly invoiceId: string | null;
  readonly paymentIntentId: string | null;
  readonly disputed: boolean;
  readonly funnel: string | null;
  readonly utmSource: string | null;
  readonly createdAt: Date;
  readonly paidAt: Date | null;
  readonly refundedAt: Date | null;
}

export interface StoredPayment extends PaymentRow {
  readonly id: string;
  /** Until then somebody asks Stripe for the page. */
  readonly askedUntil: Date | null;
}

/** A row of `subscriptions`. */
export interface SubscriptionRow {
  readonly id: string;
  readonly plan: PlanId;
  readonly status: string;
  readonly amount: number;
  readonly currency: string;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  readonly cancelAtPeriodEnd: boolean;
  readonly endedAt: Date | null;
  readonly payUrl: string | null;
  readonly createdAt: Date;
}

/** A row of `access_grants`. */
export interface GrantRow {
  readonly source: 'subscription' | 'payment';
  readonly sourceId: string;
  readonly endsAt: Date;
  readonly graceEndsAt: Date | null;
  readonly revokedAt: Date | null;
}
