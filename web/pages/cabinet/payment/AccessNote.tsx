import { Link } from 'react-router';
import { accessEnd } from '../times.ts';
import type { Buying } from './BuyPlan.tsx';
import { SwitchToLifetime } from './SwitchToLifetime.tsx';
import type { PlanStatus } from './plan-status.ts';
import { Medallion } from '../../drawings/Medallion.tsx';
import { MessagePage, PageActions } from '../../MessagePage.tsx';
import { writeAmount } from '../../../../engine/shop/money.ts';
import type { Purchases } from '../payments.ts';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '../../../ui/Button.tsx';

type WithAccess = Extract<PlanStatus, { kind: 'subscribed' | 'lifetime' | 'granted' }>;

interface AccessNoteProps {
  readonly planStatus: WithAccess;
  readonly purchases: Pick<Purchases, 'plans' | 'payments'>;
  readonly buying: Buying;
}

/** For a member who has paid already: their plan, what becomes of it and when, and the way to the sessions. */
export function AccessNote({ planStatus, purchases: { plans, payments }, buying }: AccessNoteProps) {
  const { t } = useTranslation('cabinet');
  const text = useAccessWords(planStatus);
  const lifetime = plans.find(({ id }) => id === 'lifetime');
  return (
    <MessagePage picture={<Medallion scene="moon" large />} title={t('payment.access')} text={text}>
      <PageActions>
        <Link className={buttonClass()} to="/cabinet/sessions">
          {t('payment.sessions')}
        </Link>
        <Link className={buttonClass({ look: 'secondary' })} to="/cabinet/profile">
          {t('payment.profile')}
        </Link>
      </PageActions>
      {planStatus.kind === 'subscribed' && lifetime && (
        <SwitchToLifetime
          plan={lifetime}
          isGuaranteed={payments.every(({ plan }) => plan !== 'lifetime')}
          buying={buying}
        />
      )}
    </MessagePage>
  );
}

function useAccessWords(planStatus: WithAccess): string {
  const { t, i18n } = useTranslation('cabinet');
  const locale = i18n.language;
  const { t: planWords } = useTranslation('plan');
  if (planStatus.kind === 'lifetime') return t('payment.access_lifetime');
  if (planStatus.kind === 'granted') return t('payment.access_until', { date: accessEnd(planStatus.accessTo, locale) });
  const { subscription } = planStatus;
  const { plan, nextAmount: amount, currency, renewsAt, endsAt } = subscription;
  const date = renewsAt ?? endsAt;
  const words = {
    plan: planWords(`plans.${plan}.name`),
    price: writeAmount({ amount, currency }, locale),
    date: date && accessEnd(new Date(date), locale),
  };
  if (renewsAt) return t(amount === 0 ? 'payment.access_renews_free' : 'payment.access_renews', words);
  return endsAt ? t('payment.access_ends', words) : t('payment.access_plan', words);
}
