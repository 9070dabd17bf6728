import type { TFunction } from 'i18next';
import type { FieldError } from '../../session/api-problem.ts';

/** The longest values that the server takes, in characters. */
export const longest = { email: 254, firstName: 100, password: 200 } as const;

interface FieldErrorWords {
  /** Of the namespace `account`. */
  readonly t: TFunction;
  readonly max?: number;
}

/**
 * What is wrong with a field, in the words of the specification (section 5) where it has some. The form keeps the
 * code, not the words, so that they follow the language.
 */
export function fieldWords(code: string | undefined, { t, max }: FieldErrorWords): string | undefined {
  if (code === undefined) return undefined;
  switch (code as FieldError['code']) {
    case 'required':
    case 'must_agree':
      return t('site:validation.fill');
    case 'not_an_email':
      return t('site:validation.email');
    case 'not_a_name':
      return t('problems.not_a_name');
    case 'password_rules':
      return t('password.problem');
    case 'password_common':
      return t('password.common');
    case 'password_is_email':
      return t('password.email');
    case 'too_long':
      return t('site:validation.too_long', { max });
    case 'email_taken':
      return t('register.taken');
    case 'wrong_password':
    case 'unknown_field':
    case 'wrong_type':
    case 'invalid':
      return t('problems.invalid');
  }
}
