import type { Language } from '../../schemas/api/values.ts';
import { oneTimeHours } from '../accounts/one-time-tokens.ts';
import type { Company } from './company.ts';
import { greetedName } from './greeted-name.ts';
import { linkOf, unsubscribePage } from './links.ts';
import type { MailRequest } from './mail.ts';
import { choosePaymentWords } from './payment-words.ts';
import { en } from './words/en.ts';
import { es } from './words/es.ts';
import type { LetterWords, MailWords } from './words/words.ts';

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

interface LetterInput {
  readonly request: MailRequest;
  /** `<userId>/<one-time token>` where the mail's page needs it, else empty. */
  readonly ticket: string;
}

interface LetterOptions {
  readonly language: Language;
  readonly firstName: string;
  readonly publicUrl: string;
  readonly company: Company;
  /** Milliseconds since 1970. */
  readonly now: number;
}

const words: Readonly<Record<Language, MailWords>> = { en, es };

/** Writes a mail in the language of the person. */
export function writeLetter({ request, ticket }: LetterInput, options: LetterOptions): Letter {
  const { language, firstName, publicUrl, company } = options;
  const frame = words[language];
  const { button, ...letter } = chooseWords(request, options);
  const name = greetedName(firstName);
  const links = { publicUrl, language };
  const url = linkOf({ template: request.template, ticket }, links);
  return {
    ...letter,
    language,
    greeting: name === null ? frame.greeting : frame.greetingByName(name),
    button: button === undefined ? null : { label: button, url, linkBelow: frame.linkBelow },
    closing: frame.closing.split('\n'),
    unsubscribe: request.template === 'welcome' ? { label: frame.unsubscribe, url: unsubscribePage(links) } : null,
    sender: [company.name, frame.companyNumber(company.number), company.address, company.email],
  };
}

function chooseWords(request: MailRequest, { language, company, now }: LetterOptions): LetterWords {
  const contact = company.email;
  if ('plan' in request) return choosePaymentWords(request, { words: words[language], language, contact, now });
  return words[language].letters[request.template]({ linkHours: oneTimeHours, contact });
}
