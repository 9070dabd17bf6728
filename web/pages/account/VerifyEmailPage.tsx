import { useEffect, useEffectEvent, useState } from 'react';
import { account, useUser } from '../../session/account.ts';
import { forgetLink, isNoLink } from '../../session/link-secrets.ts';
import { showError } from '../../session/show-error.ts';
import { useTranslation } from '../../translation.tsx';
import { linkProblemOf } from './link-problem.ts';
import { VerifyEmailView, type Verification } from './VerifyEmailView.tsx';

interface Props {
  readonly userId: string;
  readonly token: string;
}

/** VERIFY_EMAIL: the page that the mail leads to. It acts by POST on load, so that mail scanners verify nothing. */
export function VerifyEmailPage({ userId, token }: Props) {
  const { t } = useTranslation('site');
  const user = useUser();
  // Without a link, whoever is logged in can only mean their own address.
  const isOwn = user !== null && (user.id === userId || isNoLink({ userId, token }));
  const [wasVerified] = useState(isOwn && user.emailVerified);
  const [attempt, setAttempt] = useState(1);
  const [verification, setVerification] = useState<Verification>('busy');

  const verified = useEffectEvent(() => setVerification(wasVerified ? 'already' : 'done'));
  const refused = useEffectEvent((error: unknown) => {
    const linkProblem = linkProblemOf(error);
    if (linkProblem === null) showError(error, t);
    setVerification(linkProblem ?? 'failed');
  });
  useEffect(() => {
    account.verifyEmail({ userId, token }).then(verified, refused);
  }, [userId, token, attempt]);

  useEffect(() => () => forgetLink('/verify-email'), []); // not before: a reload needs it

  const retry = () => {
    setVerification('busy');
    setAttempt(attempt + 1);
  };
  const isUseless = verification === 'expired' || verification === 'invalid';
  const shown = isUseless && isOwn && user.emailVerified ? 'already' : verification;
  return <VerifyEmailView verification={shown} user={user} isOwn={isOwn} onRetry={retry} />;
}
