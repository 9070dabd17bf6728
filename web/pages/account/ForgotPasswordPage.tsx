import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { AccountForm, FormPage } from './AccountForm.tsx';
import { EmailField, LinkWithEmail, useCarriedEmail } from './EmailField.tsx';
import styles from './ForgotPasswordPage.module.css';
import { Outcome } from './Outcome.tsx';
import { Medallion } from '../drawings/Medallion.tsx';
import { PageActions } from '../MessagePage.tsx';
import { account } from '../../session/account.ts';
import { useAsyncAction } from './use-async-action.ts';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';

interface Fields {
  readonly email: string;
}

/** FORGOT_PASSWORD: asks for an email. What it says afterwards is the same whether there is such an account or not. */
export function ForgotPasswordPage() {
  const carried = useCarriedEmail();
  const [email, setEmail] = useState(carried.email);
  const [sent, setSent] = useState(false);

  const send = async (fields: Fields): Promise<void> => {
    await account.startReset(fields.email);
    setEmail(fields.email);
    setSent(true);
  };

  if (sent && email !== undefined) return <ResetEmailSent email={email} onOtherEmail={() => setSent(false)} />;
  return <RequestLink email={email} send={send} />;
}

interface ForgotPasswordPageProps {
  readonly email: string | undefined;
  readonly send: (fields: Fields) => Promise<void>;
}

function RequestLink({ email, send }: ForgotPasswordPageProps) {
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

/** Emails take a moment: until then, asking again does nothing. */
const secondsBetweenEmails = 30;

interface ResetEmailSentProps {
  readonly email: string;
  readonly onOtherEmail: () => void;
}

/** What follows after the email was asked for; it may be asked for again, or for another address. */
function ResetEmailSent({ email, onOtherEmail }: ResetEmailSentProps) {
  const { t } = useTranslation('account');
  const { left, restart } = useCountdown(secondsBetweenEmails);
  const { busy, run } = useAsyncAction();
  const [sentAgain, setSentAgain] = useState(false);

  const sendAgain = async (): Promise<void> => {
    setSentAgain(false);
    if (!(await run(() => account.startReset(email)))) return;
    setSentAgain(true);
    restart();
  };

  return (
    <Outcome
      picture={<Medallion scene="stars" large />}
      title={t('forgot_password.sent.title')}
      text={t('forgot_password.sent.text', { email })}
    >
      <p className={styles.hint}>{t('forgot_password.sent.hint')}</p>
      <PageActions>
        {/* Not `disabled`: it keeps the focus after a press. */}
        <Button look="secondary" busy={busy} aria-disabled={left > 0} onClick={() => left === 0 && void sendAgain()}>
          {t('forgot_password.sent.again')}
        </Button>
        <Button look="quiet" onClick={onOtherEmail}>
          {t('forgot_password.sent.other')}
        </Button>
      </PageActions>
      {left > 0 && <p className={styles.wait}>{t('forgot_password.sent.wait', { seconds: left })}</p>}
      <output className={styles.again}>{sentAgain && t('forgot_password.sent.done', { email })}</output>
    </Outcome>
  );
}

interface Countdown {
  /** Whole seconds to go; 0 when it is over. */
  readonly left: number;
  readonly restart: () => void;
}

/** Counts seconds down to 0, from the first rendering on. */
function useCountdown(seconds: number): Countdown {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    if (left === 0) return;
    const second = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(second);
  }, [left]);
  return { left, restart: () => setLeft(seconds) };
}
