import { type ReactNode, type SyntheticEvent, useState } from 'react';
import styles from './ConfirmDialog.module.css';
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
  /** Does it, and closes the dialog; where it rejects, that is said, and another try is possible. */
  readonly act: () => Promise<void>;
  /** It may have changed meanwhile: has the page look. */
  readonly onRefused?: () => Promise<void>;
  /** What will happen, and what has to be filled in. */
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
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setFailure(null);
    try {
      await act();
    } catch (error) {
      setFailure({ error }); // a toast would hide the buttons
      await onRefused?.();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog open={open} onClose={() => !busy && close()} title={title} closeLabel={t('profile.plan.close')}>
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        {children}
        <FormError>{failure && errorText(failure.error, common)}</FormError>
        <div className={styles.ways}>
          <Button look="secondary" disabled={busy} onClick={close}>
            {keepLabel}
          </Button>
          <Button type="submit" look="danger" busy={busy}>
            {confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
