import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { account, useUser } from '../../../session/account.ts';
import { ApiProblem, type FieldError } from '../../../session/api-problem.ts';
import { errorText } from '../../../session/show-error.ts';
import { useTranslation } from '../../../translation.tsx';
import { Button } from '../../../ui/Button.tsx';
import { FormError } from '../../../ui/FormError.tsx';
import { PasswordField } from '../../../ui/PasswordField.tsx';
import { forgetReports } from '../player/kept-reports.ts';
import styles from './RemoveForm.module.css';

interface Props {
  readonly onBusy: (busy: boolean) => void;
  readonly onCancel: () => void;
  readonly onRemoved: () => void;
}

/** Removes the account for its password; a wrong one is said at the field. */
export function RemoveForm({ onBusy, onCancel, onRemoved }: Props) {
  const { t } = useTranslation('cabinet');
  const { t: common } = useTranslation('site');
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { password: '' } });
  const { errors, isSubmitting } = formState;
  const user = useUser();
  const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null);
  const remove = handleSubmit(async ({ password }) => {
    onBusy(true);
    setFailure(null);
    try {
      await account.removeAccount(password);
      if (user) forgetReports(user.id); // the player has written its last one by now
      onRemoved();
    } catch (error) {
      const wrong = error instanceof ApiProblem && error.errors.find(({ field }) => field === 'password');
      if (wrong) setError('password', { message: wrong.code }, { shouldFocus: true });
      else setFailure({ error }); // a toast would hide the buttons
    } finally {
      onBusy(false);
    }
  });
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void remove(event)}>
      <PasswordField
        {...register('password', { required: 'required' })}
        label={t('profile.remove.password')}
        autoComplete="current-password"
        error={passwordWords(errors.password?.message, t)}
        aria-required
      />
      <FormError>{failure && errorText(failure.error, common)}</FormError>
      <div className={styles.ways}>
        <Button look="secondary" disabled={isSubmitting} onClick={onCancel}>
          {t('profile.remove.cancel')}
        </Button>
        <Button look="danger" type="submit" busy={isSubmitting}>
          {t('profile.remove.confirm')}
        </Button>
      </div>
    </form>
  );
}

/** What is wrong with the password. The form keeps the code, so that the words follow the language. */
function passwordWords(code: string | undefined, t: TFunction): string | undefined {
  if (code === undefined) return undefined;
  return code === ('required' satisfies FieldError['code']) ? t('site:validation.fill') : t('profile.remove.wrong');
}
