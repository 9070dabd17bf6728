import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router';
import { showError } from '../../errors.ts';
import { account } from '../../session/account.ts';
import { useKnownUser } from '../../session/use-known-user.ts';
import { useTranslation } from 'react-i18next';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Medallion } from '../drawings/Medallion.tsx';
import { MessagePage, PageActions } from '../MessagePage.tsx';
import { PageError } from '../PageError.tsx';

/** CABINET_EMAIL_UNSUBSCRIBE: whether tips and offers are sent, and one button that changes it and takes it back. */
export function UnsubscribePage() {
  const { t } = useTranslation('cabinet');
  const user = useKnownUser();
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: (wanted: boolean) => (wanted ? account.updateMe({ emailSubscribed: true }) : account.unsubscribe()),
    onError: (error) => showError(error, t),
  });
  if (user === null) return <PageError />;
  const { email, emailSubscribed } = user;
  const state = emailSubscribed ? 'subscribed' : 'unsubscribed';
  const heading = t(`unsubscribe.${state}.heading`);
  return (
    <MessagePage
      picture={<Medallion scene={emailSubscribed ? 'dawn' : 'stars'} large />}
      eyebrow={t('unsubscribe.title')}
      title={heading}
      text={t(`unsubscribe.${state}.text`, { email })}
    >
      <output className="unseen">{isSuccess && heading}</output>
      <PageActions>
        <Button
          look={emailSubscribed ? 'primary' : 'secondary'}
          busy={isPending}
          onClick={() => mutate(!emailSubscribed)}
        >
          {t(`unsubscribe.${state}.button`)}
        </Button>
        <Link className={buttonClass({ look: 'quiet' })} to="/cabinet/sessions">
          {t('unsubscribe.sessions')}
        </Link>
      </PageActions>
    </MessagePage>
  );
}
