import type { Purchases, Subscription } from '../../../session/payments.ts';
import { useTranslation } from '../../../translation.tsx';
import { price } from '../../plan/prices.ts';
import { day } from './day.ts';
import type { HeldPlan } from './held-plans.ts';
import { PastDue } from './PastDue.tsx';
import styles from './PlanSummary.module.css';
import { RenewalSwitch } from './RenewalSwitch.tsx';
import type { KnownPurchases } from '../use-purchases.ts';

interface Props {
  readonly held: HeldPlan;
  readonly plans: Purchases['plans'];
  readonly purchases: Pick<KnownPurchases, 'look' | 'reload'>;
}

/** One plan of the user: its name, its price, how long it lasts, and what can be done about it. */
export function PlanSummary({ held, plans, purchases }: Props) {
  const { t } = useTranslation('cabinet');
  return (
    <div className={styles.plan}>
      <h3 className={styles.name}>{t(`profile.plan.names.${held.plan}`)}</h3>
      {held.kind === 'lifetime' ? (
        <p className={styles.when}>{t('profile.plan.lifetime')}</p>
      ) : (
        <>
          <Renewal subscription={held.subscription} plans={plans} />
          {held.subscription.status === 'past_due' && (
            <PastDue payUrl={held.subscription.payUrl} onReturn={purchases.look} />
          )}
          <RenewalSwitch subscription={held.subscription} purchases={purchases} />
        </>
      )}
    </div>
  );
}

function Renewal({ subscription, plans }: { readonly subscription: Subscription; readonly plans: Props['plans'] }) {
  const { t, locale } = useTranslation('cabinet');
  const { plan, status, renewsAt, endsAt } = subscription;
  const months = plans.find(({ id }) => id === plan)?.months;
  return (
    <>
      {status !== 'ended' && months && (
        <p className={styles.price}>{t('profile.plan.price', { price: price(subscription, locale), count: months })}</p>
      )}
      {endsAt !== null && (
        <p className={styles.when}>
          {t(status === 'ended' ? 'profile.plan.ended' : 'profile.plan.ends', { date: day(endsAt, locale) })}
        </p>
      )}
      {endsAt === null && status === 'active' && renewsAt !== null && (
        <p className={styles.when}>{t('profile.plan.renews', { date: day(renewsAt, locale) })}</p>
      )}
    </>
  );
}
