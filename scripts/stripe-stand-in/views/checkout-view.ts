import type { Stripe } from 'stripe';
import type { CheckoutView } from '../actions.ts';
import { checkoutOf } from '../billing/checkout.ts';
import { describePrice } from '../billing/subscriptions.ts';
import { idOf } from '../objects/id-of.ts';
import type { Books } from '../state/books.ts';
import { monthsOf } from './months-of.ts';

export function viewCheckout(books: Books, sessionId: string): CheckoutView | null {
  const session = books.tables.sessions.get(sessionId);
  if (!session) return null;
  const { price: priceId, paymentIntent } = checkoutOf(books, sessionId);
  const price = books.tables.prices.get(priceId);
  if (!price) throw new Error(`${sessionId} sells nothing`);
  const intent = paymentIntent === null ? undefined : books.tables.paymentIntents.get(paymentIntent);
  return {
    id: session.id,
    status: session.status as CheckoutView['status'],
    description: describePrice(books, price),
    amount: session.amount_total ?? 0,
    currency: price.currency,
    months: monthsOf(price),
    locale: session.locale,
    email: books.tables.customers.get(idOf(session.customer) ?? '')?.email ?? session.customer_email,
    isAuthenticating: session.status === 'open' && intent?.status === 'requires_action',
    returnUrl: returnUrlOf(session),
    cancelUrl: session.cancel_url,
    expiresAt: session.expires_at,
  };
}

/** Where a paid session leads. */
export function returnUrlOf({ id, success_url }: Stripe.Checkout.Session): string {
  return (success_url ?? '/').replaceAll('{CHECKOUT_SESSION_ID}', id);
}
