import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useChangeLocale } from '../layout/change-locale.ts';
import { localeName } from '../../../layout/locale-name.ts';
import styles from './ProfileSection.module.css';
import { Done, ProfileSection } from './ProfileSection.tsx';
import { showError } from '../../../errors.ts';
import { account, type CurrentUser } from '../../../session/account.ts';
import { ApiProblem } from '../../../session/api-client.ts';
import { useSite } from '../../../site.ts';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { Select } from '../../../ui/Select.tsx';
import { TextField } from '../../../ui/TextField.tsx';

/** The name, and the language of pages and emails: choosing one does what the locale switcher does. */
export function AboutSection({ user: { firstName } }: { readonly user: CurrentUser }) {
  const { t, i18n } = useTranslation('cabinet');
  const locale = i18n.language;
  const { locales } = useSite();
  const changeLocale = useChangeLocale();
  const value = [firstName, localeName(locale)].filter((each) => each !== '').join(' · ');
  return (
    <ProfileSection title={t('profile.you.title')} value={value}>
      <NameForm firstName={firstName} />
      <div>
        <Select
          label={t('profile.you.language')}
          options={locales.map((each) => ({ value: each, title: localeName(each) }))}
          value={locale}
          onChange={(chosen) => chosen !== null && chosen !== locale && changeLocale(chosen)}
        />
      </div>
    </ProfileSection>
  );
}

/** As long as the API takes it. */
const maxNameLength = 100;

/** The first name, to be changed; it may be left empty. */
function NameForm({ firstName }: { readonly firstName: string }) {
  const { t } = useTranslation('cabinet');
  const { register, handleSubmit, reset, setError, formState } = useForm({ defaultValues: { firstName } });
  const saving = useMutation({
    mutationFn: (changed: { readonly firstName: string }) => account.updateMe(changed),
    onSuccess: (_reply, changed) => reset(changed),
    onError: (error) => {
      if (isNoName(error)) setError('firstName', { type: 'server' }, { shouldFocus: true });
      else showError(error, t);
    },
  });
  const save = handleSubmit(({ firstName: written }) => saving.mutate({ firstName: written.trim() }));
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void save(event)}>
      <TextField
        {...register('firstName', { onChange: () => saving.isSuccess && saving.reset() })}
        label={t('profile.you.first_name')}
        error={formState.errors.firstName && t('profile.you.not_a_name')}
        maxLength={maxNameLength}
        autoComplete="given-name"
      />
      <Done words={saving.isSuccess ? t('profile.you.saved') : null}>
        <Button type="submit" look="secondary" small busy={saving.isPending}>
          {t('profile.you.save')}
        </Button>
      </Done>
    </form>
  );
}

function isNoName(error: unknown): boolean {
  return error instanceof ApiProblem && error.errors.some(({ code }) => code === 'not_a_name');
}

/** Tips and offers by email, on or off. The tick moves once the server has it. */
export function EmailsSection({ user: { emailSubscribed } }: { readonly user: CurrentUser }) {
  const { t } = useTranslation('cabinet');
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: (wanted: boolean) => account.updateMe({ emailSubscribed: wanted }),
    onError: (error) => showError(error, t),
  });
  return (
    <ProfileSection
      title={t('profile.emails.title')}
      value={t(emailSubscribed ? 'profile.emails.on' : 'profile.emails.off')}
    >
      <Done words={isSuccess ? t('profile.emails.saved') : null}>
        <Checkbox
          checked={emailSubscribed}
          aria-busy={isPending}
          onChange={({ target }) => isPending || mutate(target.checked)}
        >
          {t('profile.emails.label')}
        </Checkbox>
      </Done>
      <p className={styles.note}>{t('profile.emails.note')}</p>
    </ProfileSection>
  );
}
