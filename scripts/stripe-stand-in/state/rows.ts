import type { Stripe } from 'stripe';

/** All that the stand-in keeps: Stripe's objects, and what Stripe keeps to itself. */
export interface Rows {
  customers: Stripe.Customer;
  deletedCustomers: Stripe.DeletedCustomer;
  products: Stripe.Product;
  prices: Stripe.Price;
  sessions: Stripe.Checkout.Session;
  checkouts: Checkout;
  subscriptions: Stripe.Subscription;
  invoices: Stripe.Invoice;
  invoicePayments: Stripe.InvoicePayment;
  paymentIntents: Stripe.PaymentIntent;
  charges: Stripe.Charge;
  refunds: Stripe.Refund;
  disputes: Stripe.Dispute;
  paymentMethods: Stripe.PaymentMethod;
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
}

/** The number behind a payment method decides how it behaves. */
export interface Card {
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
export interface Answer {
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
  'products',
  'prices',
  'sessions',
  'checkouts',
  'subscriptions',
  'invoices',
  'invoicePayments',
  'paymentIntents',
  'charges',
  'refunds',
  'disputes',
  'paymentMethods',
  'cards',
  'testClocks',
  'events',
  'deliveries',
  'answers',
] as const satisfies readonly (keyof Rows)[];
