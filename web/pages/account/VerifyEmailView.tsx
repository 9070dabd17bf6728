import { Link } from 'react-router';
import type { CurrentUser } from '../../session/account.ts';
import { useTranslation } from '../../translation.tsx';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Spinner } from '../../ui/Spinner.tsx';
import { Medallion } from '../drawings/Medallion.tsx';
import { MessagePage } from '../MessagePage.tsx';
import { Ways } from '../Ways.tsx';
import type { LinkProblem } from './link-problem.ts';
import { Outcome } from './Outcome.tsx';
import { ResendVerification } from './ResendVerification.tsx';
import styles from './VerifyEmailView.module.css';

/** How far it is; `failed` where the server could not be asked. */
export type Verification = 'busy' | 'done' | 'already' | 'failed' | LinkProblem;

interface Props {
  readonly verification: Verification;
  readonly user: CurrentUser | null;
  readonly onRetry: () => void;
}

/** What became of the verification, and the ways on from there. */
export function VerifyEmailView({ verification, user, onRetry }: Props) {
  const { t } = useTranslation('account');
  const words = { title: t(`verify_email.${verification}.title`), text: t(`verify_email.${verification}.text`) };
  switch (verification) {
    case 'busy':
      return (
        <MessagePage picture={<Medallion scene="stars" large />} {...words}>
          <output className={styles.busy}>
            <Spinner />
            <span className="unseen">{words.title}</span>
          </output>
        </MessagePage>
      );
    case 'done':
    case 'already':
      return (
        <Outcome key={verification} picture={<Medallion scene="dawn" large />} {...words}>
          <Ways>{user ? <ToSessions look="primary" /> : <ToLogin label={t('verify_email.log_in')} />}</Ways>
        </Outcome>
      );
    case 'failed':
      return (
        <Outcome key={verification} picture={<Medallion scene="stars" large />} {...words}>
          <Ways>
            <Button onClick={onRetry}>{t('verify_email.failed.retry')}</Button>
          </Ways>
        </Outcome>
      );
    case 'expired':
    case 'invalid':
      return (
        <Outcome key={verification} picture={<Medallion scene="stars" large />} {...words}>
          {user ? (
            <ResendVerification email={user.email}>
              <ToSessions look="secondary" />
            </ResendVerification>
          ) : (
            <>
              <p className={styles.hint}>{t('verify_email.log_in_first')}</p>
              <Ways>
                <ToLogin label={t('verify_email.log_in')} />
              </Ways>
            </>
          )}
        </Outcome>
      );
  }
}

function ToSessions({ look }: { readonly look: 'primary' | 'secondary' }) {
  const { t } = useTranslation('account');
  return (
    <Link className={buttonClass({ look })} to="/cabinet/sessions">
      {t('verify_email.to_sessions')}
    </Link>
  );
}

function ToLogin({ label }: { readonly label: string }) {
  return (
    <Link className={buttonClass()} to="/login">
      {label}
    </Link>
  );
}
