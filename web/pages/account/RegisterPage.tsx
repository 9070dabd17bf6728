import { useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import { signUp } from '../../session/sign-up.ts';
import { readLastQuiz } from '../../storage.ts';
import { useTranslation } from '../../translation.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { useScripted } from '../../ui/use-scripted.ts';
import { AccountForm } from './AccountForm.tsx';
import { Agreements, type AgreementFields } from './Agreements.tsx';
import { LinkWithEmail, useCarriedEmail } from './carried-email.tsx';
import { EmailField } from './EmailField.tsx';
import { FirstNameField } from './FirstNameField.tsx';
import { FormPage } from './FormPage.tsx';
import { NewPasswordField } from './NewPasswordField.tsx';
import { PlanRecall } from './PlanRecall.tsx';

interface Fields extends AgreementFields {
  readonly email: string;
  readonly firstName: string;
  readonly password: string;
}

/** WIZARD_REGISTER, the sign-up at the end of the funnel, and REGISTER, the one without a quiz before it. */
export function RegisterPage({ wizard }: { readonly wizard: boolean }) {
  const scripted = useScripted();
  if (!wizard) return <Register words="register" />;
  // What the visitor has chosen is known to the script only, and would push the form away under their fingers.
  return scripted ? <Register words="wizard_register" hasPlan={readLastQuiz() !== null} /> : <Spinner fullScreen />;
}

interface Props {
  readonly words: 'register' | 'wizard_register';
  readonly hasPlan?: boolean;
}

function Register({ words, hasPlan = false }: Props) {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const form = useForm<Fields>({ defaultValues: useCarriedEmail() });

  const send = async ({ email, firstName, password }: Fields): Promise<void> => {
    // Without all three the form would not have been sent.
    const agreements = { terms: true, privacy: true, cancelAnytime: true } as const;
    await signUp({ email, password, agreements, ...(firstName !== '' && { firstName }) });
    await navigate('/cabinet/payment', { replace: true }); // Back would only lead here and on again
  };

  return (
    <FormPage
      scene="dawn"
      title={t(`${words}.title`)}
      intro={t(`${words}.intro`)}
      aside={hasPlan ? <PlanRecall /> : undefined}
    >
      <AccountForm
        form={form}
        send={send}
        submit={t('register.submit')}
        note={t('register.next')}
        footer={
          <p>
            {t('register.has_account')} <LinkWithEmail to="/login">{t('register.log_in')}</LinkWithEmail>
          </p>
        }
      >
        <EmailField enterKeyHint="next" taken={<EmailTaken email={form.getValues('email')} />} />
        <FirstNameField />
        <NewPasswordField label={t('fields.password')} />
        <Agreements />
      </AccountForm>
    </FormPage>
  );
}

/** The ways on for someone who has an account already; the e-mail goes along. */
function EmailTaken({ email }: { readonly email: string }) {
  const { t } = useTranslation('account');
  return (
    <>
      {t('register.taken')}{' '}
      <Link to="/login" state={{ email }}>
        {t('register.log_in')}
      </Link>{' '}
      {t('register.or')}{' '}
      <Link to="/forgot-password" state={{ email }}>
        {t('register.reset')}
      </Link>
      .
    </>
  );
}
