import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { accessEnd, day } from '../times.ts';
import { SecureNote } from './BuyPlan.tsx';
import { OwnAccount } from './OwnAccount.tsx';
import type { PlanStatus } from './plan-status.ts';
import styles from './PaymentPage.module.css';
import { PortalButton } from '../profile/PortalButton.tsx';
import type { KnownPurchases } from '../use-purchases.ts';
import { Medallion } from '../../drawings/Medallion.tsx';
import { TextWithEmail } from '../../TextWithEmail.tsx';
import { MessagePage, PageActions } from '../../MessagePage.tsx';
import { writeAmount } from '../../../../engine/shop/money.ts';
import type { Purchases, Subscription } from '../payments.ts';
import { useSite } from '../../../site.ts';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '../../../ui/Button.tsx';

/**
 * How often it is looked whether the payment has arrived, in milliseconds: Stripe reports it a moment after it is made.
 */
const pollMilliseconds = 10_000;

interface PastDueViewProps {
  readonly planStatus: Extract<PlanStatus, { kind: 'past_due' }>;
  readonly purchases: Purchases;
  readonly known: Pick<KnownPurchases, 'refresh'>;
}

/** For a member whose renewal could not be taken: what happened, where it can be paid, and how to be done with it. */
export function PastDueView({ planStatus: { subscription, accessTo }, purchases, known }: PastDueViewProps) {
  const { t, i18n } = useTranslation('cabinet');
  const locale = i18n.language;
  const { t: planWords } = useTranslation('plan');
  const { email } = useSite().company;
  const { plan, payUrl } = subscription;
  const onPay = usePolling(known.refresh);
  const words = { price: writeAmount(subscription, locale), plan: planWords(`plans.${plan}.name`) };
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
        <div className={styles.note}>
          {payUrl ? (
            <SecureNote>{t('payment.past_due.new_tab')}</SecureNote>
          ) : (
            <p>
              <TextWithEmail>{t('payment.past_due.no_page', { email })}</TextWithEmail>
            </p>
          )}
        </div>
        <PageActions>
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
          <CancelPlan known={known} />
        </PageActions>
      </MessagePage>
      {!accessTo && <OwnAccount purchases={purchases} />}
    </div>
  );
}

/** Once the member has gone to pay, checks whether they have, as long as this tab is seen. */
function usePolling(refresh: () => Promise<unknown>): () => void {
  const [isPolling, setIsPolling] = useState(false);
  useEffect(() => {
    if (!isPolling) return undefined;
    const timer = setInterval(() => document.visibilityState === 'visible' && void refresh(), pollMilliseconds);
    return () => clearInterval(timer);
  }, [isPolling, refresh]);
  return () => setIsPolling(true);
}

interface OnHoldViewProps {
  readonly planStatus: Extract<PlanStatus, { kind: 'on_hold' }>;
  readonly purchases: Purchases;
  readonly known: Pick<KnownPurchases, 'refresh'>;
}

/** For a member who has paid and has no access: nothing to buy, a contact, and an end to further payments. */
export function OnHoldView({ planStatus: { subscription }, purchases, known }: OnHoldViewProps) {
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
        <PageActions>
          <a className={buttonClass()} href={`mailto:${email}`}>
            {t('payment.contact')}
          </a>
          {subscription?.renewsAt && <CancelPlan known={known} />}
        </PageActions>
      </MessagePage>
      <OwnAccount purchases={purchases} />
    </div>
  );
}

function Renewal({ subscription: { plan, renewsAt, endsAt } }: { readonly subscription: Subscription }) {
  const { t, i18n } = useTranslation('cabinet');
  const locale = i18n.language;
  const date = renewsAt ?? endsAt;
  if (date === null) return null;
  return (
    <p className={styles.note}>
      {t(`profile.plan.names.${plan}`)}
      {' · '}
      {t(renewsAt ? 'profile.plan.renews' : 'profile.plan.ends', { date: day(date, locale) })}
    </p>
  );
}

/**
 * Cancels the plan of members that can't open the profile, on Stripe's page: one whose payment has failed is over at
 * once.
 */
function CancelPlan({ known }: { readonly known: Pick<KnownPurchases, 'refresh'> }) {
  const { t } = useTranslation('cabinet');
  return <PortalButton to="cancel" label={t('payment.past_due.cancel')} look="quiet" onRefused={known.refresh} />;
}
