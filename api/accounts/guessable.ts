import { dictionary } from '@zxcvbn-ts/language-common';
import { meetsPasswordRules } from '../platform/http/check.ts';
import type { FieldErrorCode } from '../../schemas/api/problem.ts';

/** Why the password is easy to guess; null where it isn't. Letter case makes no difference, nor how it was typed. */
export function findGuessable(password: string, email: string): FieldErrorCode | null {
  const normalised = password.normalize('NFKC').toLowerCase();
  if (commonPasswords.has(normalised)) return 'password_common';
  const address = email.normalize('NFKC').toLowerCase();
  const own = [address, address.split('@', 1)[0]!, address.split(/[+@]/, 1)[0]!];
  const isOwn = own.some((text) => normalised.startsWith(text) && trivialSuffix.test(normalised.slice(text.length)));
  return isOwn ? 'password_is_email' : null;
}

/** Those that the rules would let through, of which there are more than 10,000; all in small letters. */
const commonPasswords: ReadonlySet<string> = new Set(dictionary['passwords-common'].filter(meetsPasswordRules));

/** A number, a year, a sign: what people add where a digit is asked for. */
const trivialSuffix = /^\P{L}{0,6}$/u;
