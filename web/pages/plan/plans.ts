import { useState } from 'react';
import type { Locale } from '../../../engine/model.ts';
import { writeAmount } from '../../../engine/run/money.ts';
import { type Plan, useSite } from '../../site.ts';
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

const daysInMonth = 365 / 12;

/**
 * What a plan costs for each day it lasts, or null for a plan that is paid once. Rounded up to the smallest unit, so
 * that the page never says less than what is paid.
 */
export function pricePerDay({ amount, currency, months }: Plan, locale: Locale): string | null {
  return months === null ? null : writeAmount({ amount: Math.ceil(amount / (months * daysInMonth)), currency }, locale);
}
