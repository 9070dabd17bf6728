import type { PlanId } from '../../../schemas/api/payments.ts';
import type { EmailTemplate, OneTimePurpose } from '../requests.ts';

/** What words need to know. */
interface WordsInput {
  /** How many hours links with a token work. */
  readonly linkHours: Readonly<Record<OneTimePurpose, number>>;
  /** Where a person of ours answers. */
  readonly contact: string;
  /** The last day on which its link takes the account back, written in the language; null: it has no such link. */
  readonly undoDay: string | null;
  /** It goes to the address that the account has, not to one that it had. */
  readonly isOwn: boolean;
}

/** A row of an email's table of amounts: what it is for, and how much with its currency. */
export interface AmountRow {
  readonly label: string;
  readonly amount: string;
}

/** The words of one email. Each entry of `text` and `notes` is a paragraph. */
export interface EmailTemplateWords {
  readonly subject: string;
  /** What a list of emails shows behind the subject. */
  readonly preheader: string;
  readonly title: string;
  readonly text: readonly string[];
  /** Below the text; the last row is the total. Missing where nothing was paid. */
  readonly amounts?: readonly AmountRow[];
  /** Missing where there is nothing to do. */
  readonly button?: string;
  /** Below the button, in smaller type. */
  readonly notes: readonly string[];
  /** Why the person gets this email. */
  readonly reason: string;
}

interface PlanFacts {
  /** Where a person of ours answers. */
  readonly contact: string;
  /** What the plan is called within a sentence, without “your”. */
  readonly plan: string;
  /** The day that the email is about. */
  readonly day: string;
}

interface PaymentFacts extends PlanFacts {
  /** With its currency. */
  readonly amount: string;
}

/** What becomes of a plan; days are written in the language. */
export type PlanAhead =
  { readonly kind: 'lifetime' } | { readonly kind: 'renews' | 'ends' | 'ended'; readonly day: string };

/** An invoice, and the last digits of the card that paid it. */
export interface PaidInvoice {
  readonly number: string;
  readonly last4: string | null;
}

interface Receipt {
  /** Nothing was charged: a promotion code or credit took all of it off. */
  readonly isFree: boolean;
  /** The tax in it and what is left without; null where there is none or it isn't known. */
  readonly tax: { readonly amount: string; readonly net: string } | null;
  /** Null where it isn't known. */
  readonly invoice: PaidInvoice | null;
  /** The day of the next payment; null where none will be taken. */
  readonly renewal: string | null;
  /** The last day of the guarantee; null where it doesn't cover the payment. */
  readonly refundable: string | null;
  /** The plan that doesn't renew any more because of it; null: there is none. */
  readonly replaced: string | null;
  /** What was taken off the price for what was left of a plan; null: nothing. */
  readonly credit: string | null;
  readonly isDisputed: boolean;
}

interface Refund {
  /** What it paid for has ended. */
  readonly isOver: boolean;
  /** Another plan that is left, and what becomes of it; `isFinal`: it can't be resumed. Null: there is none. */
  readonly left: { readonly plan: string; readonly next: PlanAhead | null; readonly isFinal: boolean } | null;
}

/** The emails about money: what they name is written in the language already. */
export interface PaymentEmails {
  readonly payment_receipt: (facts: PaymentFacts & Receipt) => EmailTemplateWords;
  /** `day` is when it renews. */
  readonly renewal_ahead: (facts: PaymentFacts) => EmailTemplateWords;
  /**
   * `day`: until when sessions stay open; `isClosed`: it has come. `nextTry` is the day on which it is tried again;
   * null: it isn't.
   */
  readonly payment_failed: (
    facts: PaymentFacts & { readonly isClosed: boolean; readonly nextTry: string | null },
  ) => EmailTemplateWords;
  /** `day` is when the plan ends; `isOver`: it has come. */
  readonly subscription_ends: (
    facts: PlanFacts & { readonly isOver: boolean; readonly isContested: boolean },
  ) => EmailTemplateWords;
  readonly refund_done: (facts: PaymentFacts & Refund) => EmailTemplateWords;
  /** `day` is when it was paid. */
  readonly access_suspended: (facts: PaymentFacts & { readonly isLifetime: boolean }) => EmailTemplateWords;
  /** `day` is when it was paid; `next`: what becomes of the plan, null where another email says it. */
  readonly dispute_won: (facts: PaymentFacts & { readonly next: PlanAhead | null }) => EmailTemplateWords;
}

/** All words of the emails in one language. */
export interface EmailWords {
  readonly greeting: string;
  readonly greetingByName: (name: string) => string;
  readonly linkBelow: string;
  readonly closing: string;
  readonly companyNumber: (number: string) => string;
  readonly unsubscribe: string;
  readonly templates: Readonly<
    Record<Exclude<EmailTemplate, keyof PaymentEmails>, (input: WordsInput) => EmailTemplateWords>
  >;
  readonly payments: PaymentEmails;
  /** What the plans are called within a sentence: “your 3-month plan”. */
  readonly plans: Readonly<Record<PlanId, string>>;
}
