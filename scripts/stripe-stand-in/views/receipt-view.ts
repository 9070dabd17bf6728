import type { Stripe } from 'stripe';
import type { ReceiptView } from '../actions.ts';
import { describePrice } from '../billing/subscriptions.ts';
import { idOf } from '../objects/id-of.ts';
import { subscriptionOf } from '../objects/invoice.ts';
import { itemOf } from '../objects/subscription.ts';
import type { Books } from '../state/books.ts';
import { monthsOf } from './months-of.ts';

export function viewReceipt(books: Books, chargeId: string): ReceiptView | null {
  const charge = books.tables.charges.get(chargeId);
  if (!charge?.paid) return null;
  const price = priceOf(books, idOf(charge.payment_intent) ?? '');
  const card = charge.payment_method_details?.card;
  return {
    id: charge.id,
    description: price ? describePrice(books, price) : (charge.description ?? ''),
    amount: charge.amount,
    currency: charge.currency,
    months: price ? monthsOf(price) : null,
    refundedAmount: charge.amount_refunded,
    cardBrand: card?.brand ?? '',
    cardLast4: card?.last4 ?? '',
    paidAt: charge.created,
  };
}

/** What the payment was for, by the session or the invoice that it settled. */
function priceOf({ tables }: Books, paymentIntent: string): Stripe.Price | undefined {
  for (const checkout of tables.checkouts.oldest()) {
    if (checkout.paymentIntent === paymentIntent) return tables.prices.get(checkout.price);
  }
  const payment = tables.invoicePayments.newest().find((row) => row.payment.payment_intent === paymentIntent);
  const invoice = payment && tables.invoices.get(idOf(payment.invoice));
  const subscription = invoice && tables.subscriptions.get(subscriptionOf(invoice));
  return subscription && itemOf(subscription).price;
}
