import type { Purchases } from '../payments.ts';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/Icon.tsx';
import { DataSection, RemoveSection } from '../profile/OwnData.tsx';
import { BillingSection } from '../profile/PortalButton.tsx';
import { payments } from '../payments.ts';
import styles from './OwnAccount.module.css';

/**
 * Members without access can't open the profile; their invoices, their data and the way out are theirs all the same.
 */
export function OwnAccount({ purchases }: { readonly purchases: Purchases }) {
  const { t } = useTranslation('cabinet');
  const hasPaid = purchases.payments.length > 0;
  return (
    <details className={styles.account}>
      <summary className={styles.summary}>
        {t(hasPaid ? 'payment.account_paid' : 'payment.account')}
        <Icon name="down" size={20} />
      </summary>
      <div className={styles.sections}>
        {hasPaid && <BillingSection onRefused={() => payments.reloadUser()} />}
        <DataSection />
        <RemoveSection purchases={{ kind: 'loaded', purchases }} />
      </div>
    </details>
  );
}
