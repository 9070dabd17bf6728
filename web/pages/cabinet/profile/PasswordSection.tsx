import { account, type CurrentUser } from '../../../session/account.ts';
import { useTranslation } from '../../../translation.tsx';
import { ProfileSection, SectionAction } from './ProfileSection.tsx';

/** A new password by mail: the link proves who asks. */
export function PasswordSection({ user: { email } }: { readonly user: CurrentUser }) {
  const { t } = useTranslation('cabinet');
  return (
    <ProfileSection title={t('profile.password.title')}>
      <p>{t('profile.password.text')}</p>
      <SectionAction
        label={t('profile.password.send')}
        done={t('profile.password.sent', { email })}
        act={() => account.startReset(email)}
      />
    </ProfileSection>
  );
}
