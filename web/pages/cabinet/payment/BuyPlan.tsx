import type { Plan } from '../../../site.ts';
import { errorText } from '../../../session/show-error.ts';
import { useTranslation } from '../../../translation.tsx';
import { Button } from '../../../ui/Button.tsx';
import { FormError } from '../../../ui/FormError.tsx';
import { price } from '../../plan/prices.ts';
import styles from './BuyPlan.module.css';
import type { Buying } from './buying.ts';
import { Lock } from './Lock.tsx';

interface Props {
  readonly plan: Plan;
  readonly buying: Buying;
}

/** What will be paid, the button that leads to Stripe's page, and what that page is. */
export function BuyPlan({ plan, buying: { busy, buy, problem, plan: asked } }: Props) {
  const { t, locale } = useTranslation('cabinet');
  const { t: planWords } = useTranslation('plan');
  const own = asked === plan.id ? problem : null;
  return (
    <>
      <Refusal problem={own} />
      <div className={styles.way}>
        <p className={styles.due}>{planWords(`plans.${plan.id}.summary`, { price: price(plan, locale) })}</p>
        <Button wide busy={busy} onClick={() => buy(plan.id)}>
          {t('payment.go', { price: price(plan, locale) })}
        </Button>
        <p className={styles.secure}>
          <Lock />
          <span>{t('payment.secure')}</span>
        </p>
      </div>
    </>
  );
}

/** Why the payment did not begin: on the page, and as everywhere in a toast. */
function Refusal({ problem }: { readonly problem: unknown }) {
  const { t } = useTranslation('site');
  return <FormError>{problem !== null && errorText(problem, t)}</FormError>;
}
