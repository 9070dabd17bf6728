import { Link, useLocation } from 'react-router';
import { Medallion } from '../../drawings/Medallion.tsx';
import { MessagePage, PageActions } from '../../MessagePage.tsx';
import { hasAccess } from '../../../session/current-user.ts';
import { useKnownUser } from '../../../session/use-known-user.ts';
import { useSite } from '../../../site.ts';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '../../../ui/Button.tsx';

/**
 * CABINET_PAYMENT_ERROR: what happened, another try, and whom to ask. The payment page leads here with `hasFailed`;
 * where it is opened by its address no payment is known to have failed, and a member with access learns that.
 */
export function PaymentErrorPage() {
  const { t } = useTranslation('cabinet');
  const { email } = useSite().company;
  const user = useKnownUser();
  const hasFailed = (useLocation().state as { hasFailed?: boolean } | null)?.hasFailed === true;
  if (!hasFailed && hasAccess(user?.accessTo ?? null)) return <MemberView />;
  return (
    <MessagePage
      picture={<Medallion scene="stars" large />}
      title={t('payment_error.heading')}
      text={t(hasFailed ? 'payment_error.text' : 'payment_error.text_unknown')}
    >
      <PageActions>
        <Link className={buttonClass()} to="/cabinet/payment">
          {t('payment_error.again')}
        </Link>
        <a className={buttonClass({ look: 'secondary' })} href={`mailto:${email}`}>
          {t('payment_error.contact')}
        </a>
      </PageActions>
    </MessagePage>
  );
}

function MemberView() {
  const { t } = useTranslation('cabinet');
  return (
    <MessagePage
      picture={<Medallion scene="moon" large />}
      title={t('payment.access')}
      text={t('payment_error.text_member')}
    >
      <PageActions>
        <Link className={buttonClass()} to="/cabinet/sessions">
          {t('payment.sessions')}
        </Link>
        <Link className={buttonClass({ look: 'secondary' })} to="/cabinet/payment">
          {t('payment_error.payment')}
        </Link>
      </PageActions>
    </MessagePage>
  );
}
