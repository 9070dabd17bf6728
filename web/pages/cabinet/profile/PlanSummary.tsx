import { useState } from 'react';
import { day } from '../times.ts';
import { CancelDialog } from './ConfirmDialog.tsx';
import type { CurrentPlan } from './current-plans.ts';
import { NewTabLink } from './Invoices.tsx';
import styles from './PlanSummary.module.css';
import { Done } from './ProfileSection.tsx';
import type { KnownPurchases } from '../use-purchases.ts';
import { useWhenSeen } from '../use-when-seen.ts';
import { TextWithEmail } from '../../TextWithEmail.tsx';
import { writeAmount } from '../../../../engine/run/money.ts';
import { payments, type Purchases, type Subscription } from '../payments.ts';
import { useAsyncAction } from '../../../session/use-async-action.ts';
import { useSite } from '../../../site.ts';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { showToast } from '../../../ui/toast.ts';

interface PlanSummaryProps {
  readonly current: CurrentPlan;
  readonly plans: Purchases['plans'];
  readonly purchases: Pick<KnownPurchases, 'refresh' | 'reload'>;
}

/** One plan of the user: its name, its price, how long it lasts, and what can be done about it. */
export function PlanSummary({ current, plans, purchases }: PlanSummaryProps) {
  const { t } = useTranslation('cabinet');
  return (
    <div className={styles.plan}>
      <h3 className={styles.name}>{t(`profile.plan.names.${current.plan}`)}</h3>
      {current.kind === 'lifetime' ? (
        <p className={styles.when}>{t('profile.plan.lifetime')}</p>
      ) : (
        <>
          <Renewal subscription={current.subscription} plans={plans} />
          {current.subscription.status === 'past_due' && (
            <PastDue payUrl={current.subscription.payUrl} onReturn={purchases.refresh} />
          )}
          <RenewalSwitch subscription={current.subscription} purchases={purchases} />
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
  const { plan, status, renewsAt, endsAt } = subscription;
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
        <p className={styles.when}>{t('profile.plan.renews', { date: day(renewsAt, locale) })}</p>
      )}
    </>
  );
}

interface RenewalSwitchProps {
  readonly subscription: Subscription;
  readonly purchases: Pick<KnownPurchases, 'refresh' | 'reload'>;
}

/**
 * Cancels a subscription, after asking, or has one that was canceled renew again. It is one button throughout, so that
 * the focus stays on it.
 */
function RenewalSwitch({ subscription, purchases }: RenewalSwitchProps) {
  const { t } = useTranslation('cabinet');
  const { busy, run } = useAsyncAction();
  const [asking, setAsking] = useState(false);
  const [done, setDone] = useState<'canceled' | 'resumed' | null>(null);
  const { id, canCancel, canResume } = subscription;
  const cancel = async () => {
    const { status } = await payments.cancel(id);
    // What has ended at once may leave the page, and its words with it.
    if (status === 'ended') {
      showToast(t('profile.plan.ended_now'), 'notice').catch(() => undefined);
      setAsking(false); // or else the next page would be scrolled to where this one was
    }
    await purchases.reload();
    setDone('canceled');
  };
  const resume = async () => {
    setDone(null);
    const went = await run(async () => {
      await payments.resume(id);
      await purchases.reload();
    });
    if (went) setDone('resumed');
    else await purchases.refresh();
  };
  if (!canCancel && !canResume) return null;
  return (
    <>
      <Done words={done && t(`profile.plan.${done}`)}>
        <Button
          look="secondary"
          small
          busy={busy}
          {...(canCancel && { 'aria-haspopup': 'dialog' })}
          onClick={() => (canCancel ? setAsking(true) : void resume())}
        >
          {t(canCancel ? 'profile.plan.cancel' : 'profile.plan.resume')}
        </Button>
      </Done>
      <CancelDialog
        open={asking}
        onClose={() => setAsking(false)}
        subscription={subscription}
        cancel={cancel}
        onRefused={purchases.refresh}
      />
    </>
  );
}

interface PastDueProps {
  /** Stripe's page where the payment can be made. */
  readonly payUrl: string | null;
  /** The user is back from another tab, where it may have been made. */
  readonly onReturn: () => Promise<void>;
}

/** A renewal that could not be paid: what follows from it, and where to pay it. */
function PastDue({ payUrl, onReturn }: PastDueProps) {
  const { t } = useTranslation('cabinet');
  const { email } = useSite().company;
  useWhenSeen(onReturn);
  return (
    <div className={styles.failed}>
      <p className={styles.sign}>
        <Icon name="alert" size={20} />
        {t('profile.plan.past_due')}
      </p>
      <p>{t('profile.plan.past_due_text')}</p>
      <p>
        {payUrl === null ? (
          <TextWithEmail>{t('profile.plan.past_due_write', { email })}</TextWithEmail>
        ) : (
          <NewTabLink href={payUrl}>{t('profile.plan.pay')}</NewTabLink>
        )}
      </p>
    </div>
  );
}
