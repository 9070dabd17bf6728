import { Link } from 'react-router';
import { useTranslation } from '../../translation.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Medallion } from '../drawings/Medallion.tsx';
import { MessagePage } from '../MessagePage.tsx';
import { Ways } from '../Ways.tsx';

/** The dashboard: says what will stand here once there is something to listen to. */
export function DashboardPage() {
  const { t } = useTranslation('cabinet');
  return (
    <MessagePage
      picture={<Medallion scene="stars" large />}
      eyebrow={t('dashboard.title')}
      title={t('dashboard.heading')}
      text={t('dashboard.text')}
    >
      <Ways>
        <Link className={buttonClass({ look: 'secondary' })} to="/cabinet/sessions">
          {t('dashboard.sessions')}
        </Link>
      </Ways>
    </MessagePage>
  );
}
