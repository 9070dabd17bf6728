import type { Stripe } from 'stripe';

/** The events it sends, and what each is about. */
export interface EventObjects {
  'customer.created': Stripe.Customer;
  'customer.updated': Stripe.Customer;
  'customer.deleted': Stripe.Customer;
  'product.created': Stripe.Product;
  'product.updated': Stripe.Product;
  'price.created': Stripe.Price;
  'price.updated': Stripe.Price;
  'checkout.session.completed': Stripe.Checkout.Session;
  'checkout.session.expired': Stripe.Checkout.Session;
  'customer.subscription.created': Stripe.Subscription;
  'customer.subscription.updated': Stripe.Subscription;
  'customer.subscription.deleted': Stripe.Subscription;
  'invoice.created': Stripe.Invoice;
  'invoice.finalized': Stripe.Invoice;
  'invoice.updated': Stripe.Invoice;
  'invoice.paid': Stripe.Invoice;
  'invoice.payment_succeeded': Stripe.Invoice;
  'invoice.payment_failed': Stripe.Invoice;
  'invoice.voided': Stripe.Invoice;
  'invoice_payment.paid': Stripe.InvoicePayment;
  'payment_intent.created': Stripe.PaymentIntent;
  'payment_intent.requires_action': Stripe.PaymentIntent;
  'payment_intent.succeeded': Stripe.PaymentIntent;
  'payment_intent.payment_failed': Stripe.PaymentIntent;
  'payment_intent.canceled': Stripe.PaymentIntent;
  'payment_method.attached': Stripe.PaymentMethod;
  'charge.succeeded': Stripe.Charge;
  'charge.failed': Stripe.Charge;
  'charge.refunded': Stripe.Charge;
  'refund.created': Stripe.Refund;
  'refund.updated': Stripe.Refund;
  'charge.dispute.created': Stripe.Dispute;
  'charge.dispute.updated': Stripe.Dispute;
  'charge.dispute.closed': Stripe.Dispute;
  'charge.dispute.funds_withdrawn': Stripe.Dispute;
  'charge.dispute.funds_reinstated': Stripe.Dispute;
  'test_helpers.test_clock.created': Stripe.TestHelpers.TestClock;
  'test_helpers.test_clock.advancing': Stripe.TestHelpers.TestClock;
  'test_helpers.test_clock.ready': Stripe.TestHelpers.TestClock;
  'test_helpers.test_clock.deleted': Stripe.TestHelpers.TestClock;
}
export type EventType = keyof EventObjects;
