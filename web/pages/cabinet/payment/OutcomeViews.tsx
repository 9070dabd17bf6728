import { Link } from 'react-router';
import { accessEnd, lifetimeYear } from '../times.ts';
import styles from './OutcomeViews.module.css';
import { Medallion } from '../../drawings/Medallion.tsx';
import { TextWithEmail } from '../../TextWithEmail.tsx';
import { MessagePage, PageActions } from '../../MessagePage.tsx';
import { NextUp, NextUpSkeleton, useNext } from '../sessions/NextUp.tsx';
import type { PaymentReport } from '../payments.ts';
import { useSite } from '../../../site.ts';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '../../../ui/Button.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';

interface PaidViewProps {
  readonly report: PaymentReport;
  readonly email: string;
}

/** The payment is made: what it opened, until when, the first session of the plan with a tap, and the way to all. */
export function PaidView({ report: { plan, accessTo }, email }: PaidViewProps) {
  const { t, i18n } = useTranslation('cabinet');
  const locale = i18n.language;
  const { t: planWords } = useTranslation('plan');
  const text = () => {
    if (plan === 'lifetime') return t('payment.paid.lifetime');
    const name = planWords(`plans.${plan}.name`);
    const end = accessTo === null ? null : new Date(accessTo);
    if (!end || end.getUTCFullYear() >= lifetimeYear) return t('payment.paid.plan', { plan: name });
    return t('payment.paid.until', { plan: name, date: accessEnd(end, locale) });
  };
  const next = useNext();
  return (
    <MessagePage
      picture={<Medallion scene="dawn" />}
      eyebrow={t('payment.paid.eyebrow')}
      title={t('payment.paid.title')}
      text={text()}
    >
      {next !== null && <div className={styles.offer}>{next ? <NextUp offer={next} /> : <NextUpSkeleton />}</div>}
      <PageActions>
        <Link className={buttonClass(next === null ? {} : { look: 'secondary' })} to="/cabinet/sessions">
          {t('payment.sessions')}
        </Link>
      </PageActions>
      <p className={styles.receipt}>{t('payment.paid.receipt', { email })}</p>
    </MessagePage>
  );
}

interface WaitingViewProps {
  /** Whether it takes longer than it should. */
  readonly isLong: boolean;
  readonly email: string;
}

/** While Stripe is asked what became of the payment. */
export function WaitingView({ isLong, email }: WaitingViewProps) {
  const { t } = useTranslation('cabinet');
  const { company } = useSite();
  return (
    <MessagePage
      picture={<Medallion scene="stars" large />}
      title={t('payment.waiting.title')}
      text={t('payment.waiting.text')}
    >
      <span className={styles.spinner}>
        <Spinner />
      </span>
      <output className={styles.long}>{isLong && t('payment.waiting.long', { email })}</output>
      {isLong && (
        <p className={styles.questions}>
          <TextWithEmail>{t('payment.questions', { email: company.email })}</TextWithEmail>
        </p>
      )}
    </MessagePage>
  );
}
