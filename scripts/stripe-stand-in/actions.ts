import type { PromotionProblem } from './billing/promotions.ts';

/** What somebody at a hosted page can see and do. Behind it, everything happens as it would at Stripe. */
export interface CheckoutActions {
  /** A Checkout Session as its page shows it; null: there is none with this id. */
  view(sessionId: string): CheckoutView | null;
  /** Pays it with a card, or with none where none is asked for. Twice at once is once: the second finds it paid. */
  pay(sessionId: string, card: CardInput | null): Promise<PayResult>;
  /** Takes what a promotion code is worth off, or with an empty one nothing any more. */
  applyPromotion(sessionId: string, code: string): Promise<PromotionResult>;
  /** Has the tax worked out for a country; nothing where none is, or where the country isn't known. */
  setCountry(sessionId: string, country: string): Promise<void>;
  /** Ends what `pay` began with `authenticate`: the person confirmed the payment to the bank, or refused. */
  authenticate(sessionId: string, answer: AuthenticationAnswer): Promise<PayResult>;
  /**
   * An invoice as its hosted page shows it, by the last part of its address; null: there is none, it is still a draft,
   * or the address is 30 days old.
   */
  viewInvoice(link: string): InvoiceView | null;
  /** Pays an open invoice with a card, as `pay` does a session. */
  payInvoice(link: string, card: CardInput): Promise<PayResult>;
  authenticateInvoice(link: string, answer: AuthenticationAnswer): Promise<PayResult>;
  /** The receipt of a charge, likewise; null too where the charge was not paid. */
  viewReceipt(link: string): ReceiptView | null;
}

export type AuthenticationAnswer = 'confirm' | 'refuse';

/** As typed on the page. Spaces in the number are fine. */
export interface CardInput {
  readonly number: string;
  /** 1 to 12. */
  readonly expMonth: number;
  /** Four digits. */
  readonly expYear: number;
  readonly cvc: string;
  readonly name?: string;
}

export type PayResult =
  | { readonly kind: 'paid'; readonly returnUrl: string }
  | { readonly kind: 'declined'; readonly message: string; readonly field?: FormField }
  /** The bank asks: show confirm and refuse, then call `authenticate` or `authenticateInvoice`. */
  | { readonly kind: 'authenticate' }
  /** Expired, voided, or never there: it cannot be paid any more. */
  | { readonly kind: 'gone' };

export type CardField = 'number' | 'expiry' | 'cvc';
/** A field of a page, as a problem names it. */
export type FormField = CardField | 'promotion' | 'country' | 'taxId';

export type PromotionResult =
  | { readonly kind: 'applied' }
  | { readonly kind: 'refused'; readonly problem: PromotionProblem }
  /** The page takes no codes, or no more. */
  | { readonly kind: 'gone' };

/** What is paid for, in words and numbers. */
export interface PurchaseSummary {
  readonly description: string;
  /** In the currency's smallest unit. */
  readonly amount: number;
  /** ISO 4217 in lower case, as Stripe writes it. */
  readonly currency: string;
  /** Months between payments; null for a single payment. */
  readonly months: number | null;
}

export interface CheckoutView extends PurchaseSummary {
  readonly id: string;
  readonly status: 'open' | 'complete' | 'expired';
  /** Language that was asked for; null or `auto`: the browser's. */
  readonly locale: string | null;
  readonly email: string | null;
  /** The bank's question of an earlier `pay` has not been answered. */
  readonly isAuthenticating: boolean;
  /** Where it leads once paid. */
  readonly returnUrl: string;
  /** Where the way back leads; null: there is none. */
  readonly cancelUrl: string | null;
  /** What the customer's balance pays of it. */
  readonly balance: number;
  /** What is taken off without a code. */
  readonly coupon: { readonly name: string; readonly off: number } | null;
  /** What is taken off; null: the page takes no promotion codes. */
  readonly promotion: PromotionView | 'none' | null;
  /** Null: no tax is worked out. */
  readonly tax: { readonly country: string | null; readonly percent: number; readonly amount: number } | null;
  /** Nothing is due now and nothing later. */
  readonly isFree: boolean;
  /** Seconds since 1970. */
  readonly expiresAt: number;
}

export interface PromotionView {
  readonly code: string;
  readonly off: number;
  /** What a payment takes when the code counts no more; null: that never comes. */
  readonly later: number | null;
}

export interface InvoiceView extends PurchaseSummary {
  readonly id: string;
  readonly number: string | null;
  readonly status: 'open' | 'paid' | 'void' | 'uncollectible';
  readonly email: string | null;
  readonly isAuthenticating: boolean;
  /** The language that the customer prefers; null: the browser's. */
  readonly locale: string | null;
  /** What of it is tax. */
  readonly tax: number;
  /** What credit notes have taken back since it was paid. */
  readonly credited: number;
  /** Seconds since 1970. */
  readonly createdAt: number;
  readonly paidAt: number | null;
  readonly periodStart: number;
  readonly periodEnd: number;
}

