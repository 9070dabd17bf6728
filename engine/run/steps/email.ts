import { contactQuestion } from './contact.ts';
import { pick, type StepRules } from './rules.ts';

/** What is sent instead of an address that was answered. */
export const emailPlaceholder = 'visitor@example.com';

/** The visitor's email address. */
export const email: StepRules<'email'> = {
  screen: (step, { words }) => ({ ...pick(step, 'required'), ...pick(words, 'placeholder', 'consent') }),
  question: contactQuestion({ kind: 'email', placeholder: emailPlaceholder, problemOf: emailProblem }),
};

/** Why emails can't be sent to this address, as far as can be seen; null where they can. */
export function emailProblem(value: string): 'not_an_email' | 'email_letters' | null {
  if (isEmail(value)) return null;
  const inPlainLetters = value.replaceAll(/[\p{L}\p{M}](?=.*@)/gu, 'a');
  return isEmail(inPlainLetters) ? 'email_letters' : 'not_an_email';
}

/** An address that any mail server takes (RFC 5321), at most 64 characters before the @; its domain may be international. */
export function isEmail(value: string): boolean {
  const address = withAsciiDomain(value);
  return address.length <= 254 && /^.{1,64}@/.test(address) && form.test(address);
}

const form =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z\d](?:[a-z\d-]*[a-z\d])?$/i;

/** The address with the domain as mail servers know it: `ana@españa.example` is `ana@xn--espaa-rta.example`. */
export function withAsciiDomain(address: string): string {
  const [, name, domain] = /^(.*@)(?=.*[^\0-\x7F])([\p{L}\p{M}\p{N}.-]+)$/u.exec(address) ?? [];
  if (domain === undefined) return address;
  try {
    return name + new URL(`http://${domain}`).hostname;
  } catch {
    return address; // no domain can be written so
  }
}
