import { useState, type ReactNode } from 'react';
import { account } from '../../session/account.ts';
import { useWork } from '../../session/use-work.ts';
import { useTranslation } from '../../translation.tsx';
import { Button } from '../../ui/Button.tsx';
import { Ways } from '../Ways.tsx';
import styles from './ResendVerification.module.css';

interface Props {
  readonly email: string;
  /** Another way on, beside the button. */
  readonly children: ReactNode;
}

/** Sends the mail that verifies the address once more, and says so. */
export function ResendVerification({ email, children }: Props) {
  const { t } = useTranslation('account');
  const { busy, run } = useWork();
  const [sent, setSent] = useState(false);
  const send = async (): Promise<void> => setSent(await run(() => account.sendVerification()));
  return (
    <>
      <output className={styles.sent}>{sent && t('verify_email.sent', { email })}</output>
      <Ways>
        {/* It stays when it has been pressed, or the keyboard's focus would be lost. */}
        <Button busy={busy} aria-disabled={sent} onClick={() => sent || void send()}>
          {t('verify_email.resend')}
        </Button>
        {children}
      </Ways>
    </>
  );
}
