import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from '../../translation.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { fieldWords, longest } from './field-words.ts';
import { meetsRule, passwordRules } from './password-rules.ts';
import { PasswordRules } from './PasswordRules.tsx';

/** A password to be chosen, with what it needs. */
export function NewPasswordField({ label }: { readonly label: string }) {
  const { t } = useTranslation('account');
  const { register, formState } = useFormContext<{ password: string }>();
  const password = useWatch<{ password: string }>({ name: 'password' });
  return (
    <PasswordField
      {...register('password', {
        required: 'required',
        maxLength: { value: longest.password, message: 'too_long' },
        validate: (password) => passwordRules.every((rule) => meetsRule(password, rule)) || 'password_rules',
      })}
      label={label}
      error={fieldWords(formState.errors.password?.message, { t, max: longest.password })}
      help={<PasswordRules password={password ?? ''} />}
      autoComplete="new-password"
      enterKeyHint="next"
      aria-required
    />
  );
}
