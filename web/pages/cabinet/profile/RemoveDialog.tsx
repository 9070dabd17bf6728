import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslation } from '../../../translation.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { showToast } from '../../../ui/toast.ts';
import styles from './RemoveDialog.module.css';
import { RemoveForm } from './RemoveForm.tsx';

interface Props {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Says what removing the account does and asks for the password. While it is being removed, it stays. */
export function RemoveDialog({ open, onClose }: Props) {
  const { t } = useTranslation('cabinet');
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const consequences = t('profile.remove.consequences', { returnObjects: true }) as readonly string[];
  const leave = () => {
    showToast(t('profile.remove.done'), 'notice').catch(() => undefined); // offline: it is removed all the same
    onClose(); // or else the next page would be scrolled to where this one was
    void navigate('/');
  };
  return (
    <Dialog
      open={open}
      onClose={() => !busy && onClose()}
      title={t('profile.remove.heading')}
      closeLabel={t('profile.remove.close')}
    >
      <ul className={styles.consequences}>
        {consequences.map((consequence) => (
          <li key={consequence}>{consequence}</li>
        ))}
      </ul>
      <p className={styles.note}>{t('profile.remove.on_device')}</p>
      <RemoveForm onBusy={setBusy} onCancel={onClose} onRemoved={leave} />
    </Dialog>
  );
}
