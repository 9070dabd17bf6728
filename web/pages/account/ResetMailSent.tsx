import { useState } from 'react';
import { account } from '../../session/account.ts';
import { useWork } from '../../session/use-work.ts';
import { useTranslation } from '../../translation.tsx';
import { Button } from '../../ui/Button.tsx';
import { Medallion } from '../drawings/Medallion.tsx';
import { Ways } from '../Ways.tsx';
import { Outcome } from './Outcome.tsx';
import styles from './ResetMailSent.module.css';
import { useCountdown } from './use-countdown.ts';

/** Mails take a moment: who asks again before that asks for nothing. */
const secondsBetweenMails = 30;

interface Props {
  readonly email: string;
  readonly onOtherEmail: () => void;
}

/** What follows after the mail was asked for; it may be asked for again, or for another address. */
export function ResetMailSent({ email, onOtherEmail }: Props) {
  const { t } = useTranslation('account');
  const { left, restart } = useCountdown(secondsBetweenMails);
  const { busy, run } = useWork();
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
      <Ways>
        {/* Not `disabled`: it keeps the focus after a press. */}
        <Button look="secondary" busy={busy} aria-disabled={left > 0} onClick={() => left === 0 && void sendAgain()}>
          {t('forgot_password.sent.again')}
        </Button>
        <Button look="quiet" onClick={onOtherEmail}>
          {t('forgot_password.sent.other')}
        </Button>
      </Ways>
      {left > 0 && <p className={styles.wait}>{t('forgot_password.sent.wait', { seconds: left })}</p>}
      <output className={styles.again}>{sentAgain && t('forgot_password.sent.done', { email })}</output>
    </Outcome>
  );
}
