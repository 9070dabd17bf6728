import { useState } from 'react';
import { payments, type Subscription } from '../../../session/payments.ts';
import { useTranslation } from '../../../translation.tsx';
import { Button } from '../../../ui/Button.tsx';
import { showToast } from '../../../ui/toast.ts';
import type { KnownPurchases } from '../use-purchases.ts';
import { CancelDialog } from '../profile/ConfirmDialog.tsx';

interface Props {
  readonly subscription: Subscription;
  readonly known: Pick<KnownPurchases, 'look' | 'reload'>;
}

/** Cancels the plan of who can't open the profile, asked about once more: one whose payment has failed is over at once. */
export function CancelPlan({ subscription, known }: Props) {
  const { t } = useTranslation('cabinet');
  const [asking, setAsking] = useState(false);
  const cancel = async () => {
    const { status } = await payments.cancel(subscription.id);
    // Offline, and the code of toasts is not here yet: it is canceled all the same.
    showToast(t(status === 'ended' ? 'profile.plan.ended_now' : 'profile.plan.canceled'), 'notice').catch(
      () => undefined,
    );
    setAsking(false); // or else the next page would be scrolled to where this one was
    await known.reload();
  };
  return (
    <>
      <Button look="quiet" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {t('payment.past_due.cancel')}
      </Button>
      <CancelDialog
        open={asking}
        onClose={() => setAsking(false)}
        subscription={subscription}
        cancel={cancel}
        onRefused={known.look}
        isOnHold
      />
    </>
  );
}
