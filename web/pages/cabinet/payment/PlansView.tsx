import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Purchases } from '../payments.ts';
import type { SceneDrawing } from '../../../../engine/model.ts';
import { writeAmount } from '../../../../engine/shop/money.ts';
import { type Plan, useSite } from '../../../site.ts';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { useTranslation } from 'react-i18next';
import { Medallion } from '../../drawings/Medallion.tsx';
import { QuizScene } from '../../drawings/QuizScene.tsx';
import { TextWithEmail } from '../../TextWithEmail.tsx';
import { GuaranteeNote, GuaranteeSeal, PlanChoice } from '../../plan/PlanChoice.tsx';
import { useChosenPlan } from '../../plan/plans.ts';
import { QuotedText } from '../../QuotedText.tsx';
import styles from './PaymentPage.module.css';
import { BuyPlan, CameBack, PaymentNote } from './BuyPlan.tsx';
import type { Buying } from './BuyPlan.tsx';
import { OwnAccount } from './OwnAccount.tsx';

interface Props {
  readonly eyebrow: string;
  readonly heading: string;
  readonly text: string;
  /** What the visitor wants to reach, in their own words. */
  readonly goal?: string | null | undefined;
  /** Of the visitor's quiz; default: a picture of the site's. */
  readonly scene?: SceneDrawing | undefined;
  /** Whether the plan was chosen before, so that it needn't be asked for: it can be changed all the same. */
  readonly isOrder?: boolean;
  /** Whether the guarantee of the first purchase is still available. */
  readonly isFirst: boolean;
  readonly purchases: Purchases;
  readonly buying: Buying;
}

/** The plans, and the way to where the chosen one is paid. */
export function PlansView({
  eyebrow,
  heading,
  text,
  goal,
  scene,
  isOrder: startsAsOrder = false,
  isFirst,
  purchases,
  buying,
}: Props) {
  const { t, i18n } = useTranslation('cabinet');
  const locale = i18n.language;
  const { email } = useSite().company;
  const { plans } = purchases;
  const [plan, choosePlan] = useChosenPlan(plans);
  const [isOrder, setIsOrder] = useState(startsAsOrder);
  const choice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (startsAsOrder && !isOrder) choice.current?.querySelector<HTMLElement>(':checked')?.focus();
  }, [startsAsOrder, isOrder]);
  return (
    <article className={styles.page}>
      <header className={styles.header}>
        {scene ? <QuizScene drawing={scene} /> : <Medallion scene="dawn" />}
        <p className={styles.eyebrow}>{eyebrow}</p>
        <h1 className={styles.title}>{heading}</h1>
        {goal ? (
          <p className={styles.goal}>
            <QuotedText>{goal}</QuotedText>
          </p>
        ) : (
          <p className={styles.text}>{text}</p>
        )}
      </header>
      <section className={styles.plans} aria-labelledby="plans">
        <h2 id="plans">{t(isOrder ? 'payment.order.title' : 'payment.plans')}</h2>
        <CameBack cameBack={buying.cameBack} />
        {isOrder ? (
          <Order plan={plan} disabled={buying.busy} onChange={() => setIsOrder(false)} />
        ) : (
          <div ref={choice}>
            <PlanChoice
              plans={plans}
              locale={locale}
              chosenPlan={plan.id}
              onChoosePlan={choosePlan}
              disabled={buying.busy}
            />
          </div>
        )}
        <BuyPlan plan={plan} buying={buying} />
        {isFirst && <PaymentNote icon={<GuaranteeSeal size={24} />}>{t('payment.guarantee')}</PaymentNote>}
        <PaymentNote icon={<Icon name="mail" size={20} />}>
          <TextWithEmail>{t('payment.questions', { email })}</TextWithEmail>{' '}
          <Link to="/terms-of-service">{t('payment.terms')}</Link>
        </PaymentNote>
      </section>
      <div className={styles.rest}>
        {isFirst && <GuaranteeNote />}
        <OwnAccount purchases={purchases} />
      </div>
    </article>
  );
}

interface OrderProps {
  readonly plan: Plan;
  readonly disabled: boolean;
  /** To the plans. */
  readonly onChange: () => void;
}

/** What is about to be paid, and the way to another plan. */
function Order({ plan, disabled, onChange }: OrderProps) {
  const { t, i18n } = useTranslation('cabinet');
  const { t: planWords } = useTranslation('plan');
  return (
    <div className={styles.order}>
      <p className={styles.ordered}>
        <span>{planWords(`plans.${plan.id}.name`)}</span>{' '}
        <span className={styles.price}>{writeAmount(plan, i18n.language)}</span>
      </p>
      <p className={styles.billing}>{planWords(`plans.${plan.id}.billing`)}</p>
      <Button look="quiet" small disabled={disabled} onClick={onChange}>
        {t('payment.order.change')}
      </Button>
    </div>
  );
}
