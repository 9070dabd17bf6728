import type { Days, Period } from '../events/period.ts';
import type { ExperimentReport } from './statistics/experiments.ts';
import type { StepType } from '../../engine/model.ts';

/** What marketers learn of a funnel: `npm run funnel -- report`, `/cabinet/reports`. */

export const reportGroups = ['variant', 'utm_source', 'locale'] as const;
export type ReportGroup = (typeof reportGroups)[number];

/** The days on which visits started, and what stands side by side; null: nothing. */
export interface ReportQuery extends Period {
  readonly by: ReportGroup | null;
}

export interface Report extends ReportQuery {
  readonly funnel: string;
  /** The version that visitors get now: its steps, options and outcomes are shown, under its names. */
  readonly version: string;
  readonly madeAt: string;
  readonly all: GroupReport;
  /** By `by`, the largest first; empty where it is null. */
  readonly groups: readonly (GroupReport & { readonly name: string })[];
  /** From the first day with visits to the last one, also those between without visits, but none that is left out. */
  readonly days: readonly DayReport[];
  readonly experiments: readonly ExperimentReport[];
  /** By the version they were left on, the newest first; empty where the quiz asks for none and has none. */
  readonly leads: readonly LeadsReport[];
  /** Visits that are in none of these figures, as their networks had begun more than one may. */
  readonly notRecorded: number;
}

/** Leads that came on the days of the report: they don't say on which day their visit began. */
export interface LeadsReport {
  readonly version: string;
  readonly leads: number;
}

/** Visits that have something in common. Each number of visits counts a visit once, however often it came by. */
export interface GroupReport {
  /** First visits of a browser; and all of them. */
  readonly visitors: number;
  readonly visits: number;
  readonly finished: number;
  readonly signUps: number;
  /** Visits after which something was bought. */
  readonly purchases: number;
  readonly revenue: readonly Revenue[];
  /** In the order of the funnel. */
  readonly steps: readonly StepReport[];
  readonly outcomes: readonly { readonly id: string; readonly visits: number }[];
  readonly goals: readonly { readonly name: string; readonly visits: number }[];
  /** Could not be replayed on the version they name, as far as they were reported. */
  readonly unreadable: number;
}

/** Of purchases and renewals, in the currency's smallest unit. */
export interface Revenue {
  readonly currency: string;
  readonly paid: number;
  /** Refunded, or disputed with the bank. */
  readonly returned: number;
}

export interface StepReport {
  readonly id: string;
  readonly type: StepType;
  readonly shown: number;
  /** Have not gone on from here. */
  readonly left: number;
  /** Seconds on the screen; null where no visit was timed. */
  readonly time: { readonly median: number; readonly p90: number } | null;
  /** Of steps with options, and of numbers (values or ranges), in their order; null elsewhere. */
  readonly answers: readonly { readonly key: string; readonly visits: number }[] | null;
  /** Where visits went on to; null: the end. */
  readonly ways: readonly { readonly to: string | null; readonly visits: number }[];
}

export interface DayReport {
  readonly day: string;
  readonly visitors: number;
  readonly visits: number;
  readonly finished: number;
  readonly signUps: number;
  readonly purchases: number;
}

/** Whether a text is a day of the calendar, such as `2026-11-21`. */
export function isDay(text: string): boolean {
  const date = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : new Date(NaN);
  // There is no year 0 and no 30th of February, though JavaScript makes something of them.
  return date.getTime() >= Date.parse('0001-01-01') && date.toISOString().slice(0, 10) === text;
}

/** The days in a text such as `2026-11-21..2026-11-23`; undefined where it is something else. */
export function parseDays(text: string): Days | undefined {
  const [from = '', to = '', ...more] = text.split('..');
  return isDay(from) && isDay(to) && from <= to && more.length === 0 ? { from, to } : undefined;
}
