import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { saveFile } from '../browser.ts';
import { removeWishes } from '../favourites.ts';
import { removeReports } from '../player/stored-reports.ts';
import { currentPlans } from './current-plans.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import section from './ProfileSection.module.css';
import { Consequences, ProfileSection, SectionAction } from './ProfileSection.tsx';
import type { PurchasesState } from '../use-purchases.ts';
import { account, useUser } from '../../../session/account.ts';
import { ApiProblem, type FieldError } from '../../../session/api-client.ts';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/Button.tsx';
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

/** Says what removing the account does and asks for the password. A wrong one is said at the field. */
function RemoveDialog({ open, onClose, purchases }: RemoveDialogProps) {
  const { t } = useTranslation('cabinet');
  const navigate = useNavigate();
  const user = useUser();
  const { register, handleSubmit, setError, reset, formState } = useForm({ defaultValues: { password: '' } });
  const always = t('profile.remove.consequences', { returnObjects: true }) as readonly string[];
  const consequences = [...always, planConsequence(purchases, t)].filter((each) => each !== null);
  const close = () => {
    onClose();
    reset(); // no password stays in the page
  };
  const removeFor = async ({ password }: { readonly password: string }) => {
    try {
      await account.removeAccount(password);
    } catch (error) {
      const wrong = error instanceof ApiProblem && error.errors.find(({ field }) => field === 'password');
      if (!wrong) throw error;
      return setError('password', { message: wrong.code }, { shouldFocus: true });
    }
    if (user) {
      removeReports(user.id); // the player has written its last one by now
      removeWishes(user.id);
    }
    showToast(t('profile.remove.done'), 'notice').catch(() => undefined); // offline: it is removed all the same
    close(); // or else the next page would be scrolled to where this one was
    void navigate('/');
  };
  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      title={t('profile.remove.heading')}
      confirm={t('profile.remove.confirm')}
      keepLabel={t('profile.remove.cancel')}
      act={handleSubmit(removeFor)}
    >
      <Consequences of={consequences} />
      <p className={section.note}>{t('profile.remove.on_device')}</p>
      <PasswordField
        {...register('password', { required: 'required' })}
        label={t('profile.remove.password')}
        autoComplete="current-password"
        error={passwordWords(formState.errors.password?.message, t)}
        aria-required
      />
    </ConfirmDialog>
  );
}

/** What becomes of a plan, by its name where it is known which; null for members without one. */
function planConsequence(state: PurchasesState, t: TFunction): string | null {
  if (state.kind !== 'loaded') return t('profile.remove.any_plan');
  const [current] = currentPlans(state.purchases);
  return current ? t('profile.remove.plan', { plan: t(`profile.plan.called.${current.plan}`) }) : null;
}

/** What is wrong with the password. The form keeps the code, so that the words follow the language. */
function passwordWords(code: string | undefined, t: TFunction): string | undefined {
  if (code === undefined) return undefined;
  return code === ('required' satisfies FieldError['code']) ? t('site:validation.fill') : t('profile.remove.wrong');
}
