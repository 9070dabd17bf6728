import type { Locale } from '../../../../engine/model.ts';
import type { TFunction } from 'i18next';
import { useId, useState } from 'react';
import { payments, type Payment } from '../payments.ts';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/Button.tsx';
import { showToast } from '../../../ui/toast.ts';
import { writeAmount } from '../../../../engine/shop/money.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { day } from '../times.ts';
import type { CurrentPlan } from './current-plans.ts';
import { Consequences } from './ProfileSection.tsx';
import styles from './ProfileSection.module.css';
import type { KnownPurchases } from '../use-purchases.ts';

interface Props {
  /** One that can be given back. */
  readonly payment: Payment;
  /** What ends then. */
  readonly plan: Payment['plan'];
  /** The plan that its user still has then. */
  readonly left: CurrentPlan | undefined;
  readonly purchases: Pick<KnownPurchases, 'refresh' | 'reload'>;
}

/** The 14-day guarantee: until when a payment is given back, and the way to ask for it. */
export function RefundOffer({ payment, plan: ending, left, purchases }: Props) {
  const { t, i18n } = useTranslation('cabinet');
  const locale = i18n.language;
  const note = useId();
  const [asking, setAsking] = useState(false);
  const amount = writeAmount({ amount: payment.refundableAmount, currency: payment.currency }, locale);
  const plan = t(`profile.plan.called.${ending}`);
  const refund = async () => {
    await payments.refund(payment.id);
    // Said wherever the user is by then: without access it is another page.
    showToast(t('profile.plan.refunded_now', { amount }), 'notice').catch(() => undefined);
    setAsking(false); // or else the next page would be scrolled to where this one was
    await purchases.reload();
  };
  return (
    <div className={styles.part}>
      <p id={note} className={styles.note}>
        {payment.refundableUntil &&
          t('profile.plan.refund_until', { plan, amount, date: day(payment.refundableUntil, locale) })}
      </p>
      <Button look="secondary" small aria-haspopup="dialog" aria-describedby={note} onClick={() => setAsking(true)}>
        {t('profile.plan.refund')}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('profile.plan.refund_title', { amount })}
        confirm={t('profile.plan.refund_confirm')}
        keepLabel={t('profile.plan.keep')}
        act={refund}
        onRefused={purchases.refresh}
      >
        <Consequences
          of={[
            t('profile.plan.refund_money', { amount }),
            whatEnds(plan, left, { t, locale }),
            t('profile.plan.refund_once'),
          ]}
        />
      </ConfirmDialog>
    </div>
  );
}

interface Words {
  readonly t: TFunction;
  readonly locale: Locale;
}

/** What a refund ends, and what becomes of the plan that is left. */
function whatEnds(plan: string, left: CurrentPlan | undefined, { t, locale }: Words): string {
  if (!left) return t('profile.plan.refund_access', { plan });
  const names = { plan, left: t(`profile.plan.called.${left.plan}`) };
  const endsAt = left.kind === 'subscription' ? left.subscription.endsAt : null;
  if (endsAt === null) return t('profile.plan.refund_plan', names);
  return t('profile.plan.refund_former', { ...names, date: day(endsAt, locale) });
}