export interface ReceiptView extends PurchaseSummary {
  readonly id: string;
  readonly refundedAmount: number;
  readonly cardBrand: string;
  readonly cardLast4: string;
  /** Seconds since 1970. */
  readonly paidAt: number;
}

/** What the page at `/dev/stripe/` shows and does, as somebody would in Stripe's Dashboard. */
export interface DeskActions {
  /** Everything there is, newest first. */
  overview(): DeskOverview;
  /** Gives all that is left of a payment back. These four change nothing where it cannot be done. */
  refund(chargeId: string): Promise<void>;
  /** Has the customer dispute a payment with the bank. */
  dispute(chargeId: string): Promise<void>;
  /** The bank decides the open dispute of a payment. */
  decide(chargeId: string, outcome: DisputeOutcome): Promise<void>;
  /** Ends a subscription now. */
  cancel(subscriptionId: string): Promise<void>;
}

export type DisputeOutcome = 'won' | 'lost';

export interface DeskOverview {
  readonly customers: readonly { readonly id: string; readonly email: string | null; readonly name: string | null }[];
  readonly subscriptions: readonly DeskSubscription[];
  readonly payments: readonly DeskPayment[];
}

export interface DeskSubscription extends PurchaseSummary {
  readonly id: string;
  readonly customerId: string;
  readonly status: string;
  readonly cancelAtPeriodEnd: boolean;
  /** Of an ended one: when it ended. Seconds since 1970. */
  readonly periodEnd: number;
}

export interface DeskPayment {
  /** The charge's. */
  readonly id: string;
  readonly customerId: string | null;
  readonly isPaid: boolean;
  readonly amount: number;
  readonly refundedAmount: number;
  readonly currency: string;
  /** Seconds since 1970. */
  readonly createdAt: number;
  readonly dispute: { readonly status: string; readonly isOpen: boolean } | null;
}

/** What a customer does in the customer portal, by the id of its session, which lasts for an hour. */
export interface PortalActions {
  /** Null: there is none, or its time is over. */
  view(sessionId: string): PortalView | null;
  /** Each resolves to `gone` where it can't be done (any more), and changes nothing then. */
  changePlan(sessionId: string, priceId: string): Promise<PayResult>;
  /** To cancel with the period, with the reason, or to go on after all. */
  setRenewal(sessionId: string, willRenew: boolean, feedback?: CancellationFeedback): Promise<PayResult>;
  /** Keeps a card for what comes, once its bank agrees; until then the old one stays. */
  saveCard(sessionId: string, card: CardInput): Promise<PayResult>;
  /** Ends what `saveCard` began with `authenticate`. */
  authenticate(sessionId: string, answer: AuthenticationAnswer): Promise<PayResult>;
  /** Stays for the discount that is offered to customers who cancel. */
  acceptOffer(sessionId: string): Promise<PayResult>;
  /** Changes what invoices say of the customer. */
  saveDetails(sessionId: string, details: InvoiceDetails): Promise<PayResult>;
}

export interface CancellationFeedback {
  readonly feedback?: string;
}

/** Who an invoice is for; what is empty is none. */
export interface InvoiceDetails {
  readonly line1: string;
  readonly postalCode: string;
  readonly city: string;
  readonly country: string;
  /** Such as `eu_vat`. */
  readonly taxIdType: string;
  readonly taxId: string;
}

export interface PortalView {
  readonly locale: string | null;
  /** The only thing that it shows; null: all. */
  readonly flow: 'payment_method_update' | 'subscription_update' | 'subscription_cancel' | null;
  readonly returnUrl: string;
  readonly email: string | null;
  readonly card: { readonly brand: string; readonly last4: string } | null;
  /** What is kept for the next payments. */
  readonly credit: { readonly amount: number; readonly currency: string };
  readonly subscription: PortalSubscription | null;
  /** The bank's question about a new card has not been answered. */
  readonly isAuthenticating: boolean;
  /** What who cancels can stay for; null: nothing is offered. */
  readonly offer: CancelOffer | null;
  readonly details: InvoiceDetails;
  readonly invoices: readonly PortalInvoice[];
}

export interface PortalSubscription extends PurchaseSummary {
  /** Seconds since 1970. */
  readonly periodEnd: number;
  readonly willRenew: boolean;
  /** What the next payment takes, after a discount. */
  readonly nextAmount: number;
  /** Reasons to cancel that can be chosen. */
  readonly reasons: readonly string[];
  /** What it can change to; `due` is paid at once. */
  readonly others: readonly (PurchaseSummary & { readonly id: string; readonly due: number })[];
}

export interface CancelOffer {
  /** What the next payment takes with it. */
  readonly amount: number;
  readonly currency: string;
  /** For how many months; null: for good, 0: for one payment. */
  readonly months: number | null;
}

interface PortalInvoice {
  readonly number: string | null;
  readonly amount: number;
  readonly currency: string;
  /** Seconds since 1970. */
  readonly createdAt: number;
  readonly url: string;
}
