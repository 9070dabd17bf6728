import { useTranslation } from '../../../translation.tsx';
import page from '../DashboardPage.module.css';
import styles from './DashboardSkeleton.module.css';

/** The outline of the dashboard while it is loaded. */
export function DashboardSkeleton() {
  const { t } = useTranslation('site');
  const { t: words } = useTranslation('cabinet');
  return (
    <div className={`${page.page} ${styles.skeleton}`} aria-busy="true">
      <h1 className="unseen">{words('dashboard.title')}</h1>
      <output className="unseen">{t('layout.loading')}</output>
      <span className={styles.greeting} />
      <div className={page.parts} aria-hidden="true">
        <div className={page.column}>
          <span className={styles.next} />
          <span className={styles.part} />
        </div>
        <div className={page.column}>
          <span className={styles.part} />
          <span className={styles.part} />
        </div>
      </div>
    </div>
  );
}
