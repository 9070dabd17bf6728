import { useState } from 'react';
import { payments, type Subscription } from '../../../session/payments.ts';
import { useWork } from '../../../session/use-work.ts';
import { useTranslation } from '../../../translation.tsx';
import { Button } from '../../../ui/Button.tsx';
import { showToast } from '../../../ui/toast.ts';
import { CancelDialog } from './ConfirmDialog.tsx';
import { Done } from './ProfileSection.tsx';
import type { KnownPurchases } from '../use-purchases.ts';

interface Props {
  readonly subscription: Subscription;
  readonly purchases: Pick<KnownPurchases, 'look' | 'reload'>;
}

/**
 * Cancels a subscription, after asking, or has one that was canceled renew again. It is one button throughout, so that
 * the focus stays on it.
 */
export function RenewalSwitch({ subscription, purchases }: Props) {
  const { t } = useTranslation('cabinet');
  const { busy, run } = useWork();
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
    else await purchases.look();
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
        onRefused={purchases.look}
      />
    </>
  );
}
