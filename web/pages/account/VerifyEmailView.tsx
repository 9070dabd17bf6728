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
  /** Whether the address is that user's. */
  readonly isOwn: boolean;
  readonly onRetry: () => void;
}

/** What became of the verification, and the ways on from there. */
export function VerifyEmailView({ verification, user, isOwn, onRetry }: Props) {
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
          <NewLink user={user} isOwn={isOwn} />
        </Outcome>
      );
  }
}

/** The way to a link that works: who is logged in can have one for their own address only. */
function NewLink({ user, isOwn }: Pick<Props, 'user' | 'isOwn'>) {
  const { t } = useTranslation('account');
  if (user && isOwn)
    return (
      <ResendVerification email={user.email}>
        <ToSessions look="secondary" />
      </ResendVerification>
    );
  return (
    <>
      <p className={styles.hint}>
        {user ? t('verify_email.other_account', { email: user.email }) : t('verify_email.log_in_first')}
      </p>
      <Ways>{user ? <ToSessions look="secondary" /> : <ToLogin label={t('verify_email.log_in')} />}</Ways>
    </>
  );
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
