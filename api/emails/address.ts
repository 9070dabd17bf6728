import { domainToUnicode } from 'node:url';
import { withAsciiDomain } from '../../engine/run/steps/email.ts';

/**
 * The address as it is stored, compared and sent to, with the domain in ASCII: two spellings of one mailbox must not
 * become two accounts.
 */
export function normaliseEmail(address: string): string {
  return withAsciiDomain(address.trim().normalize('NFC').toLowerCase());
}

/** A normalised address as its owner writes it: `ana@españa.example`. */
export function readableEmail(email: string): string {
  const at = email.lastIndexOf('@') + 1;
  return email.slice(0, at) + (domainToUnicode(email.slice(at)) || email.slice(at));
}

/**
 * The mailbox that emails to this normalised address end up in, as far as that is known: without what follows a `+`, and
 * of Gmail without dots. Only to count by: people log in with the address that they gave.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const [name, domain] = [email.slice(0, at), email.slice(at + 1)];
  const box = name.replace(/(?<=.)\+.*/, '');
  return /^(gmail|googlemail)\.com$/.test(domain) ? `${box.replaceAll('.', '')}@gmail.com` : `${box}@${domain}`;
}
