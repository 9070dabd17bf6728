import type { Credit } from '../credit.ts';
import type { PlanId } from '../../../schemas/api/payments.ts';

/** What Stripe has of a customer, as far as it matters here. Amounts in the currency's smallest unit. */
export interface CustomerSnapshot {
  readonly checkouts: readonly CheckoutSnapshot[];
  readonly subscriptions: readonly SubscriptionSnapshot[];
  readonly invoices: readonly InvoiceSnapshot[];
  readonly charges: readonly ChargeSnapshot[];
  readonly balance: BalanceSnapshot;
}

/** What is kept at Stripe for the next payments: below 0. */
interface BalanceSnapshot {
  readonly amount: number;
  /** By the ids of payments: what was taken of it for them. */
  readonly taken: ReadonlyMap<string, number>;
}

/** A page where something can be bought, or was. */
export interface CheckoutSnapshot {
  readonly id: string;
  /** Of ours: the id of the payment that it is for. */
  readonly paymentId: string | null;
  /** Of ours, as the page was given them. */
  readonly userId: string | null;
  readonly plan: PlanId | null;
  readonly status: string;
  readonly isPaid: boolean;
  readonly isForSubscription: boolean;
  /** What it takes off for a plan that runs; null: nothing. */
  readonly credit: Credit | null;
  readonly url: string | null;
  readonly amount: number;
  /** ISO 4217, such as `USD`. */
  readonly currency: string;
  readonly subscriptionId: string | null;
  readonly invoiceId: string | null;
  readonly paymentIntentId: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface SubscriptionSnapshot {
  readonly id: string;
  /** Null: it is of something that is not sold here. */
  readonly plan: PlanId | null;
  /** Of ours: the id of the payment that it began with. */
  readonly paymentId: string | null;
  /** As Stripe says it: active, past_due, canceled … */
  readonly status: string;
  /** What a payment takes. */
  readonly amount: number;
  /** What the next one takes, after discounts and credit; null: not known. */
  readonly nextAmount: number | null;
  readonly currency: string;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  /** It ends with the period, in whatever way that was requested. */
  readonly cancelAtPeriodEnd: boolean;
  readonly endedAt: Date | null;
  /** A card that pays an open invoice serves the renewals too. */
  readonly savesNewCard: boolean;
  /** The card that it is to be paid with from now on; null: the one that it has. */
  readonly newerCard: string | null;
  /** The one that pays for the current period. */
  readonly latestInvoice: LatestInvoice | null;
  readonly createdAt: Date;
}

interface LatestInvoice {
  readonly id: string;
  readonly status: string | null;
  /** What has not been paid of it. */
  readonly amountRemaining: number;
  /** How often Stripe has tried to collect it, and when it tries again; null: it does not. */
  readonly attempts: number;
  readonly nextAttemptAt: Date | null;
  /** Stripe's page where it can be paid, or seen. */
  readonly url: string | null;
}

export interface InvoiceSnapshot {
  readonly id: string;
  readonly subscriptionId: string | null;
  /** What it charges for; null: something that is not sold here, or nothing. */
  readonly plan: PlanId | null;
  /** The first of its subscription. */
  readonly isFirst: boolean;
  readonly isPaid: boolean;
  readonly amountPaid: number;
  /** Of what it charges for; null: it charges for nothing. */
  readonly periodEnd: Date | null;
  /** As people name it; null while it is a draft. */
  readonly number: string | null;
  /** What of it is tax. */
  readonly tax: number;
  readonly currency: string;
  readonly paymentIntentId: string | null;
  readonly createdAt: Date;
  readonly paidAt: Date | null;
}

export interface ChargeSnapshot {
  readonly id: string;
  readonly paymentIntentId: string | null;
  /** succeeded, pending or failed. */
  readonly status: string;
  readonly amount: number;
  readonly amountRefunded: number;
  /** The last digits of the card. */
  readonly last4: string | null;
  /** The last time that something was given back. */
  readonly refundedAt: Date | null;
  readonly disputes: readonly DisputeSnapshot[];
  readonly createdAt: Date;
}

export interface DisputeSnapshot {
  readonly status: string;
  readonly createdAt: Date;
}

/** A reading of Stripe, to look things up in. */
export interface PaymentIndex {
  checkout(id: string | null): CheckoutSnapshot | undefined;
  invoice(id: string | null): InvoiceSnapshot | undefined;
  firstInvoiceOf(subscriptionId: string | null): InvoiceSnapshot | undefined;
  subscription(id: string | null): SubscriptionSnapshot | undefined;
  /** The one that counts of those that a payment took: that which succeeded, if there is one. */
  charge(paymentIntentId: string | null): ChargeSnapshot | undefined;
}

export function indexPayments({ checkouts, invoices, subscriptions, charges }: CustomerSnapshot): PaymentIndex {
  const checkoutsById = new Map(checkouts.map((checkout) => [checkout.id, checkout]));
  const invoicesById = new Map(invoices.map((invoice) => [invoice.id, invoice]));
  const subscriptionsById = new Map(subscriptions.map((subscription) => [subscription.id, subscription]));
  return {
    checkout: (id) => find(checkoutsById, id),
    invoice: (id) => find(invoicesById, id),
    firstInvoiceOf: (id) =>
      id === null ? undefined : invoices.find(({ subscriptionId, isFirst }) => isFirst && subscriptionId === id),
    subscription: (id) => find(subscriptionsById, id),
    charge: (id) => {
      const taken = charges.filter(({ paymentIntentId }) => id !== null && paymentIntentId === id);
      return (
        taken.find(({ status }) => status === 'succeeded') ??
        taken.find(({ status }) => status === 'pending') ??
        taken[0]
      );
    },
  };
}

function find<Item>(items: ReadonlyMap<string, Item>, id: string | null): Item | undefined {
  return id === null ? undefined : items.get(id);
}
