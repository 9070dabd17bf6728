import type { PromotionProblem } from '../../billing/promotions.ts';

/** What the pages say in one language. */
export interface PageWords {
  readonly standIn: string;
  readonly back: string;
  readonly goOn: string;
  readonly missing: { readonly title: string; readonly text: string };
  readonly checkout: {
    readonly title: string;
    readonly email: string;
    readonly free: string;
    /** What is kept for the customer and pays of it. */
    readonly balance: string;
    readonly promotion: {
      readonly label: string;
      readonly apply: string;
      readonly later: string;
      readonly remove: (code: string) => string;
      readonly problems: Readonly<Record<PromotionProblem, string>>;
    };
    readonly tax: {
      readonly included: (percent: number) => string;
      readonly country: string;
      readonly choose: string;
      readonly apply: string;
    };
  };
  /** How often `amount` is taken; `months` is null for a single payment. */
  readonly rhythm: (months: number | null) => string;
  readonly card: {
    readonly title: string;
    readonly number: string;
    readonly expiry: string;
    readonly expiryHint: string;
    readonly cvc: string;
    readonly name: string;
    readonly pay: (amount: string) => string;
  };
  readonly testCards: {
    readonly title: string;
    readonly text: string;
    readonly success: string;
    readonly declined: string;
    readonly insufficient: string;
    readonly authentication: string;
    readonly renewals: string;
  };
  readonly mistakes: { readonly number: string; readonly expiry: string; readonly cvc: string };
  /** Stripe's messages, which are in English, in this language. */
  readonly declines: Readonly<Record<string, string>>;
  readonly problem: string;
  readonly authentication: {
    readonly title: string;
    readonly text: (amount: string) => string;
    readonly confirm: string;
    readonly refuse: string;
  };
  readonly complete: { readonly title: string; readonly text: string };
  readonly expired: { readonly title: string; readonly text: string };
  readonly document: {
    readonly invoice: (number: string) => string;
    readonly receipt: string;
    readonly status: Readonly<Record<'open' | 'paid' | 'void' | 'uncollectible', string>>;
    readonly statusLabel: string;
    readonly number: string;
    readonly for: string;
    readonly issued: string;
    readonly paid: string;
    readonly period: string;
    readonly customer: string;
    readonly card: string;
    readonly amount: string;
    readonly refunded: string;
    readonly tax: string;
    readonly credited: string;
    readonly print: string;
  };
  /** The customer portal. */
  readonly portal: {
    readonly title: string;
    readonly refused: string;
    /** `amount` is what the next payment takes, where it is another than usual. */
    readonly renews: (day: string, amount: string | null) => string;
    readonly ends: (day: string) => string;
    readonly change: (plan: string, due: string) => string;
    readonly why: string;
    readonly reasons: Readonly<Record<string, string>>;
    readonly cancel: string;
    readonly resume: string;
    readonly card: string;
    readonly authentication: string;
    readonly newCard: string;
    readonly saveCard: string;
    readonly credit: string;
    readonly invoices: string;
    readonly offer: {
      readonly title: string;
      /** `months`: null for good, 0 for one payment. */
      readonly text: (amount: string, months: number | null) => string;
      readonly accept: string;
    };
    readonly details: Readonly<
      Record<'title' | 'line1' | 'postalCode' | 'city' | 'kind' | 'none' | 'number' | 'save', string>
    >;
    readonly taxIds: Readonly<Record<string, string>>;
  };
}
