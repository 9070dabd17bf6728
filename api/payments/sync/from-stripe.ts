import type { Stripe } from 'stripe';
import { planId, type PlanId } from '../../../schemas/api/payments.ts';
import type { ChargeSnapshot, CheckoutSnapshot, InvoiceSnapshot, SubscriptionSnapshot } from './snapshot.ts';

export function toCheckout(session: Stripe.Checkout.Session): CheckoutSnapshot {
  return {
    id: session.id,
    paymentId: session.client_reference_id,
    userId: session.metadata?.['userId'] ?? null,
    plan: planOf(session.metadata),
    status: session.status ?? 'open',
    isPaid: session.payment_status !== 'unpaid',
    isForSubscription: session.mode === 'subscription',
    url: session.url,
    amount: session.amount_total ?? 0,
    currency: currencyOf(session.currency),
    subscriptionId: idOf(session.subscription),
    invoiceId: idOf(session.invoice),
    paymentIntentId: idOf(session.payment_intent),
    createdAt: dateOf(session.created),
    expiresAt: dateOf(session.expires_at),
  };
}

export function toSubscription(subscription: Stripe.Subscription): SubscriptionSnapshot {
  const { metadata, items, latest_invoice: invoice } = subscription;
  const [item] = items.data;
  // Without an item it has no period: it has nothing that could be paid for.
  const periodEnd = dateOf(item?.current_period_end ?? subscription.created);
  return {
    id: subscription.id,
    // The price first: a plan that was changed in Stripe's dashboard has another one, and the note of its purchase still.
    plan: planOf(item?.price.metadata) ?? planOf(metadata),
    paymentId: metadata['paymentId'] ?? null,
    status: subscription.status,
    amount: items.data.reduce((sum, { price, quantity }) => sum + (price.unit_amount ?? 0) * (quantity ?? 1), 0),
    currency: currencyOf(subscription.currency),
    periodStart: dateOf(item?.current_period_start ?? subscription.created),
    periodEnd,
    cancelAtPeriodEnd: subscription.cancel_at_period_end || endsBy(subscription.cancel_at, periodEnd),
    endedAt: dateOrNull(subscription.ended_at),
    keepsNewCard: subscription.payment_settings?.save_default_payment_method === 'on_subscription',
    latestInvoice:
      invoice === null || typeof invoice === 'string'
        ? null
        : {
            id: invoice.id,
            status: invoice.status,
            amountRemaining: invoice.amount_remaining,
            url: invoice.hosted_invoice_url ?? null,
          },
    createdAt: dateOf(subscription.created),
  };
}

export function toInvoice(invoice: Stripe.Invoice): InvoiceSnapshot {
  const paid = invoice.payments?.data.find(({ status }) => status === 'paid');
  return {
    id: invoice.id,
    subscriptionId: idOf(invoice.parent?.subscription_details?.subscription),
    isFirst: invoice.billing_reason === 'subscription_create',
    isPaid: invoice.status === 'paid',
    amountPaid: invoice.amount_paid,
    currency: currencyOf(invoice.currency),
    paymentIntentId: idOf(paid?.payment.payment_intent),
    createdAt: dateOf(invoice.created),
    paidAt: dateOrNull(invoice.status_transitions.paid_at),
  };
}

interface ChargeParts {
  readonly refunds: readonly Stripe.Refund[];
  readonly disputes: readonly Stripe.Dispute[];
}

export function toCharge(charge: Stripe.Charge, { refunds, disputes }: ChargeParts): ChargeSnapshot {
  const times = refunds.filter(({ status }) => status !== 'failed' && status !== 'canceled');
  return {
    id: charge.id,
    paymentIntentId: idOf(charge.payment_intent),
    status: charge.status,
    amount: charge.amount,
    amountRefunded: charge.amount_refunded,
    refundedAt: times.length === 0 ? null : dateOf(Math.max(...times.map(({ created }) => created))),
    disputes: disputes.map(({ status, created }) => ({ status, createdAt: dateOf(created) })),
    createdAt: dateOf(charge.created),
  };
}

/** A day that was set in Stripe's dashboard ends the renewals as well, if it comes before the next one. */
function endsBy(cancelAt: number | null, periodEnd: Date): boolean {
  return cancelAt !== null && dateOf(cancelAt) <= periodEnd;
}

function planOf(metadata: Stripe.Metadata | null | undefined): PlanId | null {
  return planId.enum.find((id) => id === metadata?.['plan']) ?? null;
}

function idOf(reference: string | { readonly id: string } | null | undefined): string | null {
  return typeof reference === 'object' ? (reference?.id ?? null) : (reference ?? null);
}

function currencyOf(currency: string | null): string {
  return (currency ?? '').toUpperCase();
}

function dateOf(seconds: number): Date {
  return new Date(seconds * 1_000);
}

function dateOrNull(seconds: number | null): Date | null {
  return seconds === null ? null : dateOf(seconds);
}
