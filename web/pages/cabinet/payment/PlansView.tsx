import { Link } from 'react-router';
import type { Purchases } from '../payments.ts';
import { useSite } from '../../../site.ts';
import { useTranslation } from 'react-i18next';
import { Medallion } from '../../drawings/Medallion.tsx';
import { TextWithEmail } from '../../TextWithEmail.tsx';
import { Guarantee, PlanChoice } from '../../plan/PlanChoice.tsx';
import { useChosenPlan } from '../../plan/plans.ts';
import styles from './PaymentPage.module.css';
import { BuyPlan, CameBack } from './BuyPlan.tsx';
import type { Buying } from './BuyPlan.tsx';
import { OwnAccount } from './OwnAccount.tsx';

interface Props {
  readonly eyebrow: string;
  readonly heading: string;
  readonly text: string;
  /** Whether the guarantee of the first purchase is still available. */
  readonly isFirst: boolean;
  readonly purchases: Purchases;
  readonly buying: Buying;
}

/** The plans, and the way to where the chosen one is paid. */
export function PlansView({ eyebrow, heading, text, isFirst, purchases, buying }: Props) {
  const { t, i18n } = useTranslation('cabinet');
  const locale = i18n.language;
  const { email } = useSite().company;
  const { plans } = purchases;
  const [plan, choosePlan] = useChosenPlan(plans);
  return (
    <article className={styles.page}>
      <header className={styles.header}>
        <Medallion scene="dawn" />
        <p className={styles.eyebrow}>{eyebrow}</p>
        <h1 className={styles.title}>{heading}</h1>
        <p className={styles.text}>{text}</p>
      </header>
      <section className={styles.plans} aria-labelledby="plans">
        <h2 id="plans">{t('payment.plans')}</h2>
        <CameBack cameBack={buying.cameBack} />
        <PlanChoice
          plans={plans}
          locale={locale}
          chosenPlan={plan.id}
          onChoosePlan={choosePlan}
          disabled={buying.busy}
        />
        <BuyPlan plan={plan} buying={buying} />
        <div className={styles.notes}>
          <p>
            {isFirst && <>{t('payment.guarantee')} </>}
            <Link to="/terms-of-service">{t('payment.terms')}</Link>
          </p>
          <p>
            <TextWithEmail>{t('payment.questions', { email })}</TextWithEmail>
          </p>
        </div>
      </section>
      <div className={styles.rest}>
        {isFirst && <Guarantee />}
        <OwnAccount purchases={purchases} />
      </div>
    </article>
  );
}
