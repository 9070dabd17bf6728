import { useNavigate } from 'react-router';
import type { FinishedVisit } from '../../quiz/finished-visit.ts';
import type { PlanSessions } from './plan-sessions.ts';
import { PlanView } from './PlanView.tsx';
import { useChosenPlan } from './plans.ts';
import { useSite } from '../../site.ts';

interface Props {
  readonly visit: FinishedVisit;
  readonly sessions: PlanSessions;
}

/** PERSONALIZED_PLAN: what the weeks ahead hold, and what can be bought. */
export function PlanPage({ visit, sessions }: Props) {
  const { plans } = useSite();
  const navigate = useNavigate();
  const [chosenPlan, choosePlan] = useChosenPlan();
  const { locale } = visit.data.words;
  return (
    <PlanView
      result={visit.result}
      sessions={sessions}
      plans={plans}
      locale={locale}
      chosenPlan={chosenPlan}
      onChoosePlan={choosePlan}
      onContinue={() => {
        choosePlan(chosenPlan);
        void navigate('/wizard-register');
      }}
    />
  );
}
