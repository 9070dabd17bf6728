import { useSite } from '../../../site.ts';
import { useTranslation } from '../../../translation.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { Medallion } from '../../drawings/Medallion.tsx';
import { MailText } from '../../MailText.tsx';
import { MessagePage } from '../../MessagePage.tsx';
import styles from './WaitingView.module.css';

interface Props {
  /** Whether it takes longer than it should. */
  readonly isLong: boolean;
  readonly email: string;
}

/** While Stripe is asked what became of the payment. */
export function WaitingView({ isLong, email }: Props) {
  const { t } = useTranslation('cabinet');
  const { company } = useSite();
  return (
    <MessagePage
      picture={<Medallion scene="stars" large />}
      title={t('payment.waiting.title')}
      text={t('payment.waiting.text')}
    >
      <span className={styles.spinner}>
        <Spinner />
      </span>
      <output className={styles.long}>{isLong && t('payment.waiting.long', { email })}</output>
      {isLong && (
        <p className={styles.questions}>
          <MailText>{t('payment.questions', { email: company.email })}</MailText>
        </p>
      )}
    </MessagePage>
  );
}
