import { useSyncExternalStore } from 'react';
import { useTranslation } from '../../../translation.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ProfileSection } from '../profile/ProfileSection.tsx';
import { installing } from './install-prompt.ts';
import styles from './InstallSection.module.css';

/** Offers to install the site as an app, where that can be done and is not wanted away. */
export function InstallSection() {
  const { t } = useTranslation('cabinet');
  const way = useSyncExternalStore(installing.onChange, installing.way);
  if (way === null) return null;
  return (
    <ProfileSection title={t('offline.install.title')}>
      <p>{t('offline.install.text')}</p>
      {way === 'words' && <p>{t('offline.install.on_ios')}</p>}
      <div className={styles.actions}>
        {way === 'button' && (
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
