import type { Language } from '../../schemas/api/values.ts';
import type { MailTemplate } from './mail.ts';

interface LinkOptions {
  /** Origin of the site, such as `https://stillwaters.example`, without a slash at its end. */
  readonly publicUrl: string;
  readonly language: Language;
}

/** What the button of a mail leads to. */
export interface MailTarget {
  readonly template: MailTemplate;
  /** `<userId>/<one-time token>` where its page needs it, else empty. */
  readonly ticket: string;
}

/**
 * The address behind the button: a page of the site, in the language of the mail. Opening it changes nothing, for mail
 * scanners open every link; the page asks the person, or POSTs.
 */
export function linkOf(target: MailTarget, { publicUrl, language }: LinkOptions): string {
  return `${publicUrl}${pathOf(target)}?locale=${language}`;
}

/** The page that stops mails, for the person. */
export function unsubscribePage({ publicUrl, language }: LinkOptions): string {
  return `${publicUrl}/cabinet/email-unsubscribe?locale=${language}`;
}

/** The call that stops mails, for mail programs (RFC 8058). */
export function unsubscribeCall(publicUrl: string, unsubscribeId: string): string {
  return `${publicUrl}/api/v1/emails/unsubscribe/${unsubscribeId}/`;
}

function pathOf({ template, ticket }: MailTarget): string {
  switch (template) {
    case 'verify_email':
      return `/verify-email/${ticket}`;
    case 'reset_password':
      return `/reset-password/${ticket}`;
    case 'address_taken':
      return '/login';
    case 'password_changed':
      return '/forgot-password';
    case 'welcome':
    case 'payment_receipt':
      return '/cabinet/sessions';
    case 'payment_failed':
    case 'access_suspended':
      return '/cabinet/payment';
    // Where no plan is left to resume, the site leads on to where one can be chosen.
    case 'subscription_ends':
    case 'dispute_won':
      return '/cabinet/profile';
    case 'refund_done':
    case 'account_removed':
      return '/';
  }
}
