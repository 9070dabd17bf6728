import type { Language } from '../../schemas/api/values.ts';
import { oneTimeHours } from '../accounts/one-time-tokens.ts';
import type { Company } from './company.ts';
import { greetedName } from './greeted-name.ts';
import { linkOf, unsubscribePage, type MailTarget } from './links.ts';
import { en } from './words/en.ts';
import { es } from './words/es.ts';
import type { MailWords } from './words/words.ts';

/** All that a mail says, for text and HTML alike. */
export interface Letter {
  readonly language: Language;
  readonly subject: string;
  readonly preheader: string;
  readonly title: string;
  readonly greeting: string;
  readonly text: readonly string[];
  readonly button: { readonly label: string; readonly url: string; readonly linkBelow: string } | null;
  readonly notes: readonly string[];
  /** Lines. */
  readonly closing: readonly string[];
  readonly reason: string;
  readonly unsubscribe: { readonly label: string; readonly url: string } | null;
  /** Name, number, address and mail address of the company. */
  readonly sender: readonly string[];
}

interface LetterOptions {
  readonly language: Language;
  readonly firstName: string;
  readonly publicUrl: string;
  readonly company: Company;
}

const words: Readonly<Record<Language, MailWords>> = { en, es };

/** Writes a mail in the language of the person. */
export function writeLetter(target: MailTarget, { language, firstName, publicUrl, company }: LetterOptions): Letter {
  const { letters, ...frame } = words[language];
  const { button, ...letter } = letters[target.template]({ linkHours: oneTimeHours, contact: company.email });
  const name = greetedName(firstName);
  const links = { publicUrl, language };
  return {
    ...letter,
    language,
    greeting: name === null ? frame.greeting : frame.greetingByName(name),
    button: button === undefined ? null : { label: button, url: linkOf(target, links), linkBelow: frame.linkBelow },
    closing: frame.closing.split('\n'),
    unsubscribe: target.template === 'welcome' ? { label: frame.unsubscribe, url: unsubscribePage(links) } : null,
    sender: [company.name, frame.companyNumber(company.number), company.address, company.email],
  };
}
