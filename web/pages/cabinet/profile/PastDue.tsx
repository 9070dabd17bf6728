import { useSite } from '../../../site.ts';
import { useTranslation } from '../../../translation.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { MailText } from '../../MailText.tsx';
import { useWhenSeen } from '../use-when-seen.ts';
import { NewTabLink } from './NewTabLink.tsx';
import styles from './PlanSummary.module.css';

interface Props {
  /** Stripe's page where the payment can be made. */
  readonly payUrl: string | null;
  /** The user is back from another tab, where it may have been made. */
  readonly onReturn: () => Promise<void>;
}

/** A renewal that could not be paid: what follows from it, and where to pay it. */
export function PastDue({ payUrl, onReturn }: Props) {
  const { t } = useTranslation('cabinet');
  const { email } = useSite().company;
  useWhenSeen(onReturn);
  return (
    <div className={styles.failed}>
      <p className={styles.sign}>
        <Icon name="alert" size={20} />
        {t('profile.plan.past_due')}
      </p>
      <p>{t('profile.plan.past_due_text')}</p>
      <p>
        {payUrl === null ? (
          <MailText>{t('profile.plan.past_due_write', { email })}</MailText>
        ) : (
          <NewTabLink href={payUrl}>{t('profile.plan.pay')}</NewTabLink>
        )}
      </p>
    </div>
  );
}
