import { parseArgs, type ParseArgsConfig } from 'node:util';
import { type PaymentGroup, paymentGroups, type ReportPeriod } from '../../api/payments/report.ts';
import { isDay } from '../../api/reports/report.ts';
import { type Separator, separators } from '../csv.ts';
import { UsageError } from '../terminal.ts';

type ReportFormat = 'table' | 'json' | 'csv';

export type PaymentCommand =
  | { readonly kind: 'help' }
  | { readonly kind: 'plans' }
  /** `days`: how far back; null: as far as Stripe knows. */
  | { readonly kind: 'reconcile'; readonly days: number | null; readonly all: boolean }
  | {
      readonly kind: 'report';
      readonly period: ReportPeriod;
      readonly by: readonly PaymentGroup[];
      readonly format: ReportFormat;
      readonly separator?: Separator;
    };

/** What is to be done; throws a `UsageError` where that is unclear. */
export function readPaymentCommand([name, ...args]: readonly string[]): PaymentCommand {
  if ([name, ...args].some((argument) => argument === '--help' || argument === '-h')) return { kind: 'help' };
  switch (name) {
    case 'plans':
      readOptions(args, {});
      return { kind: 'plans' };
    case 'reconcile':
      return readReconcile(args);
    case 'report':
      return readReport(args);
    case undefined:
      throw new UsageError('Which command?');
    default:
      throw new UsageError(`There is no command ${JSON.stringify(name)}.`);
  }
}

/** Stripe keeps events no longer. */
const maxDays = 30;

function readReconcile(args: readonly string[]): PaymentCommand {
  const { since, all = false } = readOptions(args, { since: { type: 'string' }, all: { type: 'boolean' } });
  if (since !== undefined && all) throw new UsageError('Use --since or --all: --all reads every customer.');
  const days = since === undefined ? null : Number(since);
  if (days !== null && !(Number.isInteger(days) && days >= 1 && days <= maxDays))
    throw new UsageError(`--since takes a number of days from 1 to ${maxDays}; to go further back, use --all.`);
  return { kind: 'reconcile', days, all };
}

function readReport(args: readonly string[]): PaymentCommand {
  const { from, to, by, json, csv, separator } = readOptions(args, {
    from: { type: 'string' },
    to: { type: 'string' },
    by: { type: 'string', multiple: true },
    json: { type: 'boolean' },
    csv: { type: 'boolean' },
    separator: { type: 'string' },
  });
  if (json && csv) throw new UsageError('Use --json or --csv, not both.');
  const period = { from: readDay('--from', from), to: readDay('--to', to) };
  if (period.from !== null && period.to !== null && period.from > period.to)
    throw new UsageError('--from is later than --to.');
  return {
    kind: 'report',
    period,
    by: by?.map(readGroup) ?? ['plan', 'funnel', 'utm_source'],
    format: json ? 'json' : csv ? 'csv' : 'table',
    ...(separator !== undefined && { separator: readSeparator(separator) }),
  };
}

function readDay(option: string, text: string | undefined): string | null {
  if (text === undefined) return null;
  if (!isDay(text)) throw new UsageError(`${option} takes a day, such as 2026-11-01.`);
  return text;
}

function readSeparator(text: string): Separator {
  const separator = separators.find((each) => each === text);
  if (separator === undefined) throw new UsageError(`--separator takes one of ${separators.join(' ')}`);
  return separator;
}

function readGroup(text: string): PaymentGroup {
  const group = paymentGroups.find((each) => each === text);
  if (group === undefined) throw new UsageError(`--by takes one of ${paymentGroups.join(', ')}.`);
  return group;
}

function readOptions<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: false }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

export const paymentUsage = `Usage: npm run payments -- <command>

  plans       Brings the products and prices in Stripe in line with content/plans.yaml, as built.
  reconcile   Compares our payments, subscriptions and access with Stripe, and puts right what differs.
      --since DAYS   Looks at whom something happened to in so many days (1 to 30; default: 30).
      --all          Looks at every customer.
  report      What was paid, refunded and disputed, by plan, funnel and utm_source.
      --from DAY, --to DAY   Such as 2026-11-01, both included, in UTC; default: everything.
      --by GROUP             plan, funnel, utm_source or month; may be given more than once.
      --json, --csv          For programs: amounts in cents, or in dollars for a spreadsheet.
      --separator ';'        Between the cells for a spreadsheet; default: a comma.

The environment is read as npm start reads it (docs/guide/operations.md).`;
