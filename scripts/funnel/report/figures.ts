import type { Revenue } from '../../../api/reports/report.ts';
import { inMainUnit } from '../../main-unit.ts';
import type { Column } from '../../table.ts';

/** A column of texts. */
export function text(title: string): Column {
  return { title, align: 'left' };
}

/** A column of numbers. */
export function figure(title: string): Column {
  return { title, align: 'right' };
}

/** A part of a whole, `41.5 %`; a dash where there is no whole. */
export function share(part: number, whole: number): string {
  return whole === 0 ? '–' : percent(part / whole);
}

/** A rate from 0 to 1, `41.5 %`. */
export function percent(rate: number): string {
  return `${(rate * 100).toFixed(1)} %`;
}

/** `8.2 s`, `125 s`; a dash where it is not known. */
export function secondsOf(seconds: number | undefined): string {
  return seconds === undefined ? '–' : `${seconds.toFixed(seconds < 9.95 ? 1 : 0)} s`;
}

/** What was paid and not returned, `134.91 USD + 10.00 EUR`. */
export function revenueOf(revenue: readonly Revenue[]): string {
  const amounts = revenue.map(({ currency, paid, returned }) => `${inMainUnit(paid - returned, currency)} ${currency}`);
  return amounts.join(' + ') || '–';
}
