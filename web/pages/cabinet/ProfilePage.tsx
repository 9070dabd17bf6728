import { useEffect } from 'react';
import { useKnownUser } from '../../session/use-known-user.ts';
import { useTranslation } from '../../translation.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { InstallSection } from './offline/InstallSection.tsx';
import { AboutSection } from './profile/AboutSection.tsx';
import { DataSection } from './profile/DataSection.tsx';
import { EmailSection } from './profile/EmailSection.tsx';
import { EmailsSection } from './profile/EmailsSection.tsx';
import { PasswordSection } from './profile/PasswordSection.tsx';
import { PlanSection } from './profile/PlanSection.tsx';
import { QuizSection } from './profile/QuizSection.tsx';
import { RemoveSection } from './profile/RemoveSection.tsx';
import styles from './ProfilePage.module.css';
import { useLeaveWithoutAccess } from './use-leave-without-access.ts';
import { usePurchases } from './use-purchases.ts';

/** CABINET_PROFILE: what we know of a member, and what they can change about it. */
export function ProfilePage() {
  const { t } = useTranslation('cabinet');
  const user = useKnownUser();
  const purchases = usePurchases();
  const { look } = purchases;
  useEffect(() => void look(), [look]);
  useLeaveWithoutAccess();
  if (user === null) return <Spinner fullScreen />;
  return (
    <article className={styles.page}>
      <h1 className={styles.title}>{t('profile.title')}</h1>
      <div className={styles.sections}>
        <div className={styles.column}>
          <AboutSection key={user.id} user={user} />
          <PlanSection known={purchases} />
          <QuizSection user={user} />
        </div>
        <div className={styles.column}>
          <EmailSection user={user} />
          <PasswordSection user={user} />
          <EmailsSection user={user} />
          <InstallSection />
          <DataSection />
          <RemoveSection purchases={purchases.state} />
        </div>
      </div>
    </article>
  );
}
