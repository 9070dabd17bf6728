import { useState } from 'react';
import type { Locale } from '../../../engine/model.ts';
import { writeAmount } from '../../../engine/run/money.ts';
import { nameOfOffer } from '../../../engine/run/offers.ts';
import { type Plan, useSite } from '../../site.ts';
import { readChosenPlan, writeChosenPlan } from '../../storage.ts';

/**
 * Of the plans that are offered: the one that the visitor picked on this device, else the one that is recommended; and
 * how to pick another.
 */
export function useChosenPlan(offered: readonly Plan[]): readonly [Plan, (plan: Plan['id']) => void] {
  const { plans } = useSite();
  const [id, setId] = useState<Plan['id']>();
  const chosen = offered.find((plan) => plan.id === id) ?? planChosenBefore(offered, plans);
  const choose = (picked: Plan['id']) => {
    setId(picked);
    writeChosenPlan(nameOfOffer(offered.find((plan) => plan.id === picked)!));
  };
  return [chosen, choose];
}

/** By its name, so that a page that doesn't know the visitor's variant shows the same price. */
function planChosenBefore(offered: readonly Plan[], all: readonly Plan[]): Plan {
  const name = readChosenPlan();
  const saved = all.find((plan) => nameOfOffer(plan) === name);
  const plan =
    offered.find((each) => each === saved) ??
    offered.find(({ id }) => id === saved?.id) ??
    offered.find(({ recommended }) => recommended) ??
    offered[0];
  if (!plan) throw new Error('There are no plans to offer: content/plans.yaml is empty');
  return plan;
}

const daysInMonth = 365 / 12;

/**
 * What a plan costs for each day it lasts, or null for a plan that is paid once. Rounded up to the smallest unit, so
 * that the page never says less than what is paid.
 */
export function pricePerDay({ amount, currency, months }: Plan, locale: Locale): string | null {
  return months === null ? null : writeAmount({ amount: Math.ceil(amount / (months * daysInMonth)), currency }, locale);
}
