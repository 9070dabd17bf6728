import { Link } from 'react-router';
import { useTranslation } from '../../translation.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Medallion } from '../drawings/Medallion.tsx';
import { MessagePage } from '../MessagePage.tsx';
import { Ways } from '../Ways.tsx';
import { accessEnd } from './access-end.ts';

/** For a member who has paid already: until when, and the way to the sessions. */
export function AccessNote({ accessTo }: { readonly accessTo: Date }) {
  const { t, locale } = useTranslation('cabinet');
  const date = accessEnd(accessTo, locale);
  return (
    <MessagePage
      picture={<Medallion scene="moon" large />}
      title={t('payment.access')}
      text={date === 'lifetime' ? t('payment.access_lifetime') : t('payment.access_until', { date })}
    >
      <Ways>
        <Link className={buttonClass()} to="/cabinet/sessions">
          {t('payment.sessions')}
        </Link>
      </Ways>
    </MessagePage>
  );
}
