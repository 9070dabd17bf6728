import { useState } from 'react';
import { Link } from 'react-router';
import { account } from '../../session/account.ts';
import { useKnownUser } from '../../session/use-known-user.ts';
import { useAsyncAction } from '../../session/use-async-action.ts';
import { useTranslation } from 'react-i18next';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Medallion } from '../drawings/Medallion.tsx';
import { MessagePage, PageActions } from '../MessagePage.tsx';
import { PageError } from '../PageError.tsx';

/** CABINET_EMAIL_UNSUBSCRIBE: whether tips and offers are sent, and one button that changes it and takes it back. */
export function UnsubscribePage() {
  const { t } = useTranslation('cabinet');
  const user = useKnownUser();
  const { busy, run } = useAsyncAction();
  const [changed, setChanged] = useState(false);
  if (user === null) return <PageError />;
  const { email, emailSubscribed } = user;
  const state = emailSubscribed ? 'subscribed' : 'unsubscribed';
  const heading = t(`unsubscribe.${state}.heading`);
  const change = async () => {
    await (emailSubscribed ? account.unsubscribe() : account.updateMe({ emailSubscribed: true }));
    setChanged(true);
  };
  return (
    <MessagePage
      picture={<Medallion scene={emailSubscribed ? 'dawn' : 'stars'} large />}
      eyebrow={t('unsubscribe.title')}
      title={heading}
      text={t(`unsubscribe.${state}.text`, { email })}
    >
      <output className="unseen">{changed && heading}</output>
      <PageActions>
        <Button look={emailSubscribed ? 'primary' : 'secondary'} busy={busy} onClick={() => void run(change)}>
          {t(`unsubscribe.${state}.button`)}
        </Button>
        <Link className={buttonClass({ look: 'quiet' })} to="/cabinet/sessions">
          {t('unsubscribe.sessions')}
        </Link>
      </PageActions>
    </MessagePage>
  );
}
