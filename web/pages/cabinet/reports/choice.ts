import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { ReportRequest } from './report-calls.ts';

export const periods = ['7', '30', '90', 'all', 'own'] as const;
type Period = (typeof periods)[number];
export const groups = ['utm_source', 'locale', 'variant'] as const;
type Group = (typeof groups)[number];

/** What is looked at. It stands in the address, so that a reload and a link keep it. */
export interface Choice {
  /** Id of the quiz; null: the first one. */
  readonly quiz: string | null;
  readonly period: Period;
  /** Own days, such as `2026-11-21`; empty: no bound. */
  readonly from: string;
  readonly to: string;
  /** What visits are compared by; null: nothing. */
  readonly by: Group | null;
}

/** The choice that the query of an address names; the last 30 days where it names none. */
export function readChoice(query: string): Choice {
  const parameters = new URLSearchParams(query);
  return {
    quiz: parameters.get('quiz'),
    period: periods.find((period) => period === parameters.get('period')) ?? '30',
    from: readDay(parameters.get('from')),
    to: readDay(parameters.get('to')),
    by: groups.find((group) => group === parameters.get('by')) ?? null,
  };
}

/** The query of an address with this choice, which `readChoice` reads again. */
export function writeChoice({ quiz, period, from, to, by }: Choice): string {
  const days = period === 'own' ? { from, to } : {};
  const entries = Object.entries({ quiz, period, ...days, by }).filter(([, value]) => value);
  return `?${new URLSearchParams(entries as [string, string][])}`;
}

/** Whether own days are the wrong way round. */
export function isBackward({ period, from, to }: Choice): boolean {
  return period === 'own' && from !== '' && to !== '' && from > to;
}

/** What the API is asked for. Days are days in UTC; those until now have no end, so that the report stays live. */
export function requestOf({ period, from, to, by }: Choice, funnel: string, now: Date): ReportRequest {
  const days = period === 'own' ? { ...(from && { from }), ...(to && { to }) } : lastDays(period, now);
  return { funnel, ...days, ...(by && { by }) };
}

function lastDays(period: Exclude<Period, 'own'>, now: Date): { readonly from?: string } {
  if (period === 'all') return {};
  const first = new Date(now);
  first.setUTCDate(first.getUTCDate() - Number(period) + 1);
  return { from: first.toISOString().slice(0, 10) };
}

function readDay(text: string | null): string {
  return text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : '';
}

/** What is looked at, from the address and into it. A change is no step of its own for Back. */
export function useChoice(): { readonly choice: Choice; readonly change: (changed: Partial<Choice>) => void } {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [choice, setChoice] = useState(() => readChoice(search));
  const change = (changed: Partial<Choice>) => {
    const next = { ...choice, ...changed };
    setChoice(next);
    void navigate({ pathname, search: writeChoice(next) }, { replace: true });
  };
  return { choice, change };
}
