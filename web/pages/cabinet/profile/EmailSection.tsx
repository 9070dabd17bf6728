import { account, type CurrentUser } from '../../../session/account.ts';
import { useTranslation } from '../../../translation.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import styles from './EmailSection.module.css';
import { ProfileSection, SectionAction } from './ProfileSection.tsx';

/** The address, whether it is verified, and the link once more where it isn't. */
export function EmailSection({ user: { email, emailVerified } }: { readonly user: CurrentUser }) {
  const { t } = useTranslation('cabinet');
  return (
    <ProfileSection title={t('profile.email.title')}>
      <p className={styles.address}>{email}</p>
      {emailVerified ? (
        <p className={styles.verified}>
          <Icon name="check" size={18} />
          {t('profile.email.verified')}
        </p>
      ) : (
        <>
          <p className={styles.unverified}>
            <Icon name="alert" size={18} />
            {t('profile.email.unverified')}
          </p>
          <p>{t('profile.email.text')}</p>
          <SectionAction
            label={t('profile.email.resend')}
            done={t('profile.email.sent')}
            act={() => account.sendVerification()}
          />
        </>
      )}
    </ProfileSection>
  );
}
