import { useState } from 'react';
import { payments, type Subscription } from '../../../session/payments.ts';
import { useTranslation } from '../../../translation.tsx';
import { Button } from '../../../ui/Button.tsx';
import { showToast } from '../../../ui/toast.ts';
import { CancelDialog } from '../profile/CancelDialog.tsx';

interface Props {
  readonly subscription: Subscription;
  readonly onChanged: () => Promise<void>;
}

/** Ends a plan whose payment has failed, asked about once more: it is over at once. */
export function CancelPlan({ subscription, onChanged }: Props) {
  const { t } = useTranslation('cabinet');
  const [asking, setAsking] = useState(false);
  const cancel = async () => {
    await payments.cancel(subscription.id);
    showToast(t('profile.plan.ended_now'), 'notice').catch(() => undefined); // offline: it has ended all the same
    await onChanged();
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
        onRefused={onChanged}
      />
    </>
  );
}
