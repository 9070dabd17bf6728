import { day } from '../times.ts';
import type { CurrentPlan } from './current-plans.ts';
import { PortalButton } from './PortalButton.tsx';
import section from './ProfileSection.module.css';
import styles from './PlanSummary.module.css';
import type { KnownPurchases } from '../use-purchases.ts';
import { TextWithEmail } from '../../TextWithEmail.tsx';
import { writeAmount } from '../../../../engine/shop/money.ts';
import type { Purchases, Subscription } from '../payments.ts';
import { useSite } from '../../../site.ts';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';

interface PlanSummaryProps {
  readonly current: CurrentPlan;
  readonly plans: Purchases['plans'];
  readonly purchases: Pick<KnownPurchases, 'refresh'>;
  /** It won't renew whatever is done. */
  readonly isUnderLifetime: boolean;
}

/** One plan of the user: its name, its price, how long it lasts, and what can be done about it. */
export function PlanSummary({ current, plans, purchases, isUnderLifetime }: PlanSummaryProps) {
  const { t } = useTranslation('cabinet');
  return (
    <div className={section.part}>
      <h4 className={section.name}>{t(`profile.plan.names.${current.plan}`)}</h4>
      {current.kind === 'lifetime' ? (
        <p className={styles.when}>{t('profile.plan.lifetime')}</p>
      ) : (
        <>
          <Renewal subscription={current.subscription} plans={plans} />
          {current.subscription.status === 'past_due' && <PastDue subscription={current.subscription} />}
          {!isUnderLifetime && <PlanChanges subscription={current.subscription} onRefused={purchases.refresh} />}
        </>
      )}
    </div>
  );
}

function Renewal({
  subscription,
  plans,
}: {
  readonly subscription: Subscription;
  readonly plans: PlanSummaryProps['plans'];
}) {
  const { t, i18n } = useTranslation('cabinet');
  const locale = i18n.language;
  const { plan, status, nextAmount, currency, renewsAt, endsAt } = subscription;
  const months = plans.find(({ id }) => id === plan)?.months;
  return (
    <>
      {status !== 'ended' && months && (
        <p className={styles.price}>
          {t('profile.plan.price', { price: writeAmount(subscription, locale), count: months })}
        </p>
      )}
      {endsAt !== null && (
        <p className={styles.when}>
          {t(status === 'ended' ? 'profile.plan.ended' : 'profile.plan.ends', { date: day(endsAt, locale) })}
        </p>
      )}
      {endsAt === null && status === 'active' && renewsAt !== null && (
        <p className={styles.when}>
          {t(`profile.plan.${renewalWord(subscription)}`, {
            date: day(renewsAt, locale),
            price: writeAmount({ amount: nextAmount, currency }, locale),
          })}
        </p>
      )}
    </>
  );
}

function renewalWord({ amount, nextAmount }: Subscription) {
  if (nextAmount === amount) return 'renews';
  return nextAmount === 0 ? 'renews_free' : 'renews_for';
}

/** What can be done about a subscription, on Stripe's pages: another plan, no more renewals, or renewals after all. */
function PlanChanges({
  subscription,
  onRefused,
}: {
  subscription: Subscription;
  onRefused: KnownPurchases['refresh'];
}) {
  const { t } = useTranslation('cabinet');
  const { status, renewsAt } = subscription;
  if (status === 'ended') return null;
  if (status === 'active' && renewsAt === null)
    return <PortalButton label={t('profile.plan.resume')} onRefused={onRefused} />;
  return (
    <>
      {status === 'past_due' && <p>{t('profile.plan.cancel_past_due')}</p>}
      <div className={styles.ways}>
        {status === 'active' && <PortalButton to="plan" label={t('profile.plan.change')} onRefused={onRefused} />}
        <PortalButton to="cancel" label={t('profile.plan.cancel')} look="quiet" onRefused={onRefused} />
      </div>
    </>
  );
}

/** A renewal that could not be paid: what follows from it, and where to pay it. */
function PastDue({ subscription }: { readonly subscription: Subscription }) {
  const { t, i18n } = useTranslation('cabinet');
  const { email } = useSite().company;
  return (
    <div className={styles.failed}>
      <p className={styles.sign}>
        <Icon name="alert" size={20} />
        {t('profile.plan.past_due')}
      </p>
      <p>{t('profile.plan.past_due_text')}</p>
      {subscription.payUrl === null ? (
        <p>
          <TextWithEmail>{t('profile.plan.past_due_write', { email })}</TextWithEmail>
        </p>
      ) : (
        <>
          <a className={buttonClass({ small: true })} href={subscription.payUrl} target="_blank" rel="noopener">
            {t('payment.past_due.pay', { price: writeAmount(subscription, i18n.language) })}
          </a>
          <p className={section.note}>{t('payment.past_due.new_tab')}</p>
        </>
      )}
    </div>
  );
}
