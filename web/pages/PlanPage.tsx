import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { FinishedVisit } from '../finished-visit.ts';
import { useSite, type Plan } from '../site.ts';
import { readChosenPlan, writeChosenPlan } from '../storage.ts';
import { PlanView } from './PlanView.tsx';

/** PERSONALIZED_PLAN: what the weeks ahead hold, and what can be bought. */
export function PlanPage({ visit }: { readonly visit: FinishedVisit }) {
  const { plans } = useSite();
  const navigate = useNavigate();
  const [chosenPlan, setChosenPlan] = useState(() => planChosenBefore(plans));
  const choose = (plan: Plan['id']) => {
    setChosenPlan(plan);
    writeChosenPlan(plan);
  };
  return (
    <PlanView
      result={visit.result}
      plans={plans}
      locale={visit.data.words.locale}
      chosenPlan={chosenPlan}
      onChoosePlan={choose}
      onContinue={() => {
        writeChosenPlan(chosenPlan);
        void navigate('/wizard-register');
      }}
    />
  );
}

function planChosenBefore(plans: readonly Plan[]): Plan['id'] {
  const saved = readChosenPlan();
  const plan = plans.find(({ id }) => id === saved) ?? plans.find(({ recommended }) => recommended) ?? plans[0];
  if (!plan) throw new Error('There are no plans to offer: content/plans.yaml is empty');
  return plan.id;
}
