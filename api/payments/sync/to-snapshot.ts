import type { Stripe } from 'stripe';
import { planId, type PlanId } from '../../../schemas/api/payments.ts';
import { type Credit, priceOf, readNote } from '../credit.ts';
import { planOfProduct } from '../prices.ts';
import { stripeIdOf } from '../stripe.ts';
import type { ChargeSnapshot, CheckoutSnapshot, InvoiceSnapshot, SubscriptionSnapshot } from './snapshot.ts';

/** As Stripe has it. */
export function toCheckout(session: Stripe.Checkout.Session): CheckoutSnapshot {
  return {
    id: session.id,
    paymentId: session.client_reference_id,
    userId: session.metadata?.['userId'] ?? null,
    plan: planOf(session.metadata),
    status: session.status ?? 'open',
    isPaid: session.payment_status !== 'unpaid',
    isForSubscription: session.mode === 'subscription',
    credit: creditOf(session),
    url: session.url,
    amount: session.amount_total ?? 0,
    currency: currencyOf(session.currency),
    subscriptionId: stripeIdOf(session.subscription),
    invoiceId: stripeIdOf(session.invoice),
    paymentIntentId: stripeIdOf(session.payment_intent),
    createdAt: dateOf(session.created),
    expiresAt: dateOf(session.expires_at),
  };
}

function creditOf({ metadata, total_details: details }: Stripe.Checkout.Session): Credit | null {
  const note = readNote(metadata ?? {});
  return note && { ...note, amount: details?.amount_discount ?? 0 };
}

/** As Stripe has it. */
export function toSubscription(
  subscription: Stripe.Subscription,
  newerCard: string | null,
): Omit<SubscriptionSnapshot, 'nextAmount'> {
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
    amount: priceOf(subscription),
    currency: currencyOf(subscription.currency),
    periodStart: dateOf(item?.current_period_start ?? subscription.created),
    periodEnd,
    cancelAtPeriodEnd: subscription.cancel_at_period_end || endsBy(subscription.cancel_at, periodEnd),
    endedAt: dateOrNull(subscription.ended_at),
    savesNewCard: subscription.payment_settings?.save_default_payment_method === 'on_subscription',
    newerCard,
    latestInvoice:
      invoice === null || typeof invoice === 'string'
        ? null
        : {
            id: invoice.id,
            status: invoice.status,
            amountRemaining: invoice.amount_remaining,
            attempts: invoice.attempt_count,
            nextAttemptAt: dateOrNull(invoice.next_payment_attempt),
            url: invoice.hosted_invoice_url ?? null,
          },
    createdAt: dateOf(subscription.created),
  };
}

/** As Stripe has it. */
export function toInvoice(invoice: Stripe.Invoice): InvoiceSnapshot {
  const paid = invoice.payments?.data.find(({ status }) => status === 'paid');
  const charged = chargedLine(invoice.lines.data);
  return {
    id: invoice.id,
    subscriptionId: stripeIdOf(invoice.parent?.subscription_details?.subscription),
    plan: planOfProduct(charged?.pricing?.price_details?.product ?? ''),
    isFirst: invoice.billing_reason === 'subscription_create',
    isPaid: invoice.status === 'paid',
    amountPaid: invoice.amount_paid,
    periodEnd: charged ? dateOf(charged.period.end) : null,
    number: invoice.number,
    tax: (invoice.total_taxes ?? []).reduce((sum, { amount }) => sum + amount, 0),
    currency: currencyOf(invoice.currency),
    paymentIntentId: stripeIdOf(paid?.payment.payment_intent),
    createdAt: dateOf(invoice.created),
    paidAt: dateOrNull(invoice.status_transitions.paid_at),
  };
}

/** Where a plan was changed, the rest of the old one is taken off in another line. */
function chargedLine(lines: readonly Stripe.InvoiceLineItem[]): Stripe.InvoiceLineItem | undefined {
  return lines.findLast(({ amount }) => amount >= 0);
}

interface ChargeHistory {
  readonly refunds: readonly Stripe.Refund[];
  readonly disputes: readonly Stripe.Dispute[];
}

/** As Stripe has it. */
export function toCharge(charge: Stripe.Charge, { refunds, disputes }: ChargeHistory): ChargeSnapshot {
  const times = refunds.filter(({ status }) => status !== 'failed' && status !== 'canceled');
  return {
    id: charge.id,
    paymentIntentId: stripeIdOf(charge.payment_intent),
    status: charge.status,
    amount: charge.amount,
    amountRefunded: charge.amount_refunded,
    last4: charge.payment_method_details?.card?.last4 ?? null,
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

function currencyOf(currency: string | null): string {
  return (currency ?? '').toUpperCase();
}

function dateOf(seconds: number): Date {
  return new Date(seconds * 1_000);
}

function dateOrNull(seconds: number | null): Date | null {
  return seconds === null ? null : dateOf(seconds);
}
