import { useTranslation } from '../../../translation.tsx';
import page from '../PaymentPage.module.css';
import styles from './PaymentSkeleton.module.css';

/** The outline of what is being loaded: of a message for who has access, else of the plans. */
export function PaymentSkeleton({ ofMember }: { readonly ofMember: boolean }) {
  const { t } = useTranslation('site');
  const { t: words } = useTranslation('cabinet');
  return (
    <div className={styles.skeleton} aria-busy="true">
      <h1 className="unseen">{words('payment.title')}</h1>
      <output className="unseen">{t('layout.loading')}</output>
      {ofMember ? <MessageOutline /> : <PlansOutline />}
    </div>
  );
}

function MessageOutline() {
  return (
    <div className={styles.message} aria-hidden="true">
      <span className={styles.picture} />
      <span className={styles.title} />
      <span className={styles.line} />
      <span className={styles.line} />
      <span className={styles.button} />
    </div>
  );
}

function PlansOutline() {
  return (
    <div className={`${page.page} ${styles.offer}`} aria-hidden="true">
      <div className={styles.header}>
        <span className={styles.picture} />
        <span className={styles.title} />
        <span className={styles.line} />
      </div>
      <div className={page.plans}>
        <span className={styles.line} />
        <span className={styles.card} />
        <span className={styles.card} />
        <span className={styles.card} />
        <span className={styles.button} />
      </div>
    </div>
  );
}
