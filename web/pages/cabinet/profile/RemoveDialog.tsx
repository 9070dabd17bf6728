import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslation } from '../../../translation.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { showToast } from '../../../ui/toast.ts';
import { heldPlans } from './held-plans.ts';
import styles from './RemoveDialog.module.css';
import { RemoveForm } from './RemoveForm.tsx';
import type { PurchasesState } from '../use-purchases.ts';

interface Props {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly purchases: PurchasesState;
}

/** Says what removing the account does and asks for the password. While it is being removed, it stays. */
export function RemoveDialog({ open, onClose, purchases }: Props) {
  const { t } = useTranslation('cabinet');
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const always = t('profile.remove.consequences', { returnObjects: true }) as readonly string[];
  const consequences = [...always, planConsequence(purchases, t)].filter((each) => each !== null);
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

/** What becomes of a plan, by its name where it is known which; null for who has none. */
function planConsequence(state: PurchasesState, t: TFunction): string | null {
  if (state.kind !== 'loaded') return t('profile.remove.any_plan');
  const [held] = heldPlans(state.purchases);
  return held ? t('profile.remove.plan', { plan: t(`profile.plan.names.${held.plan}`) }) : null;
}
