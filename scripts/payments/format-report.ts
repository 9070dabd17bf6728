import type { ReportGroup, ReportPeriod, ReportRow } from '../../api/payments/report/read-report.ts';
import { formatTable, type Column } from '../table.ts';

/** One table for each group, with the sum of each currency as its last lines. */
export function formatTables(rows: readonly ReportRow[], groups: readonly ReportGroup[], period: ReportPeriod): string {
  const heading = `Payments ${describePeriod(period)}, days in UTC`;
  if (rows.length === 0) return `${heading}: none.`;
  const totals = rows.filter(({ by }) => by === 'all').map((row) => toCells(row, 'all'));
  const tables = groups.map((group) => {
    const own = rows.filter(({ by }) => by === group).map((row) => toCells(row, row.value ?? '(none)'));
    return formatTable([{ title: group, align: 'left' }, ...columns], [...own, ...totals]);
  });
  return [heading, ...tables].join('\n\n');
}

/** For spreadsheets: amounts in the currency's main unit, `all` where it is the sum. */
export function formatCsv(rows: readonly ReportRow[]): string {
  const lines = rows.map((row) => [row.by, ...toCells(row, row.value ?? '')]);
  const header = ['by', 'value', ...columns.map(({ title }) => title)];
  return [header, ...lines].map((cells) => cells.map(quote).join(',')).join('\n');
}

const columns: readonly Column[] = [
  { title: 'currency', align: 'left' },
  ...['purchases', 'renewals', 'paid', 'refunded', 'disputed', 'net'].map((title): Column => ({
    title,
    align: 'right',
  })),
];

function toCells(row: ReportRow, value: string): readonly string[] {
  const { currency, purchases, renewals, paid, refunded, disputed, net } = row;
  const amounts = [paid, refunded, disputed, net].map((amount) => inMainUnit(amount, currency));
  return [printable(value), currency, String(purchases), String(renewals), ...amounts];
}

/** `1499` of USD as `14.99`, of JPY as `1499`. */
function inMainUnit(amount: number, currency: string): string {
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  return (amount / 10 ** digits).toFixed(digits);
}

/** A source is what a visitor's address said: nothing of it may steer a terminal. */
function printable(text: string): string {
  return text.replaceAll(/\p{C}/gu, '\u{FFFD}');
}

/** Nor may a spreadsheet take it for a formula. */
function quote(text: string): string {
  const isFormula = /^[=+\-@]/.test(text) && Number.isNaN(Number(text));
  return /[",\n]/.test(text) || isFormula ? `"${isFormula ? "'" : ''}${text.replaceAll('"', '""')}"` : text;
}

function describePeriod({ from, to }: ReportPeriod): string {
  if (from === null && to === null) return 'of all time';
  return [from && `from ${from}`, to && `to ${to}`].filter(Boolean).join(' ');
}
