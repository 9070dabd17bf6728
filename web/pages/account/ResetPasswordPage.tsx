import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { account } from '../../session/account.ts';
import type { LinkSecrets } from '../../session/link-secrets.ts';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '../../ui/Button.tsx';
import { useScripted } from '../../ui/use-scripted.ts';
import { Medallion } from '../drawings/Medallion.tsx';
import { PageActions } from '../MessagePage.tsx';
import { AccountForm, FormPage } from './AccountForm.tsx';
import { Outcome, linkProblemOf, type LinkProblem } from './Outcome.tsx';
import { NewPasswordField } from './NewPasswordField.tsx';

interface Fields {
  readonly password: string;
}

/**
 * RESET_PASSWORD: the page that the email for a new password leads to, and the one that tells of a changed address: then
 * the old one comes back too.
 */
export function ResetPasswordPage({ userId, token, undoes: isUndo = false }: LinkSecrets) {
  const undoes = useScripted() && isUndo; // the page is built for both
  const [outcome, setOutcome] = useState<'done' | LinkProblem | null>(null);

  const save = async ({ password }: Fields): Promise<void> => {
    try {
      await account.finishReset({ userId, token, password });
      setOutcome('done');
    } catch (error) {
      const linkProblem = linkProblemOf(error);
      if (linkProblem === null) throw error;
      setOutcome(undoes ? 'over' : linkProblem); // there is no way to ask for another one of those
    }
  };

  if (outcome === null) return <ChoosePassword save={save} undoes={undoes} />;
  return <ResetOutcome outcome={outcome} undoes={undoes} />;
}

interface ChoosePasswordProps {
  readonly save: (fields: Fields) => Promise<void>;
  readonly undoes: boolean;
}

function ChoosePassword({ save, undoes }: ChoosePasswordProps) {
  const { t } = useTranslation('account');
  const form = useForm<Fields>();
  const words = undoes ? 'reset_password.undo' : 'reset_password';
  return (
    <FormPage scene="stars" title={t(`${words}.title`)} intro={t(`${words}.intro`)}>
      <AccountForm form={form} send={save} submit={t('reset_password.submit')}>
        <NewPasswordField label={t('fields.new_password')} />
      </AccountForm>
    </FormPage>
  );
}

function ResetOutcome({ outcome, undoes }: { readonly outcome: 'done' | LinkProblem; readonly undoes: boolean }) {
  const { t } = useTranslation('account');
  return (
    <Outcome
      picture={<Medallion scene={outcome === 'done' ? 'dawn' : 'stars'} large />}
      title={t(`reset_password.${outcome}.title`)}
      text={t(undoes && outcome === 'done' ? 'reset_password.undo.done' : `reset_password.${outcome}.text`)}
    >
      <PageActions>
        <Link className={buttonClass()} to={outcome === 'done' || outcome === 'over' ? '/login' : '/forgot-password'}>
          {t(`reset_password.${outcome}.way`)}
        </Link>
      </PageActions>
    </Outcome>
  );
}
