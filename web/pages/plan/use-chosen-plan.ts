import { useState } from 'react';
import { useSite, type Plan } from '../../site.ts';
import { readChosenPlan, writeChosenPlan } from '../../storage.ts';

/** The plan that the visitor picked on this device, else the one that is recommended; and how to pick another. */
export function useChosenPlan(): readonly [Plan['id'], (plan: Plan['id']) => void] {
  const { plans } = useSite();
  const [chosenPlan, setChosenPlan] = useState(() => planChosenBefore(plans));
  const choose = (plan: Plan['id']) => {
    setChosenPlan(plan);
    writeChosenPlan(plan);
  };
  return [chosenPlan, choose];
}

function planChosenBefore(plans: readonly Plan[]): Plan['id'] {
  const saved = readChosenPlan();
  const plan = plans.find(({ id }) => id === saved) ?? plans.find(({ recommended }) => recommended) ?? plans[0];
  if (!plan) throw new Error('There are no plans to offer: content/plans.yaml is empty');
  return plan.id;
}
