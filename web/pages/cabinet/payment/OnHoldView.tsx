import { useSite } from '../../../site.ts';
import { useTranslation } from '../../../translation.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { Medallion } from '../../drawings/Medallion.tsx';
import { MessagePage } from '../../MessagePage.tsx';
import { Ways } from '../../Ways.tsx';
import styles from '../PaymentPage.module.css';
import { OwnAccount } from './OwnAccount.tsx';

/** For somebody who has paid and has no access: nothing to buy, somebody to ask. */
export function OnHoldView() {
  const { t } = useTranslation('cabinet');
  const { email } = useSite().company;
  return (
    <div className={styles.message}>
      <MessagePage
        picture={<Medallion scene="stars" large />}
        title={t('payment.on_hold.title')}
        text={t('payment.on_hold.text')}
      >
        <Ways>
          <a className={buttonClass()} href={`mailto:${email}`}>
            {t('payment.contact')}
          </a>
        </Ways>
      </MessagePage>
      <OwnAccount />
    </div>
  );
}
