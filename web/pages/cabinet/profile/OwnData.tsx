import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { saveFile } from '../browser.ts';
import { removeWishes } from '../favourites.ts';
import { removeReports } from '../player/stored-reports.ts';
import { currentPlans } from './current-plans.ts';
import styles from './OwnData.module.css';
import { Consequences, ProfileSection, SectionAction } from './ProfileSection.tsx';
import type { PurchasesState } from '../use-purchases.ts';
import { account, useUser } from '../../../session/account.ts';
import { ApiProblem, type FieldError } from '../../../session/api-client.ts';
import { errorText } from '../../../errors.ts';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FormError } from '../../../ui/FormError.tsx';
import { PasswordField } from '../../../ui/PasswordField.tsx';
import { showToast } from '../../../ui/toast.ts';

/** All that is stored about the user, as a file. */
export function DataSection() {
  const { t } = useTranslation('cabinet');
  const brand = useTranslation('site').t('brand');
  return (
    <ProfileSection title={t('profile.data.title')}>
      <p>{t('profile.data.text')}</p>
      <SectionAction
        label={t('profile.data.download')}
        done={t('profile.data.done')}
        act={async () =>
          saveFile(await account.downloadData(), `${brand.toLowerCase().replaceAll(' ', '-')}-data.json`)
        }
      />
    </ProfileSection>
  );
}

interface RemoveSectionProps {
  /** What the user has bought, where the page knows it: removing the account ends it. */
  readonly purchases?: PurchasesState;
}

/** The way out, asked about once more before it is taken. */
export function RemoveSection({ purchases = { kind: 'loading' } }: RemoveSectionProps) {
  const { t } = useTranslation('cabinet');
  const [asking, setAsking] = useState(false);
  return (
    <ProfileSection title={t('profile.remove.title')}>
      <p>{t('profile.remove.text')}</p>
      <div>
        <Button look="secondary" small aria-haspopup="dialog" onClick={() => setAsking(true)}>
          {t('profile.remove.open')}
        </Button>
      </div>
      <RemoveDialog open={asking} onClose={() => setAsking(false)} purchases={purchases} />
    </ProfileSection>
  );
}

interface RemoveDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly purchases: PurchasesState;
}

/** Says what removing the account does and asks for the password. While it is being removed, it stays. */
function RemoveDialog({ open, onClose, purchases }: RemoveDialogProps) {
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
      <Consequences of={consequences} />
      <p className={styles.note}>{t('profile.remove.on_device')}</p>
      <RemoveForm onBusy={setBusy} onCancel={onClose} onRemoved={leave} />
    </Dialog>
  );
}

/** What becomes of a plan, by its name where it is known which; null for who has none. */
function planConsequence(state: PurchasesState, t: TFunction): string | null {
  if (state.kind !== 'loaded') return t('profile.remove.any_plan');
  const [current] = currentPlans(state.purchases);
  return current ? t('profile.remove.plan', { plan: t(`profile.plan.called.${current.plan}`) }) : null;
}

interface RemoveFormProps {
  readonly onBusy: (busy: boolean) => void;
  readonly onCancel: () => void;
  readonly onRemoved: () => void;
}

/** Removes the account for its password; a wrong one is said at the field. */
function RemoveForm({ onBusy, onCancel, onRemoved }: RemoveFormProps) {
  const { t } = useTranslation('cabinet');
  const { t: common } = useTranslation('site');
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { password: '' } });
  const { errors, isSubmitting } = formState;
  const user = useUser();
  const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null);
  const remove = handleSubmit(async ({ password }) => {
    onBusy(true);
    setFailure(null);
    try {
      await account.removeAccount(password);
      if (user) {
        removeReports(user.id); // the player has written its last one by now
        removeWishes(user.id);
      }
      onRemoved();
    } catch (error) {
      const wrong = error instanceof ApiProblem && error.errors.find(({ field }) => field === 'password');
      if (wrong) setError('password', { message: wrong.code }, { shouldFocus: true });
      else setFailure({ error }); // a toast would hide the buttons
    } finally {
      onBusy(false);
    }
  });
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void remove(event)}>
      <PasswordField
        {...register('password', { required: 'required' })}
        label={t('profile.remove.password')}
        autoComplete="current-password"
        error={passwordWords(errors.password?.message, t)}
        aria-required
      />
      <FormError>{failure && errorText(failure.error, common)}</FormError>
      <div className={styles.ways}>
        <Button look="secondary" disabled={isSubmitting} onClick={onCancel}>
          {t('profile.remove.cancel')}
        </Button>
        <Button look="danger" type="submit" busy={isSubmitting}>
          {t('profile.remove.confirm')}
        </Button>
      </div>
    </form>
  );
}

/** What is wrong with the password. The form keeps the code, so that the words follow the language. */
function passwordWords(code: string | undefined, t: TFunction): string | undefined {
  if (code === undefined) return undefined;
  return code === ('required' satisfies FieldError['code']) ? t('site:validation.fill') : t('profile.remove.wrong');
}
