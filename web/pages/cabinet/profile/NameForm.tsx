import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { account } from '../../../session/account.ts';
import { useWork } from '../../../session/use-work.ts';
import { useTranslation } from '../../../translation.tsx';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { Done } from './Done.tsx';
import styles from './NameForm.module.css';

/** As long as the API takes it. */
const longestName = 100;

/** The first name, to be changed; it may be left empty. */
export function NameForm({ firstName }: { readonly firstName: string }) {
  const { t } = useTranslation('cabinet');
  const { register, handleSubmit, reset } = useForm({ defaultValues: { firstName } });
  const { busy, run } = useWork();
  const [saved, setSaved] = useState(false);
  const save = handleSubmit(async (written) => {
    const changed = { firstName: written.firstName.trim() };
    setSaved(false);
    if (!(await run(() => account.updateMe(changed)))) return;
    reset(changed);
    setSaved(true);
  });
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void save(event)}>
      <TextField
        {...register('firstName', { onChange: () => setSaved(false) })}
        label={t('profile.you.first_name')}
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
