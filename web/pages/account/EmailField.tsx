import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { isEmail } from '../../../engine/run/answer.ts';
import { useTranslation } from '../../translation.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { fieldWords, longest } from './field-words.ts';

interface Props {
  readonly enterKeyHint: 'next' | 'send';
  /** What to say instead of the usual words when the address has an account already. */
  readonly taken?: ReactNode;
}

/** The e-mail of an account. */
export function EmailField({ enterKeyHint, taken }: Props) {
  const { t } = useTranslation('account');
  const { register, formState } = useFormContext<{ email: string }>();
  const code = formState.errors.email?.message;
  return (
    <TextField
      {...register('email', {
        setValueAs: (written: unknown) => (typeof written === 'string' ? written.trim() : ''),
        required: 'required',
        maxLength: { value: longest.email, message: 'too_long' },
        validate: (email) => isEmail(email) || 'not_an_email',
      })}
      type="email"
      label={t('fields.email')}
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
