import type { Purchases, Subscription } from '../../../session/payments.ts';
import { useSite } from '../../../site.ts';
import { useTranslation } from '../../../translation.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { Medallion } from '../../drawings/Medallion.tsx';
import { MessagePage } from '../../MessagePage.tsx';
import { Ways } from '../../Ways.tsx';
import styles from '../PaymentPage.module.css';
import { day } from '../profile/day.ts';
import type { KnownPurchases } from '../use-purchases.ts';
import { CancelPlan } from './CancelPlan.tsx';
import { OwnAccount } from './OwnAccount.tsx';
import type { Standing } from './standing.ts';

interface Props {
  readonly standing: Extract<Standing, { kind: 'on_hold' }>;
  readonly purchases: Purchases;
  readonly known: Pick<KnownPurchases, 'look' | 'reload'>;
}

/** For somebody who has paid and has no access: nothing to buy, somebody to ask, and an end to further payments. */
export function OnHoldView({ standing: { subscription }, purchases, known }: Props) {
  const { t } = useTranslation('cabinet');
  const { email } = useSite().company;
  return (
    <div className={styles.message}>
      <MessagePage
        picture={<Medallion scene="stars" large />}
        title={t('payment.on_hold.title')}
        text={t('payment.on_hold.text')}
      >
        {subscription && <Renewal subscription={subscription} />}
        <Ways>
          <a className={buttonClass()} href={`mailto:${email}`}>
            {t('payment.contact')}
          </a>
          {subscription?.canCancel && <CancelPlan subscription={subscription} known={known} />}
        </Ways>
      </MessagePage>
      <OwnAccount purchases={purchases} />
    </div>
  );
}

function Renewal({ subscription: { plan, renewsAt, endsAt } }: { readonly subscription: Subscription }) {
  const { t, locale } = useTranslation('cabinet');
  const date = renewsAt ?? endsAt;
  if (date === null) return null;
  return (
    <p className={styles.renewal}>
      {t(`profile.plan.names.${plan}`)}
      {' · '}
      {t(renewsAt ? 'profile.plan.renews' : 'profile.plan.ends', { date: day(date, locale) })}
    </p>
  );
}
