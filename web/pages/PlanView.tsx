import { useTranslation } from '../translation.tsx';
import type { Locale, Result } from '../../engine/model.ts';
import type { Plan } from '../site.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Medallion } from './drawings/Medallion.tsx';
import { Guarantee } from './plan/Guarantee.tsx';
import { PlanChoice } from './plan/PlanChoice.tsx';
import { PlanFacts } from './plan/PlanFacts.tsx';
import { PlanQuestions } from './plan/PlanQuestions.tsx';
import type { PlanSessions } from './plan/plan-sessions.ts';
import { PlanWeeks } from './plan/PlanWeeks.tsx';
import { price } from './plan/prices.ts';
import { QuotedText } from './QuotedText.tsx';
import styles from './PlanView.module.css';

interface Props {
  readonly result: Result;
  /** What there is to listen to, by topic. */
  readonly sessions: PlanSessions;
  readonly plans: readonly Plan[];
  readonly locale: Locale;
  readonly chosenPlan: Plan['id'];
  readonly onChoosePlan: (plan: Plan['id']) => void;
  /** To the sign-up. */
  readonly onContinue: () => void;
}

/** The personalised plan: the visitor's goal, four weeks, what is promised, and the plans that can be bought. */
export function PlanView({ result, sessions, plans, locale, chosenPlan, onChoosePlan, onContinue }: Props) {
  const { t } = useTranslation('plan');
  const chosen = plans.find(({ id }) => id === chosenPlan);
  const way = chosen && <WayOn plan={chosen} locale={locale} onContinue={onContinue} />;
  return (
    <article className={styles.page}>
      <div className={styles.start}>
        <header className={styles.header}>
          <Medallion scene="dawn" />
          <p className={styles.eyebrow}>{t('title')}</p>
          <h1 className={styles.title}>{t('heading')}</h1>
        </header>
        {result.goal && <Goal text={result.goal} />}
        <PlanFacts />
        <PlanWeeks topics={result.topics} sessions={sessions} />
      </div>
      <section className={styles.plans} aria-labelledby="plans">
        <h2 id="plans">{t('plans.title')}</h2>
        <p className={styles.intro}>{t('plans.intro')}</p>
        <PlanChoice plans={plans} locale={locale} chosenPlan={chosenPlan} onChoosePlan={onChoosePlan} />
        {way}
      </section>
      <div className={styles.rest}>
        <Guarantee />
        <PlanQuestions />
        <div className={styles.again}>{way}</div>
      </div>
    </article>
  );
}

function Goal({ text }: { readonly text: string }) {
  const { t } = useTranslation('plan');
  return (
    <section className={styles.goal} aria-labelledby="goal">
      <h2 id="goal" className={styles.goalLabel}>
        {t('goal')}
      </h2>
      <p className={styles.goalText}>
        <QuotedText>{text}</QuotedText>
      </p>
    </section>
  );
}

/** Continue, with what will be paid for the plan that is chosen and what comes next. */
function WayOn({ plan, locale, onContinue }: { plan: Plan; locale: Locale; onContinue: () => void }) {
  const { t } = useTranslation('plan');
  return (
    <div className={styles.way}>
      <p className={styles.due}>{t(`plans.${plan.id}.summary`, { price: price(plan, locale) })}</p>
      <Button wide onClick={onContinue}>
        {t('continue.button')}
        <Icon name="forward" size={20} />
      </Button>
      <p className={styles.after}>{t('continue.next')}</p>
    </div>
  );
}
