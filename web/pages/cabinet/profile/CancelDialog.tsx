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
}

/** Says what canceling a subscription does, and until when access stays. */
export function CancelDialog({ open, onClose, subscription, cancel, onRefused }: Props) {
  const { t, locale } = useTranslation('cabinet');
  const { plan, status, renewsAt } = subscription;
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
      <p>
        {status === 'past_due' || renewsAt === null
          ? t('profile.plan.cancel_past_due')
          : t('profile.plan.cancel_text', { date: day(renewsAt, locale) })}
      </p>
    </ConfirmDialog>
  );
}
