import { type ReactNode, useState } from 'react';
import styles from './ConfirmDialog.module.css';
import { day } from '../times.ts';
import type { Subscription } from '../payments.ts';
import { errorText } from '../../../errors.ts';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FormError } from '../../../ui/FormError.tsx';

interface ConfirmDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** What is done, as the button says it. */
  readonly confirm: string;
  /** Leaves all as it is. */
  readonly keepLabel: string;
  /** Does it; the dialog closes once it is done, and stays for another try where it rejects. */
  readonly act: () => Promise<void>;
  /** It may have changed meanwhile: has the page look. */
  readonly onRefused: () => Promise<void>;
  /** What will happen. */
  readonly children: ReactNode;
}

/** Says what something does before it is done. While it is being done, the dialog stays. */
export function ConfirmDialog({
  open,
  onClose,
  title,
  confirm,
  keepLabel,
  act,
  onRefused,
  children,
}: ConfirmDialogProps) {
  const { t } = useTranslation('cabinet');
  const { t: common } = useTranslation('site');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null);
  const close = () => {
    setFailure(null);
    onClose();
  };
  const press = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await act();
      onClose();
    } catch (error) {
      setFailure({ error }); // a toast would hide the buttons
      await onRefused();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog open={open} onClose={() => !busy && close()} title={title} closeLabel={t('profile.plan.close')}>
      {children}
      <FormError>{failure && errorText(failure.error, common)}</FormError>
      <div className={styles.ways}>
        <Button look="secondary" disabled={busy} onClick={close}>
          {keepLabel}
        </Button>
        <Button look="danger" busy={busy} onClick={() => void press()}>
          {confirm}
        </Button>
      </div>
    </Dialog>
  );
}

interface CancelDialogProps {
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
export function CancelDialog({ open, onClose, subscription, cancel, onRefused, isOnHold = false }: CancelDialogProps) {
  const { t, i18n } = useTranslation('cabinet');
  const locale = i18n.language;
  const { plan, status, renewsAt } = subscription;
  const text = () => {
    if (status === 'past_due' || renewsAt === null) return t('profile.plan.cancel_past_due');
    return isOnHold ? t('profile.plan.cancel_on_hold') : t('profile.plan.cancel_text', { date: day(renewsAt, locale) });
  };
  const name = t(`profile.plan.called.${plan}`);
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t('profile.plan.cancel_title', { plan: name })}
      confirm={t('profile.plan.cancel_confirm')}
      keepLabel={t('profile.plan.keep')}
      act={cancel}
      onRefused={onRefused}
    >
      <p>{text()}</p>
    </ConfirmDialog>
  );
}
