import { Link } from 'react-router';
import { useSite } from '../../site.ts';
import { useTranslation } from '../../translation.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { price } from '../plan/prices.ts';
import { useChosenPlan } from '../plan/use-chosen-plan.ts';
import styles from './PlanRecall.module.css';

/** What whoever comes from the quiz has so far: a plan of their own, and the offer that they chose with its price. */
export function PlanRecall() {
  const { t, locale } = useTranslation('account');
  const { t: planWords } = useTranslation('plan');
  const { plans } = useSite();
  const [chosen] = useChosenPlan();
  const plan = plans.find(({ id }) => id === chosen)!;
  return (
    <section className={styles.recall} aria-labelledby="recall">
      <h2 id="recall" className={styles.title}>
        <span className={styles.sign}>
          <Icon name="check" size={18} />
        </span>
        {t('recall.title')}
      </h2>
      <p className={styles.text}>{t('recall.text')}</p>
      <div className={styles.plan}>
        <p className={styles.line}>
          <span>{planWords(`plans.${chosen}.name`)}</span> <span className={styles.price}>{price(plan, locale)}</span>
        </p>
        <p className={styles.note}>
          {planWords(`plans.${chosen}.billing`)} · {planWords('facts.guarantee.value')}
        </p>
      </div>
      <Link className={styles.back} to="/personalized-plan">
        {t('recall.back')}
      </Link>
    </section>
  );
}
