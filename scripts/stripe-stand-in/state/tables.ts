import type { Stripe } from 'stripe';

type Opened = ReturnType<typeof openTables>;

/** The rows of each table. */
export type Rows = { [Name in keyof Opened]: Opened[Name] extends Table<infer Row> ? Row : never };

export type Tables = { readonly [Name in keyof Rows]: Table<Rows[Name]> };

/** What a file holds of the tables. */
export type SavedTables = Readonly<Record<string, readonly { readonly id: string }[]>>;

/** `onChange` is called after each change. */
export function createTables(saved: SavedTables, onChange: () => void): Tables {
  return openTables(saved, onChange);
}

/** All that the stand-in keeps: Stripe's objects, and what Stripe keeps to itself. */
function openTables(saved: SavedTables, onChange: () => void) {
  const table = <Row extends { readonly id: string }>(name: string) =>
    createTable((saved[name] ?? []) as readonly Row[], onChange);
  return {
    answers: table<Answer>('answers'),
    balanceTransactions: table<Stripe.CustomerBalanceTransaction>('balanceTransactions'),
    // The card that somebody is saving in the portal, by its session.
    cardChanges: table<{ readonly id: string; readonly setupIntent: string }>('cardChanges'),
    // The number behind a payment method decides how it behaves.
    cards: table<{ readonly id: string; readonly number: string }>('cards'),
    charges: table<Stripe.Charge>('charges'),
    checkouts: table<Checkout>('checkouts'),
    coupons: table<Stripe.Coupon>('coupons'),
    creditNotes: table<Stripe.CreditNote>('creditNotes'),
    customers: table<Stripe.Customer>('customers'),
    deletedCustomers: table<Stripe.DeletedCustomer>('deletedCustomers'),
    deliveries: table<Delivery>('deliveries'),
    discounts: table<Stripe.Discount>('discounts'),
    disputes: table<Stripe.Dispute>('disputes'),
    events: table<Stripe.Event>('events'),
    invoicePayments: table<Stripe.InvoicePayment>('invoicePayments'),
    invoices: table<Stripe.Invoice>('invoices'),
    paymentIntents: table<Stripe.PaymentIntent>('paymentIntents'),
    paymentMethods: table<Stripe.PaymentMethod>('paymentMethods'),
    portalConfigurations: table<Stripe.BillingPortal.Configuration>('portalConfigurations'),
    portalSessions: table<Stripe.BillingPortal.Session>('portalSessions'),
    prices: table<Stripe.Price>('prices'),
    products: table<Stripe.Product>('products'),
    promotionCodes: table<Stripe.PromotionCode>('promotionCodes'),
    refunds: table<Stripe.Refund>('refunds'),
    sessions: table<Stripe.Checkout.Session>('sessions'),
    setupIntents: table<Stripe.SetupIntent>('setupIntents'),
    subscriptions: table<Stripe.Subscription>('subscriptions'),
    taxIds: table<Stripe.TaxId>('taxIds'),
    testClocks: table<Stripe.TestHelpers.TestClock>('testClocks'),
  };
}

export function saveTables(tables: Tables): SavedTables {
  return Object.fromEntries(Object.entries(tables).map(([name, table]) => [name, table.newest().reverse()]));
}

/** What a Checkout Session will make once it is paid. */
export interface Checkout {
  /** The session's. */
  readonly id: string;
  readonly price: string;
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

/** An event that is still to be delivered, by its id. Times are in milliseconds since 1970. */
export interface Delivery {
  readonly id: string;
  readonly attempts: number;
  readonly firstAt: number;
  readonly nextAt: number;
}

/** What was answered to an idempotency key, which is its id. */
interface Answer {
  readonly id: string;
  /** Of the method, the address and the parameters. */
  readonly fingerprint: string;
  readonly status: number;
  readonly body: unknown;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Rows of one kind by their id, in the order they were made. Rows are never changed in place. */
interface Table<Row> {
  readonly get: (id: string | null | undefined) => Row | undefined;
  /** Adds it, or puts it in the place of the one with its id. */
  put(row: Row): Row;
  remove(id: string): void;
  /** The newest first. */
  newest(): Row[];
}

function createTable<Row extends { readonly id: string }>(rows: readonly Row[], onChange: () => void): Table<Row> {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    get: (id) => byId.get(id ?? ''),
    put(row) {
      byId.set(row.id, row);
      onChange();
      return row;
    },
    remove(id) {
      if (byId.delete(id)) onChange();
    },
    newest: () => [...byId.values()].reverse(),
  };
}
