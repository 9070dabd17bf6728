import { Link } from 'react-router';
import type { PaymentReport } from '../../../session/payments.ts';
import { useTranslation } from '../../../translation.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { Medallion } from '../../drawings/Medallion.tsx';
import { MessagePage } from '../../MessagePage.tsx';
import { Ways } from '../../Ways.tsx';
import { accessEnd, lifetimeYear } from '../access-end.ts';
import styles from './PaidView.module.css';

interface Props {
  readonly report: PaymentReport;
  readonly email: string;
}

/** The payment is made: what it opened, until when, and the way there. */
export function PaidView({ report: { plan, accessTo }, email }: Props) {
  const { t, locale } = useTranslation('cabinet');
  const { t: planWords } = useTranslation('plan');
  const text = () => {
    if (plan === 'lifetime') return t('payment.paid.lifetime');
    const name = planWords(`plans.${plan}.name`);
    const end = accessTo === null ? null : new Date(accessTo);
    if (!end || end.getUTCFullYear() >= lifetimeYear) return t('payment.paid.plan', { plan: name });
    return t('payment.paid.until', { plan: name, date: accessEnd(end, locale) });
  };
  return (
    <MessagePage
      picture={<Medallion scene="dawn" large />}
      eyebrow={t('payment.paid.eyebrow')}
      title={t('payment.paid.title')}
      text={text()}
    >
      <p className={styles.receipt}>{t('payment.paid.receipt', { email })}</p>
      <Ways>
        <Link className={buttonClass()} to="/cabinet/sessions">
          {t('payment.sessions')}
        </Link>
      </Ways>
    </MessagePage>
  );
}
