import { installing, useInstallMethod } from '../offline/install-prompt.ts';
import { AboutSection, EmailsSection } from './AccountSections.tsx';
import { DataSection, RemoveSection } from './OwnData.tsx';
import { BillingSection } from './PortalButton.tsx';
import { PlanSection } from './PlanSection.tsx';
import styles from './ProfilePage.module.css';
import section from './ProfileSection.module.css';
import { ProfileGroup, ProfileSection } from './ProfileSection.tsx';
import { QuizSection } from './QuizSection.tsx';
import { EmailSection, LoginsSection, PasswordSection } from './SignInSections.tsx';
import { useLeaveWithoutAccess } from '../use-access-end.ts';
import { usePurchases } from '../use-purchases.ts';
import { useKnownUser } from '../../../session/use-known-user.ts';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/Button.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';

/** CABINET_PROFILE: what we know of a member, and what they can change about it. */
export function ProfilePage() {
  const { t } = useTranslation('cabinet');
  const user = useKnownUser();
  const purchases = usePurchases();
  useLeaveWithoutAccess();
  const { state } = purchases;
  // Its row has its place before that is known: most members have paid, and what is below it would move.
  const mayHavePaid = state.kind === 'loading' || (state.kind === 'loaded' && state.purchases.payments.length > 0);
  if (user === null) return <Spinner fullScreen />;
  return (
    <article className={styles.page}>
      <h1 className={styles.title}>{t('profile.title')}</h1>
      <div className={styles.sections}>
        <div className={styles.column}>
          <ProfileGroup title={t('profile.groups.you')}>
            <AboutSection key={user.id} user={user} />
            <QuizSection user={user} />
            <EmailsSection user={user} />
            <InstallSection />
          </ProfileGroup>
          <ProfileGroup title={t('profile.groups.plan')}>
            <PlanSection known={purchases} />
            {mayHavePaid && <BillingSection onRefused={purchases.refresh} />}
          </ProfileGroup>
        </div>
        <div className={styles.column}>
          <ProfileGroup title={t('profile.groups.sign_in')}>
            <EmailSection user={user} />
            <PasswordSection user={user} />
            <LoginsSection user={user} />
          </ProfileGroup>
          <ProfileGroup title={t('profile.groups.data')}>
            <DataSection />
            <RemoveSection purchases={state} />
          </ProfileGroup>
        </div>
      </div>
    </article>
  );
}

/** Offers to install the site as an app, where that can be done and is not wanted away. */
function InstallSection() {
  const { t } = useTranslation('cabinet');
  const method = useInstallMethod();
  if (method === null) return null;
  return (
    <ProfileSection title={t('offline.install.title')}>
      <p>{t('offline.install.text')}</p>
      {method === 'words' && <p>{t('offline.install.on_ios')}</p>}
      <div className={section.actions}>
        {method === 'button' && (
          <Button look="secondary" small onClick={() => void installing.install()}>
            {t('offline.install.button')}
          </Button>
        )}
        <Button look="quiet" small onClick={installing.close}>
          {t('offline.install.close')}
        </Button>
      </div>
    </ProfileSection>
  );
}
