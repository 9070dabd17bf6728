import { useTranslation } from '../../translation.tsx';
import styles from './PlanFacts.module.css';

/** The three things that are promised of every plan (specification, section 1). */
export function PlanFacts() {
  const { t } = useTranslation('plan');
  return (
    <ul className={styles.facts}>
      <li className={styles.fact}>
        <strong className={styles.value}>{t('facts.length.value')}</strong>{' '}
        <span className={styles.label}>{t('facts.length.label')}</span>
      </li>
      <li className={styles.fact}>
        <strong className={styles.value}>{t('facts.satisfaction.value')}</strong>{' '}
        <Stars label={t('facts.satisfaction.stars')} />
      </li>
      <li className={styles.fact}>
        <strong className={styles.value}>{t('facts.guarantee.value')}</strong>{' '}
        <span className={styles.label}>{t('facts.guarantee.label')}</span>
      </li>
    </ul>
  );
}

function Stars({ label }: { readonly label: string }) {
  return (
    <span>
      <svg className={styles.stars} viewBox="0 0 100 20" aria-hidden="true">
        {[0, 20, 40, 60, 80].map((x) => (
          <path
            key={x}
            transform={`translate(${x})`}
            d="m10 2 2.4 5 5.5.8-4 3.8 1 5.4-4.9-2.6L5.1 17l1-5.4-4-3.8 5.5-.8z"
          />
        ))}
      </svg>
      <span className="unseen">{label}</span>
    </span>
  );
}
