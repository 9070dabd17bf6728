import { useFormContext } from 'react-hook-form';
import { useTranslation } from '../../translation.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { fieldWords } from './field-words.ts';

/** The password of an account that there is: it may be older than today's rules. */
export function CurrentPasswordField() {
  const { t } = useTranslation('account');
  const { register, formState } = useFormContext<{ password: string }>();
  return (
    <PasswordField
      {...register('password', { required: 'required' })}
      label={t('fields.password')}
      error={fieldWords(formState.errors.password?.message, { t })}
      autoComplete="current-password"
      enterKeyHint="go"
      aria-required
    />
  );
}
