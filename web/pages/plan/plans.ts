import { useState } from 'react';
import { languageTag, type Locale } from '../../../engine/model.ts';
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

/** A price, of a plan or of anything else, as it is written in a language: "$29.99", "29,99 US$". */
export function price({ amount, currency }: Pick<Plan, 'amount' | 'currency'>, locale: Locale): string {
  return inCurrency(amount, currency, locale);
}

/**
 * What a plan costs for each day it lasts, or null for a plan that is paid once. Rounded up to the smallest unit, so
 * that the page never says less than what is paid.
 */
export function pricePerDay({ amount, currency, months }: Plan, locale: Locale): string | null {
  return months === null ? null : inCurrency(Math.ceil(amount / (months * daysInMonth)), currency, locale);
}

function inCurrency(amount: number, currency: string, locale: Locale): string {
  const format = new Intl.NumberFormat(languageTag(locale), { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 0;
  return format.format(amount / 10 ** digits);
}
