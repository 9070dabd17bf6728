import { isBlank, isolate } from '../../engine/run/typed-text.ts';
import { type EmailRequest, type EmailTemplate, oneTimeHours } from './requests.ts';
import { en } from './words/en.ts';
import { es } from './words/es.ts';
import type { AmountRow, EmailTemplateWords, EmailWords, PlanAhead } from './words/words.ts';
import { writeAmount } from '../../engine/shop/money.ts';
import { languageTag } from '../../engine/model.ts';
import type { Language } from '../../schemas/api/values.ts';

/** All that an email says, for text and HTML alike. */
export interface Email {
  readonly language: Language;
  readonly subject: string;
  readonly preheader: string;
  readonly title: string;
  readonly greeting: string;
  readonly text: readonly string[];
  /** The last one is the total; empty where nothing was paid. */
  readonly amounts: readonly AmountRow[];
  readonly button: { readonly label: string; readonly url: string; readonly linkBelow: string } | null;
  readonly notes: readonly string[];
  /** Lines. */
  readonly closing: readonly string[];
  readonly reason: string;
  readonly unsubscribe: { readonly label: string; readonly url: string } | null;
  /** Name, number, address and email address of the company. */
  readonly sender: readonly string[];
}

interface EmailInput {
  readonly request: EmailRequest;
  /** `<userId>/<one-time token>` where the email's page needs it, else empty. */
  readonly ticket: string;
  /** Until when a change of email can be undone with this ticket; null where it can't. */
  readonly undoUntil?: Date | null;
}

/** The company as emails name it; `content/company.yaml` says who it is. */
export interface ManifestCompany {
  readonly name: string;
  readonly number: string;
  readonly address: string;
  /** Where a person answers. */
  readonly email: string;
}

interface EmailOptions {
  readonly language: Language;
  readonly firstName: string;
  readonly publicUrl: string;
  readonly company: ManifestCompany;
  /** Milliseconds since 1970. */
  readonly now: number;
}

const words: Readonly<Record<Language, EmailWords>> = { en, es };

/** Writes an email in the language of the person. */
export function writeEmail({ request, ticket, undoUntil = null }: EmailInput, options: EmailOptions): Email {
  const { language, firstName, publicUrl, company } = options;
  const frame = words[language];
  const { button, amounts = [], ...email } = chooseWords(request, undoUntil, options);
  const name = greetedName(firstName);
  const links = { publicUrl, language };
  const url = linkOf({ template: request.template, ticket, undoes: undoUntil !== null }, links);
  return {
    ...email,
    amounts,
    language,
    greeting: name === null ? frame.greeting : frame.greetingByName(isolate(name)),
    button: button === undefined ? null : { label: button, url, linkBelow: frame.linkBelow },
    closing: frame.closing.split('\n'),
    unsubscribe: request.template === 'welcome' ? { label: frame.unsubscribe, url: unsubscribePage(links) } : null,
    sender: [company.name, frame.companyNumber(company.number), company.address, company.email],
  };
}

function chooseWords(
  request: EmailRequest,
  undoUntil: Date | null,
  { language, company, now }: EmailOptions,
): EmailTemplateWords {
  const contact = company.email;
  if ('plan' in request) return choosePaymentWords(request, { words: words[language], language, contact, now });
  // The last day on which it works until midnight.
  const undoDay = undoUntil && writeDayOf(new Date(undoUntil.getTime() - 86_400_000), language);
  const isOwn = !('changeId' in request);
  return words[language].templates[request.template]({ linkHours: oneTimeHours, contact, undoDay, isOwn });
}

