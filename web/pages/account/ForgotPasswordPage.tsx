import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { account } from '../../session/account.ts';
import { useTranslation } from '../../translation.tsx';
import { AccountForm } from './AccountForm.tsx';
import { LinkWithEmail, useCarriedEmail } from './carried-email.tsx';
import { EmailField } from './EmailField.tsx';
import { FormPage } from './FormPage.tsx';
import { ResetMailSent } from './ResetMailSent.tsx';

interface Fields {
  readonly email: string;
}

/** FORGOT_PASSWORD: asks for a mail. What it says afterwards is the same whether there is such an account or not. */
export function ForgotPasswordPage() {
  const carried = useCarriedEmail();
  const [email, setEmail] = useState(carried.email);
  const [sent, setSent] = useState(false);

  const send = async (fields: Fields): Promise<void> => {
    await account.startReset(fields.email);
    setEmail(fields.email);
    setSent(true);
  };

  if (sent && email !== undefined) return <ResetMailSent email={email} onOtherEmail={() => setSent(false)} />;
  return <AskForMail email={email} send={send} />;
}

interface Props {
  readonly email: string | undefined;
  readonly send: (fields: Fields) => Promise<void>;
}

function AskForMail({ email, send }: Props) {
  const { t } = useTranslation('account');
  const form = useForm<Fields>(email === undefined ? {} : { defaultValues: { email } });
  return (
    <FormPage scene="stars" title={t('forgot_password.title')} intro={t('forgot_password.intro')}>
      <AccountForm
        form={form}
        send={send}
        submit={t('forgot_password.submit')}
        footer={<LinkWithEmail to="/login">{t('forgot_password.back')}</LinkWithEmail>}
      >
        <EmailField enterKeyHint="send" />
      </AccountForm>
    </FormPage>
  );
}
