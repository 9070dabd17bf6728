import { useMutation } from '@tanstack/react-query';
import type { ReactNode, SyntheticEvent } from 'react';
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
  /** It may have changed meanwhile: makes the page look again. */
  readonly onRefused?: () => Promise<unknown>;
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
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: act,
    onError: () => onRefused?.(),
  });
  const close = () => {
    reset();
    onClose();
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!isPending) mutate();
  };
  return (
    <Dialog open={open} onClose={() => !isPending && close()} title={title} closeLabel={t('profile.plan.close')}>
      <form className={styles.form} noValidate onSubmit={submit}>
        {children}
        {/* Not in a toast, which would hide the buttons. */}
        <FormError>{error && errorText(error, common)}</FormError>
        <div className={styles.ways}>
          <Button look="secondary" disabled={isPending} onClick={close}>
            {keepLabel}
          </Button>
          <Button type="submit" look="danger" busy={isPending}>
            {confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
