import { Link } from 'react-router';
import { useSite } from '../../site.ts';
import { useTranslation } from '../../translation.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Medallion } from '../drawings/Medallion.tsx';
import { MessagePage } from '../MessagePage.tsx';
import { Ways } from '../Ways.tsx';

/** CABINET_PAYMENT_ERROR: what happened, another try, and somebody to ask. */
export function PaymentErrorPage() {
  const { t } = useTranslation('cabinet');
  const { email } = useSite().company;
  return (
    <MessagePage
      picture={<Medallion scene="stars" large />}
      title={t('payment_error.heading')}
      text={t('payment_error.text')}
    >
      <Ways>
        <Link className={buttonClass()} to="/cabinet/payment">
          {t('payment_error.again')}
        </Link>
        <a className={buttonClass({ look: 'secondary' })} href={`mailto:${email}`}>
          {t('payment_error.contact')}
        </a>
      </Ways>
    </MessagePage>
  );
}