interface PaymentWordsOptions {
  readonly words: EmailWords;
  readonly language: Language;
  readonly contact: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The words of an email about money: amounts as the language writes them, days in UTC with their months spelled out. */
function choosePaymentWords(
  request: Extract<EmailRequest, { plan: unknown }>,
  { words: { payments, plans }, language, contact, now }: PaymentWordsOptions,
): EmailTemplateWords {
  const plan = plans[request.plan];
  const writeDay = (instant: string) => writeDayOf(new Date(instant), language);
  if (request.template === 'subscription_ends') {
    const isOver = Date.parse(request.endsAt) <= now;
    const isContested = request.isContested ?? false;
    return payments.subscription_ends({ contact, plan, day: writeDay(request.endsAt), isOver, isContested });
  }
  const amount = writeAmount(request, language);
  if (request.template === 'renewal_ahead')
    return payments.renewal_ahead({ contact, plan, amount, day: writeDay(request.renewsAt) });
  if (request.template === 'payment_failed') {
    const { accessUntil, nextTryAt } = request;
    const isClosed = Date.parse(accessUntil) <= now;
    const nextTry = nextTryAt ? writeDay(nextTryAt) : null;
    return payments.payment_failed({ contact, plan, amount, day: writeDay(accessUntil), isClosed, nextTry });
  }
  const facts = { contact, plan, amount, day: writeDay(request.at) };
  if (request.template === 'refund_done') {
    const { isOver = false, left } = request;
    const { isFinal = false } = left ?? {};
    const described = left ? { plan: plans[left.plan], next: planAhead(left, now, writeDay), isFinal } : null;
    return payments.refund_done({ ...facts, isOver, left: described });
  }
  if (request.template === 'access_suspended')
    return payments.access_suspended({ ...facts, isLifetime: request.plan === 'lifetime' });
  if (request.template === 'dispute_won')
    return payments.dispute_won({ ...facts, next: planAhead(request, now, writeDay) });
  const { renewsAt, refundableUntil, replaces, credit = 0, isDisputed = false, invoice } = request;
  const writePart = (part: number) => writeAmount({ ...request, amount: part }, language);
  return payments.payment_receipt({
    ...facts,
    isFree: request.amount === 0,
    renewal: renewsAt === null ? null : writeDay(renewsAt),
    refundable: refundableUntil === undefined ? null : writeDay(refundableUntil),
    replaced: replaces === undefined ? null : plans[replaces],
    credit: credit === 0 ? null : writePart(credit),
    isDisputed,
    tax: invoice?.tax ? { amount: writePart(invoice.tax), net: writePart(request.amount - invoice.tax) } : null,
    invoice: invoice ?? null,
  });
}

/** In UTC, with its month spelled out. */
function writeDayOf(instant: Date, language: Language): string {
  return new Intl.DateTimeFormat(languageTag(language), { dateStyle: 'long', timeZone: 'UTC' }).format(instant);
}

function planAhead(
  { plan, renewsAt, endsAt }: Pick<Extract<EmailRequest, { template: 'dispute_won' }>, 'plan' | 'renewsAt' | 'endsAt'>,
  now: number,
  writeDay: (instant: string) => string,
): PlanAhead | null {
  if (plan === 'lifetime') return { kind: 'lifetime' };
  if (renewsAt !== null) return { kind: 'renews', day: writeDay(renewsAt) };
  if (endsAt === null) return null;
  return { kind: Date.parse(endsAt) <= now ? 'ended' : 'ends', day: writeDay(endsAt) };
}

interface LinkOptions {
  /** Origin of the site, such as `https://example.com`, without a slash at its end. */
  readonly publicUrl: string;
  readonly language: Language;
}

/** What the button of an email leads to. */
interface EmailTarget {
  readonly template: EmailTemplate;
  /** `<userId>/<one-time token>` where its page needs it, else empty. */
  readonly ticket: string;
  /** It puts the old address of an account back. */
  readonly undoes: boolean;
}

/**
 * The address behind the button: a page of the site, in the language of the email. Opening it changes nothing, for mail
 * scanners open every link; the page asks the person, or POSTs.
 */
function linkOf(target: EmailTarget, { publicUrl, language }: LinkOptions): string {
  const undo = target.undoes ? '&undo=email' : '';
  return `${publicUrl}${pathOf(target)}?locale=${language}${undo}`;
}

/** The page that stops emails, for the person. */
function unsubscribePage({ publicUrl, language }: LinkOptions): string {
  return `${publicUrl}/cabinet/email-unsubscribe?locale=${language}`;
}

/** The call that stops emails, for mail programs (RFC 8058). */
export function unsubscribeCall(publicUrl: string, unsubscribeId: string): string {
  return `${publicUrl}/api/v1/emails/unsubscribe/${unsubscribeId}/`;
}

function pathOf({ template, ticket, undoes }: EmailTarget): string {
  if (undoes) return `/reset-password/${ticket}`;
  switch (template) {
    case 'verify_email':
    case 'confirm_email':
      return `/verify-email/${ticket}`;
    case 'reset_password':
    case 'email_changed':
      return `/reset-password/${ticket}`;
    case 'address_taken':
      return '/login';
    case 'password_changed':
    case 'email_change_undone':
      return '/forgot-password';
    case 'welcome':
    case 'payment_receipt':
      return '/cabinet/sessions';
    case 'payment_failed':
    case 'access_suspended':
      return '/cabinet/payment';
    // Where no plan is left to resume, the site leads on to where one can be chosen.
    case 'subscription_ends':
    case 'renewal_ahead':
    case 'dispute_won':
      return '/cabinet/profile';
    case 'refund_done':
    case 'account_removed':
      return '/';
  }
}

const maxNameLength = 40;
/** More of them can be a sentence: “Your account is blocked call us now”. */
const maxWords = 3;

/**
 * The first name as a greeting can use it, of at most 40 characters, or null. People type it at sign-up, also with
 * another person's address: what isn't plainly a name, such as an address of a site, is not sent in an email of ours.
 */
export function greetedName(firstName: string): string | null {
  const name = firstName.trim();
  // A dot only where a word ends (J. R.), so that no mail program makes a link of it.
  const isName = /^\p{L}(?:[\p{L}\p{M}'’ -]|\.(?= |$))*$/u.test(name);
  const words = name.split(/[ -]+/);
  if (!isName || isBlank(name) || words.length > maxWords) return null;
  return [...name].slice(0, maxNameLength).join('').trim();
}
