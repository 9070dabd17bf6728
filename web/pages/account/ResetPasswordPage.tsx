import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { account } from '../../session/account.ts';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '../../ui/Button.tsx';
import { Medallion } from '../drawings/Medallion.tsx';
import { PageActions } from '../MessagePage.tsx';
import { AccountForm, FormPage } from './AccountForm.tsx';
import { Outcome, linkProblemOf, type LinkProblem } from './Outcome.tsx';
import { NewPasswordField } from './NewPasswordField.tsx';

interface Props {
  readonly userId: string;
  readonly token: string;
}

interface Fields {
  readonly password: string;
}

/** RESET_PASSWORD: the page that the email for a new password leads to. */
export function ResetPasswordPage({ userId, token }: Props) {
  const [outcome, setOutcome] = useState<'done' | LinkProblem | null>(null);

  const save = async ({ password }: Fields): Promise<void> => {
    try {
      await account.finishReset({ userId, token, password });
      setOutcome('done');
    } catch (error) {
      const linkProblem = linkProblemOf(error);
      if (linkProblem === null) throw error;
      setOutcome(linkProblem);
    }
  };

  if (outcome === null) return <ChoosePassword save={save} />;
  return <ResetOutcome outcome={outcome} />;
}

function ChoosePassword({ save }: { readonly save: (fields: Fields) => Promise<void> }) {
  const { t } = useTranslation('account');
  const form = useForm<Fields>();
  return (
    <FormPage scene="stars" title={t('reset_password.title')} intro={t('reset_password.intro')}>
      <AccountForm form={form} send={save} submit={t('reset_password.submit')}>
        <NewPasswordField label={t('fields.new_password')} />
      </AccountForm>
    </FormPage>
  );
}

function ResetOutcome({ outcome }: { readonly outcome: 'done' | LinkProblem }) {
  const { t } = useTranslation('account');
  return (
    <Outcome
      picture={<Medallion scene={outcome === 'done' ? 'dawn' : 'stars'} large />}
      title={t(`reset_password.${outcome}.title`)}
      text={t(`reset_password.${outcome}.text`)}
    >
      <PageActions>
        <Link className={buttonClass()} to={outcome === 'done' || outcome === 'over' ? '/login' : '/forgot-password'}>
          {t(`reset_password.${outcome}.way`)}
        </Link>
      </PageActions>
    </Outcome>
  );
}
