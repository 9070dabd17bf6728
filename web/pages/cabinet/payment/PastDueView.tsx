import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { Purchases } from '../../../session/payments.ts';
import { useSite } from '../../../site.ts';
import { useTranslation } from '../../../translation.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { Medallion } from '../../drawings/Medallion.tsx';
import { MailText } from '../../MailText.tsx';
import { MessagePage } from '../../MessagePage.tsx';
import { price } from '../../plan/prices.ts';
import { Ways } from '../../Ways.tsx';
import { accessEnd } from '../access-end.ts';
import styles from '../PaymentPage.module.css';
import type { KnownPurchases } from '../use-purchases.ts';
import { CancelPlan } from './CancelPlan.tsx';
import { Lock } from './Lock.tsx';
import { OwnAccount } from './OwnAccount.tsx';
import type { Standing } from './standing.ts';

/** How often it is looked whether the payment has arrived, in milliseconds: Stripe tells us a moment after it is made. */
const lookEvery = 10_000;

interface Props {
  readonly standing: Extract<Standing, { kind: 'past_due' }>;
  readonly purchases: Purchases;
  readonly known: Pick<KnownPurchases, 'look' | 'reload'>;
}

/** For a member whose renewal could not be taken: what happened, where it can be paid, and how to be done with it. */
export function PastDueView({ standing: { subscription, accessTo }, purchases, known }: Props) {
  const { t, locale } = useTranslation('cabinet');
  const { t: planWords } = useTranslation('plan');
  const { email } = useSite().company;
  const { plan, payUrl, canCancel } = subscription;
  const onPay = useLookOut(known.look);
  const words = { price: price(subscription, locale), plan: planWords(`plans.${plan}.name`) };
  return (
    <div className={styles.message}>
      <MessagePage
        picture={<Medallion scene="stars" large />}
        eyebrow={t('payment.past_due.eyebrow')}
        title={t('payment.past_due.title')}
        text={
          accessTo
            ? t('payment.past_due.open', { ...words, date: accessEnd(accessTo, locale) })
            : t('payment.past_due.closed', words)
        }
      >
        <p className={styles.secure}>
          {payUrl && <Lock />}
          <span>
            {payUrl ? t('payment.past_due.new_tab') : <MailText>{t('payment.past_due.no_page', { email })}</MailText>}
          </span>
        </p>
        <Ways>
          {payUrl && (
            <a className={buttonClass()} href={payUrl} target="_blank" rel="noopener" onClick={onPay}>
              {t('payment.past_due.pay', words)}
            </a>
          )}
          {accessTo && (
            <Link className={buttonClass({ look: 'secondary' })} to="/cabinet/sessions">
              {t('payment.sessions')}
            </Link>
          )}
          {canCancel && <CancelPlan subscription={subscription} known={known} />}
        </Ways>
      </MessagePage>
      {!accessTo && <OwnAccount purchases={purchases} />}
    </div>
  );
}

/** Once somebody has gone to pay, looks whether they have, as long as this tab is seen. */
function useLookOut(look: () => Promise<void>): () => void {
  const [looksOut, setLooksOut] = useState(false);
  useEffect(() => {
    if (!looksOut) return undefined;
    const timer = setInterval(() => document.visibilityState === 'visible' && void look(), lookEvery);
    return () => clearInterval(timer);
  }, [looksOut, look]);
  return () => setLooksOut(true);
}
