import { useState } from 'react';
import type { Locale } from '../../../engine/model.ts';
import { writeAmount } from '../../../engine/shop/money.ts';
import { nameOfOffer } from '../../../engine/shop/offers.ts';
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

/** Whether the visitor has picked one of these plans on this device. */
export function hasChosenPlan(offered: readonly Plan[]): boolean {
  const name = readChosenPlan();
  return offered.some((plan) => nameOfOffer(plan) === name);
}

/** By its name, so that a page that doesn't know the visitor's variant shows the same price. */
function planChosenBefore(offered: readonly Plan[], all: readonly Plan[]): Plan {
  const name = readChosenPlan();
  const saved = all.find((plan) => nameOfOffer(plan) === name);
  const plan =
    offered.find((each) => nameOfOffer(each) === name) ??
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

/** How much less a plan costs than the plan with the shortest renewal that is offered beside it. */
export type Saving =
  | { /** Of what the same months would cost, as a share: never more than is really saved. */ readonly share: number }
  | { /** A plan that is paid once costs less than so many months. */ readonly months: number };

/** What a plan saves; null for the one that it is compared with, and where it saves nothing. */
export function savingOf(plan: Plan, offered: readonly Plan[]): Saving | null {
  const [shortest] = offered.filter(isRenewing).sort((one, other) => one.months - other.months);
  if (!shortest || shortest === plan || shortest.currency !== plan.currency) return null;
  const monthly = shortest.amount / shortest.months;
  if (plan.months === null) return { months: Math.floor(plan.amount / monthly) + 1 };
  const share = Math.floor(100 * (1 - plan.amount / (plan.months * monthly))) / 100;
  return share > 0 ? { share } : null;
}

const isRenewing = (plan: Plan): plan is Plan & { readonly months: number } => plan.months !== null;
