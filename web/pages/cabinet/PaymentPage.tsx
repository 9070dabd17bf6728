import { Link } from 'react-router';
import { reloadIfReachable } from '../../app/reload.ts';
import { hasAccess } from '../../session/has-access.ts';
import { useKnownUser } from '../../session/use-known-user.ts';
import { useSite } from '../../site.ts';
import { useTranslation } from '../../translation.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Medallion } from '../drawings/Medallion.tsx';
import { MailText } from '../MailText.tsx';
import { PageError } from '../PageError.tsx';
import { PlanChoice } from '../plan/PlanChoice.tsx';
import { useChosenPlan } from '../plan/use-chosen-plan.ts';
import { AccessNote } from './AccessNote.tsx';
import styles from './PaymentPage.module.css';
import { DataSection } from './profile/DataSection.tsx';
import { RemoveSection } from './profile/RemoveSection.tsx';

/** CABINET_PAYMENT: the plans, and that none can be paid yet. Who has access, or may have, is offered none. */
export function PaymentPage() {
  const user = useKnownUser();
  if (user === null) return <PageError onRetry={reloadIfReachable} />;
  const { accessTo } = user;
  return hasAccess(accessTo) ? <AccessNote accessTo={accessTo} /> : <PaymentSoon />;
}

function PaymentSoon() {
  const { t, locale } = useTranslation('cabinet');
  const { plans, company } = useSite();
  const [chosenPlan, choosePlan] = useChosenPlan();
  return (
    <article className={styles.page}>
      <header className={styles.header}>
        <Medallion scene="dawn" />
        <p className={styles.eyebrow}>{t('payment.eyebrow')}</p>
        <h1 className={styles.title}>{t('payment.heading')}</h1>
        <p className={styles.text}>{t('payment.text')}</p>
      </header>
      <section className={styles.plans} aria-labelledby="plans">
        <h2 id="plans">{t('payment.plans')}</h2>
        <PlanChoice plans={plans} locale={locale} chosenPlan={chosenPlan} onChoosePlan={choosePlan} />
        <p className={styles.note}>
          {t('payment.guarantee')} <Link to="/terms-of-service">{t('payment.terms')}</Link>
        </p>
        <p className={styles.note}>
          <MailText>{t('payment.questions', { email: company.email })}</MailText>
        </p>
      </section>
      <OwnAccount />
    </article>
  );
}

/** Who has no access can't open the profile; their data and the way out are theirs all the same. */
function OwnAccount() {
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
