import type { Config } from '../../api/config.ts';
import type { Log } from '../../api/log.ts';
import { readReport, type ReportRow } from '../../api/payments/report.ts';
import { formatCsv, formatTables } from './format-report.ts';
import type { Command } from './read-command.ts';
import { withDatabase } from '../with-database.ts';

type ReportCommand = Extract<Command, { kind: 'report' }>;

/** What was paid, as text in the format that is asked for. */
export async function runReport(config: Config, log: Log, command: ReportCommand): Promise<string> {
  const rows = await withDatabase(config, log, (database) => readReport(database, command.period));
  return format(rows, command);
}

function format(rows: readonly ReportRow[], { format: wanted, by: groups, period }: ReportCommand): string {
  const isWanted = ({ by }: ReportRow) => by === 'all' || groups.includes(by);
  switch (wanted) {
    case 'json':
      return JSON.stringify({ ...period, rows: rows.filter(isWanted) }, null, 2);
    case 'csv':
      return formatCsv(rows.filter(isWanted));
    case 'table':
      return formatTables(rows, groups, period);
  }
}
