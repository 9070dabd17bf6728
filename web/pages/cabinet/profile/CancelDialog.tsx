import type { Subscription } from '../../../session/payments.ts';
import { useTranslation } from '../../../translation.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { day } from './day.ts';

interface Props {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly subscription: Subscription;
  /** Cancels it; the dialog closes once that is done. */
  readonly cancel: () => Promise<void>;
  readonly onRefused: () => Promise<void>;
  /** There is no access to the sessions that would stay. */
  readonly isOnHold?: boolean;
}

/** Says what canceling a subscription does, and until when access stays. */
export function CancelDialog({ open, onClose, subscription, cancel, onRefused, isOnHold = false }: Props) {
  const { t, locale } = useTranslation('cabinet');
  const { plan, status, renewsAt } = subscription;
  const text = () => {
    if (status === 'past_due' || renewsAt === null) return t('profile.plan.cancel_past_due');
    return isOnHold ? t('profile.plan.cancel_on_hold') : t('profile.plan.cancel_text', { date: day(renewsAt, locale) });
  };
  const name = t(`profile.plan.names.${plan}`);
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t('profile.plan.cancel_title', { plan: name })}
      confirm={t('profile.plan.cancel_confirm')}
      keep={t('profile.plan.keep')}
      act={cancel}
      onRefused={onRefused}
    >
      <p>{text()}</p>
    </ConfirmDialog>
  );
}
