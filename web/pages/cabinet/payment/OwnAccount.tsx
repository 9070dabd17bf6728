import { useTranslation } from '../../../translation.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { DataSection } from '../profile/DataSection.tsx';
import { RemoveSection } from '../profile/RemoveSection.tsx';
import styles from './OwnAccount.module.css';

/** Who has no access can't open the profile; their data and the way out are theirs all the same. */
export function OwnAccount() {
  const { t } = useTranslation('cabinet');
  return (
    <details className={styles.account}>
      <summary className={styles.summary}>
        {t('payment.account')}
        <Icon name="down" size={20} />
      </summary>
      <div className={styles.sections}>
        <DataSection />
        <RemoveSection />
      </div>
    </details>
  );
}
