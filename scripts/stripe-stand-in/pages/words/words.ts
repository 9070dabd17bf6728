import type { TestCard } from '../test-cards.ts';

/** What the pages say in one language. */
export interface PageWords {
  readonly standIn: string;
  readonly back: string;
  readonly goOn: string;
  readonly missing: { readonly title: string; readonly text: string };
  readonly checkout: { readonly title: string; readonly email: string };
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
  readonly testCards: { readonly title: string; readonly text: string } & Readonly<Record<TestCard, string>>;
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
    readonly print: string;
  };
}
