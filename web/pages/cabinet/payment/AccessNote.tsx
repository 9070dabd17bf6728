import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { accessEnd } from '../times.ts';
import styles from './AccessNote.module.css';
import { type Buying, BuyPlan, CameBack } from './BuyPlan.tsx';
import type { PlanStatus } from './plan-status.ts';
import { Medallion } from '../../drawings/Medallion.tsx';
import { MessagePage, PageActions } from '../../MessagePage.tsx';
import { writeAmount } from '../../../../engine/run/money.ts';
import type { Purchases } from '../payments.ts';
import type { Plan } from '../../../site.ts';
import { useTranslation } from 'react-i18next';
import { Button, buttonClass } from '../../../ui/Button.tsx';

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
  if (renewsAt) return t('payment.access_renews', words);
  return endsAt ? t('payment.access_ends', words) : t('payment.access_plan', words);
}

interface SwitchToLifetimeProps {
  readonly plan: Plan;
  /** The guarantee covers the first switch of an account. */
  readonly isGuaranteed: boolean;
  readonly buying: Buying;
}

/** For who pays every month or so: the plan that is paid once, behind a quiet button. The address
 * `#lifetime` opens it, and so does the way back from Stripe's page. */
function SwitchToLifetime({ plan, isGuaranteed, buying }: SwitchToLifetimeProps) {
  const { t, i18n } = useTranslation('cabinet');
  const locale = i18n.language;
  const { t: planWords } = useTranslation('plan');
  const { hash } = useLocation();
  const [open, setOpen] = useState(buying.plan === plan.id || buying.cameBack || hash === '#lifetime');
  return (
    <div className={styles.place}>
      <Button look="quiet" aria-expanded={open} aria-controls="lifetime" onClick={() => setOpen(!open)}>
        {t('payment.switch.open')}
      </Button>
      <section id="lifetime" className={styles.card} aria-labelledby="lifetime-name" hidden={!open}>
        <div className={styles.line}>
          <h2 id="lifetime-name" className={styles.name}>
            {planWords('plans.lifetime.name')}
          </h2>
          <span className={styles.price}>{writeAmount(plan, locale)}</span>
        </div>
        <p className={styles.text}>{t('payment.switch.text')}</p>
        {isGuaranteed && <p className={styles.text}>{t('payment.switch.guarantee')}</p>}
        <CameBack cameBack={buying.cameBack} />
        <BuyPlan plan={plan} buying={buying} />
      </section>
    </div>
  );
}
