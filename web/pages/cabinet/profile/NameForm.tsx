import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { account } from '../../../session/account.ts';
import { ApiProblem } from '../../../session/api-problem.ts';
import { useWork } from '../../../session/use-work.ts';
import { useTranslation } from '../../../translation.tsx';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { Done } from './ProfileSection.tsx';
import styles from './NameForm.module.css';

/** As long as the API takes it. */
const longestName = 100;

/** The first name, to be changed; it may be left empty. */
export function NameForm({ firstName }: { readonly firstName: string }) {
  const { t } = useTranslation('cabinet');
  const { register, handleSubmit, reset, setError, formState } = useForm({ defaultValues: { firstName } });
  const { busy, run } = useWork();
  const [saved, setSaved] = useState(false);
  const save = handleSubmit(async (written) => {
    const changed = { firstName: written.firstName.trim() };
    setSaved(false);
    await run(async () => {
      try {
        await account.updateMe(changed);
      } catch (error) {
        if (!isNoName(error)) throw error;
        return setError('firstName', { type: 'server' }, { shouldFocus: true });
      }
      reset(changed);
      setSaved(true);
    });
  });
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void save(event)}>
      <TextField
        {...register('firstName', { onChange: () => setSaved(false) })}
        label={t('profile.you.first_name')}
        error={formState.errors.firstName && t('profile.you.not_a_name')}
        maxLength={longestName}
        autoComplete="given-name"
      />
      <Done words={saved ? t('profile.you.saved') : null}>
        <Button type="submit" look="secondary" small busy={busy}>
          {t('profile.you.save')}
        </Button>
      </Done>
    </form>
  );
}

function isNoName(error: unknown): boolean {
  return error instanceof ApiProblem && error.errors.some(({ code }) => code === 'not_a_name');
}
