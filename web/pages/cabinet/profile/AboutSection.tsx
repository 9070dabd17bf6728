import { useChangeLocale } from '../../../layout/change-locale.ts';
import { localeName } from '../../../layout/locale-name.ts';
import type { CurrentUser } from '../../../session/account.ts';
import { useSite } from '../../../site.ts';
import { useTranslation } from '../../../translation.tsx';
import { Select } from '../../../ui/Select.tsx';
import { NameForm } from './NameForm.tsx';
import { ProfileSection } from './ProfileSection.tsx';

/** The name, and the language of pages and mails: choosing one does what the locale switcher does. */
export function AboutSection({ user: { firstName } }: { readonly user: CurrentUser }) {
  const { t, locale } = useTranslation('cabinet');
  const { locales } = useSite();
  const changeLocale = useChangeLocale();
  return (
    <ProfileSection title={t('profile.you.title')}>
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
