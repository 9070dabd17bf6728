import { useTranslation } from '../../../translation.tsx';
import styles from './CameBack.module.css';

/** For who left Stripe's page without paying. It stands on the page before it has words, so that they are read out. */
export function CameBack({ cameBack }: { readonly cameBack: boolean }) {
  const { t } = useTranslation('cabinet');
  return (
    <output className={styles.place}>
      {cameBack && <span className={styles.words}>{t('payment.came_back')}</span>}
    </output>
  );
}
