import { Link } from 'react-router';
import { useKnownUser } from '../../session/use-known-user.ts';
import { useTranslation } from '../../translation.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Medallion } from '../drawings/Medallion.tsx';
import { MessagePage } from '../MessagePage.tsx';
import { Ways } from '../Ways.tsx';

/** CABINET_SESSIONS: says that the library opens soon. */
export function SessionsPage() {
  const { t } = useTranslation('cabinet');
  const name = useKnownUser()?.firstName;
  return (
    <MessagePage
      picture={<Medallion scene="moon" large />}
      eyebrow={t('sessions.eyebrow')}
      title={name ? t('sessions.heading_named', { name }) : t('sessions.heading')}
      text={t('sessions.text')}
    >
      <Ways>
        <Link className={buttonClass({ look: 'secondary' })} to="/cabinet/profile">
          {t('sessions.profile')}
        </Link>
      </Ways>
    </MessagePage>
  );
}
