import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { Outcome, linkProblemOf, type LinkProblem } from './Outcome.tsx';
import styles from './VerifyEmailPage.module.css';
import { Medallion } from '../drawings/Medallion.tsx';
import { MessagePage, PageActions } from '../MessagePage.tsx';
import { account, type CurrentUser, useUser } from '../../session/account.ts';
import { ApiProblem } from '../../session/api-client.ts';
import { removeLink, isNoLink, strippedPath } from '../../session/link-secrets.ts';
import { saveWantedPlace } from '../../session/tab-storage.ts';
import { showError } from '../../errors.ts';
import { useAsyncAction } from './use-async-action.ts';
import { useTranslation } from 'react-i18next';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Spinner } from '../../ui/Spinner.tsx';

interface VerifyEmailPageProps {
  readonly userId: string;
  readonly token: string;
}

/** VERIFY_EMAIL: the page that the email leads to. It acts by POST on load, so that mail scanners verify nothing. */
export function VerifyEmailPage({ userId, token }: VerifyEmailPageProps) {
  const { t } = useTranslation('site');
  const user = useUser();
  // Without a link, a logged-in user can only mean their own address.
  const isOwn = user !== null && (user.id === userId || isNoLink({ userId, token }));
  const [attempt, setAttempt] = useState(1);
  const [verification, setVerification] = useState<Verification>('busy');

  const verified = (isNew: boolean) => setVerification(isNew ? 'done' : 'already');
  const refused = useEffectEvent((error: unknown) => {
    const known = signInProblemOf(error) ?? linkProblemOf(error);
    if (known === null) showError(error, t);
    setVerification(known ?? 'failed');
  });
  useEffect(() => {
    account.verifyEmail({ userId, token }).then(verified, refused);
  }, [userId, token, attempt]);

  const leave = useEffectEvent(() => {
    if (!isSignInProblem(verification)) removeLink('/verify-email');
  });
  useEffect(() => () => leave(), []); // not before: a reload needs it, and the way back from LOGIN

  const retry = () => {
    setVerification('busy');
    setAttempt(attempt + 1);
  };
  const isUseless = verification === 'expired' || verification === 'invalid';
  const shown = isUseless && isOwn && user.emailVerified ? 'already' : verification;
  return <VerifyEmailView verification={shown} user={user} isOwn={isOwn} onRetry={retry} />;
}

/** How far it is; `failed` where the server could not be asked. */
type Verification = 'busy' | 'done' | 'already' | 'failed' | SignInProblem | LinkProblem;

/** The link gives an account another address, and this browser has no log-in; `elsewhere`: to another account. */
type SignInProblem = 'sign_in' | 'elsewhere';

function signInProblemOf(error: unknown): SignInProblem | null {
  if (!(error instanceof ApiProblem)) return null;
  if (error.status === 401) return 'sign_in';
  return error.code === 'other_account' ? 'elsewhere' : null;
}

const isSignInProblem = (verification: Verification): verification is SignInProblem =>
  verification === 'sign_in' || verification === 'elsewhere';

interface VerifyEmailViewProps {
  readonly verification: Verification;
  readonly user: CurrentUser | null;
  /** Whether the address is that user's. */
  readonly isOwn: boolean;
  readonly onRetry: () => void;
}

/** What became of the verification, and the ways on from there. */
function VerifyEmailView({ verification, user, isOwn, onRetry }: VerifyEmailViewProps) {
  const { t } = useTranslation('account');
  const text =
    verification === 'done' && user && isOwn
      ? t('verify_email.done.own', { email: user.email })
      : t(`verify_email.${verification}.text`, { email: user?.email });
  const words = { title: t(`verify_email.${verification}.title`), text };
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
    case 'over':
      return (
        <Outcome
          key={verification}
          picture={<Medallion scene={verification === 'over' ? 'stars' : 'dawn'} large />}
          {...words}
        >
          <PageActions>
            {user ? <ToSessions look="primary" /> : <ToLogin label={t('verify_email.log_in')} />}
          </PageActions>
        </Outcome>
      );
    case 'sign_in':
    case 'elsewhere':
      return (
        <Outcome key={verification} picture={<Medallion scene="moon" large />} {...words}>
          <PageActions>
            <SignIn
              user={user}
              label={t(verification === 'sign_in' ? 'verify_email.log_in' : 'verify_email.elsewhere.way')}
            />
          </PageActions>
        </Outcome>
      );
    case 'failed':
      return (
        <Outcome key={verification} picture={<Medallion scene="stars" large />} {...words}>
          <PageActions>
            <Button onClick={onRetry}>{t('verify_email.failed.retry')}</Button>
          </PageActions>
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

/** The way to a link that works: logged-in members can have one for their own address only. */
function NewLink({ user, isOwn }: Pick<VerifyEmailViewProps, 'user' | 'isOwn'>) {
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
      <PageActions>{user ? <ToSessions look="secondary" /> : <ToLogin label={t('verify_email.log_in')} />}</PageActions>
    </>
  );
}

/** The way to LOGIN, out of another account where there is one, and back to this page, which goes on then. */
function SignIn({ user, label }: { readonly user: CurrentUser | null; readonly label: string }) {
  const navigate = useNavigate();
  const { busy, run } = useAsyncAction();
  const signIn = async () => {
    if (user && !(await run(() => account.logOut()))) return;
    saveWantedPlace(strippedPath('/verify-email'));
    await navigate('/login');
  };
  return (
    <Button busy={busy} onClick={() => void signIn()}>
      {label}
    </Button>
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

interface ResendVerificationProps {
  readonly email: string;
  /** Another way on, beside the button. */
  readonly children: ReactNode;
}

/** Sends the email that verifies the address once more, and says so. */
function ResendVerification({ email, children }: ResendVerificationProps) {
  const { t } = useTranslation('account');
  const { busy, run } = useAsyncAction();
  const [sent, setSent] = useState(false);
  const send = async (): Promise<void> => setSent(await run(() => account.sendVerification()));
  return (
    <>
      <output className={styles.sent}>{sent && t('verify_email.sent', { email })}</output>
      <PageActions>
        {/* It stays when it has been pressed, or the keyboard's focus would be lost. */}
        <Button busy={busy} aria-disabled={sent} onClick={() => sent || void send()}>
          {t('verify_email.resend')}
        </Button>
        {children}
      </PageActions>
    </>
  );
}
