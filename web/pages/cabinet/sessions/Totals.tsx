import { useTranslation } from '../../../translation.tsx';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';
import type { Totals as Counted } from './listening.ts';
import styles from './Totals.module.css';

const parts = ['total', 'completed', 'available'] as const;

/** How much of the library has been listened to (specification, section 2). As high without totals as with them. */
export function Totals({ totals }: { readonly totals: Counted | null }) {
  const { t } = useTranslation('cabinet');
  const { total = 0, completed = 0, progress = 0 } = totals ?? {};
  const percent = t('sessions.totals.percent', { progress });
  return (
    <section className={totals ? styles.totals : styles.waiting} aria-label={t('sessions.totals.progress')}>
      <div className={styles.progress}>
        <p className={styles.line} aria-hidden="true">
          <span>{t('sessions.totals.progress')}</span>
          <strong className={styles.percent}>{percent}</strong>
        </p>
        <ProgressBar
          value={completed}
          max={Math.max(1, total)}
          label={t('sessions.totals.progress')}
          text={t('sessions.totals.completed_of', { completed, total, percent })}
        />
      </div>
      <dl className={styles.parts}>
        {parts.map((part) => (
          <div key={part} className={styles.part}>
            <dt className={styles.name}>{t(`sessions.totals.${part}`)}</dt>
            <dd className={styles.number}>{totals ? totals[part] : <>&nbsp;</>}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
