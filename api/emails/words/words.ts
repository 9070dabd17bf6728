import type { OneTimePurpose } from '../../accounts/one-time-tokens.ts';
import type { MailTemplate } from '../mail.ts';

/** What words need to know. */
export interface WordsInput {
  /** How many hours links with a token work. */
  readonly linkHours: Readonly<Record<OneTimePurpose, number>>;
  /** Where a person of ours answers. */
  readonly contact: string;
}

/** The words of one mail. Each entry of `text` and `notes` is a paragraph. */
export interface LetterWords {
  readonly subject: string;
  /** What a list of mails shows behind the subject. */
  readonly preheader: string;
  readonly title: string;
  readonly text: readonly string[];
  /** Missing where there is nothing to do. */
  readonly button?: string;
  /** Below the button, in smaller type. */
  readonly notes: readonly string[];
  /** Why the person gets this mail. */
  readonly reason: string;
}

/** All words of the mails in one language. */
export interface MailWords {
  readonly greeting: string;
  readonly greetingByName: (name: string) => string;
  readonly linkBelow: string;
  readonly closing: string;
  readonly companyNumber: (number: string) => string;
  readonly unsubscribe: string;
  readonly letters: Readonly<Record<MailTemplate, (input: WordsInput) => LetterWords>>;
}
