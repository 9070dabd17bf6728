import type { Stripe } from 'stripe';

/** All that the stand-in keeps: Stripe's objects, and what Stripe keeps to itself. */
export interface Rows {
  customers: Stripe.Customer;
  deletedCustomers: Stripe.DeletedCustomer;
  balanceTransactions: Stripe.CustomerBalanceTransaction;
  products: Stripe.Product;
  prices: Stripe.Price;
  sessions: Stripe.Checkout.Session;
  checkouts: Checkout;
  subscriptions: Stripe.Subscription;
  invoices: Stripe.Invoice;
  invoicePayments: Stripe.InvoicePayment;
  paymentIntents: Stripe.PaymentIntent;
  charges: Stripe.Charge;
  creditNotes: Stripe.CreditNote;
  refunds: Stripe.Refund;
  disputes: Stripe.Dispute;
  setupIntents: Stripe.SetupIntent;
  paymentMethods: Stripe.PaymentMethod;
  portalConfigurations: Stripe.BillingPortal.Configuration;
  portalSessions: Stripe.BillingPortal.Session;
  cardChanges: CardChange;
  taxIds: Stripe.TaxId;
  coupons: Stripe.Coupon;
  promotionCodes: Stripe.PromotionCode;
  discounts: Stripe.Discount;
  cards: Card;
  testClocks: Stripe.TestHelpers.TestClock;
  events: Stripe.Event;
  deliveries: Delivery;
  answers: Answer;
}

/** What a Checkout Session will make once it is paid. */
export interface Checkout {
  /** The session's. */
  readonly id: string;
  readonly price: string;
  readonly quantity: number;
  readonly subscriptionMetadata: Stripe.Metadata;
  readonly paymentIntentMetadata: Stripe.Metadata;
  /** The payment that was begun; null before the first card. */
  readonly paymentIntent: string | null;
  /** The promotion code that was typed in. */
  readonly promotion?: string | null;
  /** What is taken off without a code. */
  readonly coupon?: string | null;
  /** Where nothing is due: what the card is saved by. */
  readonly setupIntent?: string | null;
  /** Where the buyer says to live, which the tax is worked out by. */
  readonly country?: string | null;
}

/** The card that somebody is saving in the portal. */
interface CardChange {
  /** The portal session's. */
  readonly id: string;
  readonly setupIntent: string;
}

/** The number behind a payment method decides how it behaves. */
interface Card {
  /** The payment method's. */
  readonly id: string;
  readonly number: string;
}

/** An event that is still to be delivered. */
export interface Delivery {
  /** The event's. */
  readonly id: string;
  readonly attempts: number;
  /** Milliseconds since 1970. */
  readonly firstAt: number;
  readonly nextAt: number;
}

/** What was answered to an idempotency key. */
interface Answer {
  /** The key. */
  readonly id: string;
  /** Of the method, the address and the parameters. */
  readonly fingerprint: string;
  readonly status: number;
  readonly body: unknown;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export const tableNames = [
  'customers',
  'deletedCustomers',
  'balanceTransactions',
  'products',
  'prices',
  'sessions',
  'checkouts',
  'subscriptions',
  'invoices',
  'invoicePayments',
  'paymentIntents',
  'charges',
  'creditNotes',
  'refunds',
  'disputes',
  'setupIntents',
  'paymentMethods',
  'portalConfigurations',
  'portalSessions',
  'cardChanges',
  'taxIds',
  'coupons',
  'promotionCodes',
  'discounts',
  'cards',
  'testClocks',
  'events',
  'deliveries',
  'answers',
] as const satisfies readonly (keyof Rows)[];

/** The events it sends, and what each is about. */
export interface EventObjects {
  'customer.created': Stripe.Customer;
  'customer.updated': Stripe.Customer;
  'customer.deleted': Stripe.Customer;
  'customer.tax_id.created': Stripe.TaxId;
  'customer.tax_id.deleted': Stripe.TaxId;
  'product.created': Stripe.Product;
  'product.updated': Stripe.Product;
  'price.created': Stripe.Price;
  'price.updated': Stripe.Price;
  'coupon.created': Stripe.Coupon;
  'credit_note.created': Stripe.CreditNote;
  'promotion_code.created': Stripe.PromotionCode;
  'promotion_code.updated': Stripe.PromotionCode;
  'customer.discount.created': Stripe.Discount;
  'customer.discount.deleted': Stripe.Discount;
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
  'setup_intent.created': Stripe.SetupIntent;
  'setup_intent.requires_action': Stripe.SetupIntent;
  'setup_intent.succeeded': Stripe.SetupIntent;
  'setup_intent.setup_failed': Stripe.SetupIntent;
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
