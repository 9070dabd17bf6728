import type { TFunction } from 'i18next';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Link, useLocation, useNavigate } from 'react-router';
import { emailProblem } from '../../../engine/run/steps/email.ts';
import type { FieldError } from '../../session/api-client.ts';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../ui/TextField.tsx';

interface EmailFieldProps {
  /** Default: “Email”. */
  readonly label?: string;
  readonly enterKeyHint: 'next' | 'send';
  /** What to say instead of the usual words when the address has an account already. */
  readonly taken?: ReactNode;
}

/** The email of an account. */
export function EmailField({ label, enterKeyHint, taken }: EmailFieldProps) {
  const { t } = useTranslation('account');
  const { register, formState } = useFormContext<{ email: string }>();
  const code = formState.errors.email?.message;
  return (
    <TextField
      {...register('email', {
        setValueAs: (written: unknown) => (typeof written === 'string' ? written.trim() : ''),
        required: 'required',
        maxLength: { value: longest.email, message: 'too_long' },
        validate: (email) => emailProblem(email) ?? true,
      })}
      type="email"
      label={label ?? t('fields.email')}
      error={code === 'email_taken' && taken ? taken : fieldWords(code, { t, max: longest.email })}
      autoComplete="email"
      inputMode="email"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint={enterKeyHint}
      aria-required
    />
  );
}

interface CarriedEmailProps {
  readonly to: string;
  readonly children: ReactNode;
}

/** A link to another form that takes along the email that was typed into this one, outside the address. */
export function LinkWithEmail({ to, children }: CarriedEmailProps) {
  const email = useWatch<{ email: string }>({ name: 'email' });
  return (
    <Link to={to} state={{ email }}>
      {children}
    </Link>
  );
}

/**
 * The email that a `LinkWithEmail` brought here, as values to begin a form with. It is read once: by the browser's
 * history another person may come back here.
 */
export function useCarriedEmail(): { readonly email?: string } {
  const location = useLocation();
  const navigate = useNavigate();
  const [carried] = useState(() => emailIn(location.state));
  const isRead = useRef(carried === undefined);
  useEffect(() => {
    if (isRead.current) return;
    isRead.current = true;
    void navigate(location, { replace: true, state: null });
  });
  return carried === undefined ? {} : { email: carried };
}

function emailIn(state: unknown): string | undefined {
  const { email } = (state ?? {}) as { readonly email?: unknown };
  return typeof email === 'string' && email !== '' ? email : undefined;
}

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
      return t('site:validation.fill');
    case 'must_agree':
      return t('site:validation.select_one');
    case 'not_an_email':
      return t('problems.not_an_email');
    case 'email_letters':
      return t('problems.email_letters');
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
      return t('password.wrong');
    case 'unknown_field':
    case 'wrong_type':
    case 'invalid':
      return t('problems.invalid');
  }
}
