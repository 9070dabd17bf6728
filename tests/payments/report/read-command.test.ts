import { describe, expect, test } from 'vitest';
import { readPaymentCommand } from '../../../scripts/payments/read-command.ts';
import { UsageError } from '../../../scripts/terminal.ts';
import { requireStripe } from '../../../scripts/payments/commands.ts';

const read = (line: string) => readPaymentCommand(line.split(' ').filter((word) => word !== ''));

describe('the command line', () => {
  test('names what is to be done', () => {
    expect(read('plans')).toEqual({ kind: 'plans' });
    expect(read('reconcile')).toEqual({ kind: 'reconcile', days: null, all: false });
    expect(read('reconcile --since 7')).toEqual({ kind: 'reconcile', days: 7, all: false });
    expect(read('report')).toEqual({
      kind: 'report',
      period: { from: null, to: null },
      by: ['plan', 'funnel', 'utm_source'],
      format: 'table',
    });
    expect(read('report --from 2026-11-01 --to 2026-11-01 --by month --by plan --csv')).toEqual({
      kind: 'report',
      period: { from: '2026-11-01', to: '2026-11-01' },
      by: ['month', 'plan'],
      format: 'csv',
    });
  });

  test.each(['--help', 'report --help', '-h'])('explains itself: %s', (line) => {
    expect(read(line)).toEqual({ kind: 'help' });
  });

  test.each([
    ['', 'Which command?'],
    ['plan', 'There is no command "plan".'],
    ['plans --all', "Unknown option '--all'"],
    ['reconcile --since 0', '--since takes a number of days from 1 to 30'],
    ['reconcile --since soon', '--since takes a number of days from 1 to 30'],
    ['reconcile --since 3 --all', 'Use --since or --all'],
    ['report --from 2026-02-30', '--from takes a day, such as 2026-11-01.'],
    ['report --to 11/2026', '--to takes a day, such as 2026-11-01.'],
    ['report --from 2026-11-02 --to 2026-11-01', '--from is later than --to.'],
    ['report --by country', '--by takes one of plan, funnel, utm_source, month.'],
    ['report --json --csv', 'Use --json or --csv, not both.'],
    ['report --csv --separator x', '--separator takes one of'],
    ['report november', 'Unexpected argument'],
  ])('"%s" is refused: %s', (line, words) => {
    expect(() => read(line)).toThrow(UsageError);
    expect(() => read(line)).toThrow(words);
  });
});

test('without a key of Stripe it is said what to set', () => {
  expect(() => requireStripe({ stripe: null })).toThrow(
    /^STRIPE_SECRET_KEY is not set: set it and STRIPE_WEBHOOK_SECRET/,
  );
});
