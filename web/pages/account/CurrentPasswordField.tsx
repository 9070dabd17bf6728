import { useFormContext } from 'react-hook-form';
import { fieldWords } from './EmailField.tsx';
import { useTranslation } from 'react-i18next';
import { PasswordField } from '../../ui/PasswordField.tsx';

/** The password that the account has, which proves that its owner asks. */
export function CurrentPasswordField() {
  const { t } = useTranslation('account');
  const { register, formState } = useFormContext<{ currentPassword: string }>();
  return (
    <PasswordField
      {...register('currentPassword', { required: 'required' })}
      label={t('fields.current_password')}
      error={fieldWords(formState.errors.currentPassword?.message, { t })}
      autoComplete="current-password"
      aria-required
    />
  );
}
