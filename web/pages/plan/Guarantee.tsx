import { useTranslation } from '../../translation.tsx';
import styles from './Guarantee.module.css';

/** What is promised for the first 14 days (specification, section 1). */
export function Guarantee() {
  const { t } = useTranslation('plan');
  return (
    <section className={styles.guarantee} aria-labelledby="guarantee">
      <h2 id="guarantee" className={styles.title}>
        {t('guarantee.title')}
      </h2>
      <p>{t('guarantee.text')}</p>
    </section>
  );
}
