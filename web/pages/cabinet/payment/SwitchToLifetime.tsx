import { useState } from 'react';
import { useLocation } from 'react-router';
import type { Plan } from '../../../site.ts';
import { useTranslation } from '../../../translation.tsx';
import { Button } from '../../../ui/Button.tsx';
import { price } from '../../plan/prices.ts';
import { BuyPlan } from './BuyPlan.tsx';
import type { Buying } from './buying.ts';
import { CameBack } from './CameBack.tsx';
import styles from './SwitchToLifetime.module.css';

interface Props {
  readonly plan: Plan;
  /** The guarantee covers the first switch of an account. */
  readonly isGuaranteed: boolean;
  readonly buying: Buying;
}

/** For who pays every month or so: the plan that is paid once, behind a quiet button. The address
 * `#lifetime` opens it, and so does the way back from Stripe's page. */
export function SwitchToLifetime({ plan, isGuaranteed, buying }: Props) {
  const { t, locale } = useTranslation('cabinet');
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
          <span className={styles.price}>{price(plan, locale)}</span>
        </div>
        <p className={styles.text}>{t('payment.switch.text')}</p>
        {isGuaranteed && <p className={styles.text}>{t('payment.switch.guarantee')}</p>}
        <CameBack cameBack={buying.cameBack} />
        <BuyPlan plan={plan} buying={buying} />
      </section>
    </div>
  );
}
