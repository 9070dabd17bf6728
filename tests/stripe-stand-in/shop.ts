import type { Stripe } from 'stripe';
import type { CardInput } from '../../scripts/stripe-stand-in/billing/cards.ts';
import type { RunningStandIn, TestCard } from './running-stand-in.ts';

/** What is sold, and to whom; what is omitted is usual. */
export interface Sale {
  /** Months between payments; null: once. */
  readonly months?: number | null;
  readonly amount?: number;
  /** Default: `usd`. */
  readonly currency?: string;
  readonly card?: TestCard | CardInput;
  readonly customer?: string;
  readonly testClock?: string;
  /** A single payment that an invoice is made of. */
  readonly invoiced?: boolean;
}

/** A customer, on a test clock if there is one. */
export function addCustomer({ stripe }: RunningStandIn, testClock?: string): Promise<Stripe.Customer> {
  return stripe.customers.create({
    email: 'ada@example.org',
    name: 'Ada',
    metadata: { userId: 'u1' },
    ...(testClock !== undefined && { test_clock: testClock }),
  });
}

/** A price of a product of its own. */
export async function addPrice({ stripe }: RunningStandIn, { months = 1, amount = 1999, currency = 'usd' }: Sale = {}) {
  const product = await stripe.products.create({ name: 'Basic plan' });
  const recurring = months === null ? {} : { recurring: { interval: 'month' as const, interval_count: months } };
  return stripe.prices.create({ product: product.id, currency, unit_amount: amount, ...recurring });
}

/** An open Checkout Session. */
export async function openSession(at: RunningStandIn, sale: Sale = {}): Promise<Stripe.Checkout.Session> {
  const price = await addPrice(at, sale);
  const customer = sale.customer ?? (await addCustomer(at, sale.testClock)).id;
  const metadata = { paymentId: 'p1', plan: 'basic' };
  return at.stripe.checkout.sessions.create({
    mode: price.recurring ? 'subscription' : 'payment',
    customer,
    client_reference_id: 'p1',
    line_items: [{ price: price.id, quantity: 1 }],
    allowed_payment_method_types: ['card'],
    metadata,
    ...(sale.invoiced && { invoice_creation: { enabled: true } }),
    ...(price.recurring ? { subscription_data: { metadata } } : { payment_intent_data: { metadata } }),
    success_url: 'http://localhost:3000/paid?session={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://localhost:3000/back',
    locale: 'es',
  });
}

/** A portal for a customer, where the plan can be changed to these prices. */
export async function openPortal(
  { stripe }: RunningStandIn,
  customer: string,
  prices: readonly Stripe.Price[] = [],
): Promise<Stripe.BillingPortal.Session> {
  const products = prices.map(({ id, product }) => ({ product: idOf(product as string), prices: [id] }));
  const { id: configuration } = await stripe.billingPortal.configurations.create({
    features: {
      customer_update: { enabled: true, allowed_updates: ['address', 'tax_id'] },
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      subscription_cancel: {
        enabled: true,
        mode: 'at_period_end',
        proration_behavior: 'none',
        cancellation_reason: { enabled: true, options: ['unused', 'other'] },
      },
      subscription_update: {
        enabled: true,
        proration_behavior: 'always_invoice',
        default_allowed_updates: ['price'],
        products,
      },
    },
  });
  const return_url = 'https://site.example/cabinet/profile';
  return stripe.billingPortal.sessions.create({ customer, configuration, return_url, locale: 'en' });
}

/** A session that was paid, as it is afterwards. */
export async function sell(at: RunningStandIn, sale: Sale = {}): Promise<Stripe.Checkout.Session> {
  const session = await openSession(at, sale);
  const result = await at.pay(session.id, sale.card);
  if (result.kind !== 'paid') throw new Error(`Not paid: ${result.kind}`);
  return at.stripe.checkout.sessions.retrieve(session.id);
}

/** A subscription whose first payment was made. */
export async function subscribe(at: RunningStandIn, sale: Sale = {}): Promise<Stripe.Subscription> {
  const { subscription } = await sell(at, sale);
  return at.stripe.subscriptions.retrieve(idOf(subscription));
}

/** The id of what was not expanded. */
export function idOf(reference: string | { readonly id: string } | null): string {
  return typeof reference === 'string' ? reference : (reference?.id ?? '');
}

/** When its period ends, in seconds since 1970. */
export function periodEndOf(subscription: Stripe.Subscription): number {
  return subscription.items.data[0]?.current_period_end ?? 0;
}

/** `2026-02-28T10:00:00Z` of seconds since 1970. */
export function writeTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
}
