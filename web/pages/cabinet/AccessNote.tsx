import { Link } from 'react-router';
import type { Purchases } from '../../session/payments.ts';
import { useTranslation } from '../../translation.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Medallion } from '../drawings/Medallion.tsx';
import { MessagePage } from '../MessagePage.tsx';
import { price } from '../plan/prices.ts';
import { Ways } from '../Ways.tsx';
import { accessEnd } from './access-end.ts';
import type { Buying } from './payment/buying.ts';
import type { Standing } from './payment/standing.ts';
import { SwitchToLifetime } from './payment/SwitchToLifetime.tsx';

type WithAccess = Extract<Standing, { kind: 'subscribed' | 'lifetime' | 'granted' }>;

interface Props {
  readonly standing: WithAccess;
  readonly purchases: Pick<Purchases, 'plans' | 'payments'>;
  readonly buying: Buying;
}

/** For a member who has paid already: their plan, what becomes of it and when, and the way to the sessions. */
export function AccessNote({ standing, purchases: { plans, payments }, buying }: Props) {
  const { t } = useTranslation('cabinet');
  const text = useAccessWords(standing);
  const lifetime = plans.find(({ id }) => id === 'lifetime');
  return (
    <MessagePage picture={<Medallion scene="moon" large />} title={t('payment.access')} text={text}>
      <Ways>
        <Link className={buttonClass()} to="/cabinet/sessions">
          {t('payment.sessions')}
        </Link>
        <Link className={buttonClass({ look: 'secondary' })} to="/cabinet/profile">
          {t('payment.profile')}
        </Link>
      </Ways>
      {standing.kind === 'subscribed' && lifetime && (
        <SwitchToLifetime
          plan={lifetime}
          isGuaranteed={payments.every(({ plan }) => plan !== 'lifetime')}
          buying={buying}
        />
      )}
    </MessagePage>
  );
}

function useAccessWords(standing: WithAccess): string {
  const { t, locale } = useTranslation('cabinet');
  const { t: planWords } = useTranslation('plan');
  if (standing.kind === 'lifetime') return t('payment.access_lifetime');
  if (standing.kind === 'granted') return t('payment.access_until', { date: accessEnd(standing.accessTo, locale) });
  const { subscription } = standing;
  const { plan, renewsAt, endsAt } = subscription;
  const date = renewsAt ?? endsAt;
  const words = {
    plan: planWords(`plans.${plan}.name`),
    price: price(subscription, locale),
    date: date && accessEnd(new Date(date), locale),
  };
  if (renewsAt) return t('payment.access_renews', words);
  return endsAt ? t('payment.access_ends', words) : t('payment.access_plan', words);
}
