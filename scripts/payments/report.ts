import type { Config } from '../../api/platform/config/config.ts';
import type { Database } from '../../api/platform/db/database.ts';
import { createReplica, readCopy } from '../../api/platform/db/replica.ts';
import type { Log } from '../../api/platform/log.ts';
import { readPaymentReport, type PaymentGroup, type ReportPeriod, type ReportRow } from '../../api/payments/report.ts';
import { type Separator, writeTable } from '../csv.ts';
import { describePeriod, formatJson, formatTable, numberColumn, textColumn } from '../print.ts';
import { writeMainUnit } from '../money.ts';
import type { PaymentCommand } from './read-command.ts';
import { withDatabase } from '../with-database.ts';

type ReportCommand = Extract<PaymentCommand, { kind: 'report' }>;

/** What was paid, as text in the format that is asked for. */
export async function runReport(config: Config, log: Log, command: ReportCommand): Promise<string> {
  const read = (known: Database) => readPaymentReport(known, command.period);
  const rows = await withDatabase(config, log, async (database) => {
    const replica = createReplica({ database, config, log });
    return readCopy({ database, replica }, read).finally(() => replica?.close());
  });
  return format(rows, command);
}

function format(rows: readonly ReportRow[], { format: wanted, by: groups, period, separator }: ReportCommand): string {
  const isWanted = ({ by }: ReportRow) => by === 'all' || groups.includes(by);
  switch (wanted) {
    case 'json':
      return formatJson({ ...period, rows: rows.filter(isWanted) });
    case 'csv':
      return formatPaymentsCsv(rows.filter(isWanted), separator);
    case 'table':
      return `${formatTables(rows, groups, period)}\n`;
  }
}

/** One table for each group, with the sum of each currency as its last lines. */
export function formatTables(
  rows: readonly ReportRow[],
  groups: readonly PaymentGroup[],
  period: ReportPeriod,
): string {
  const heading = `Payments ${describePeriod(period)}, days in UTC`;
  if (rows.length === 0) return `${heading}: none.`;
  const totals = rows.filter(({ by }) => by === 'all').map((row) => toCells(row, 'all'));
  const tables = groups.map((group) => {
    const own = rows.filter(({ by }) => by === group).map((row) => toCells(row, row.value ?? '(none)'));
    return formatTable([textColumn(group), ...columns], [...own, ...totals]);
  });
  const twice = rows.filter(({ by, givenTwice }) => by === 'all' && givenTwice > 0);
  return [heading, ...tables, ...twice.map(describeTwice)].join('\n\n');
}

function describeTwice({ givenTwice, currency }: ReportRow): string {
  const amount = `${writeMainUnit(givenTwice, currency)} ${currency}`;
  return `${amount} was given back twice: it had come off the price of Lifetime. The log says for which invoices.`;
}

/** For spreadsheets: amounts in the currency's main unit, `all` where it is the sum. */
export function formatPaymentsCsv(rows: readonly ReportRow[], separator?: Separator): string {
  const lines = rows.map((row) => [row.by, ...toCells(row, row.value ?? '')]);
  const header = ['by', 'value', ...columns.map(({ title }) => title)];
  return writeTable([header, ...lines], { separator });
}

const columns = [
  textColumn('currency'),
  ...['purchases', 'renewals', 'paid', 'refunded', 'disputed', 'net'].map(numberColumn),
];

function toCells(row: ReportRow, value: string): readonly string[] {
  const { currency, purchases, renewals, paid, refunded, disputed, net } = row;
  const amounts = [paid, refunded, disputed, net].map((amount) => writeMainUnit(amount, currency));
  return [value, currency, String(purchases), String(renewals), ...amounts];
}
