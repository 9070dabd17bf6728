import { useNavigate } from 'react-router';
import { offersAfter } from '../../../engine/shop/offers.ts';
import type { FinishedVisit } from '../../quiz/finished-visit.ts';
import type { PlanContent } from './plan-content.ts';
import { PlanView } from './PlanView.tsx';
import { useChosenPlan } from './plans.ts';
import type { Plan } from '../../site.ts';

interface Props {
  readonly visit: FinishedVisit;
  readonly content: PlanContent;
  /** All plans, then all offers. */
  readonly plans: readonly Plan[];
}

/** PERSONALIZED_PLAN: what the weeks ahead hold, and what can be bought. */
export function PlanPage({ visit, content, plans: all }: Props) {
  const plans = offersAfter(all, visit.data.funnel, visit.input);
  const navigate = useNavigate();
  const [chosenPlan, choosePlan] = useChosenPlan(plans);
  const { locale, look } = visit.data.words;
  return (
    <PlanView
      result={visit.result}
      scene={look.scene}
      content={content}
      plans={plans}
      locale={locale}
      chosenPlan={chosenPlan.id}
      onChoosePlan={choosePlan}
      onContinue={() => {
        choosePlan(chosenPlan.id);
        void navigate('/wizard-register');
      }}
    />
  );
}
