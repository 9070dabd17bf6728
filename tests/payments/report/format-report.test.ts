import { describe, expect, test } from 'vitest';
import type { ReportRow } from '../../../api/payments/report.ts';
import { formatPaymentsCsv, formatTables } from '../../../scripts/payments/report.ts';

const sold: ReportRow = {
  by: 'utm_source',
  value: 'meta',
  currency: 'USD',
  purchases: 1,
  renewals: 0,
  paid: 1499,
  refunded: 0,
  givenTwice: 0,
  disputed: 0,
  net: 1499,
};
const row = (fields: Partial<ReportRow>): ReportRow => ({ ...sold, ...fields });
const always = { from: null, to: null };

describe('the tables', () => {
  test('say their period, and that there was nothing', () => {
    const text = formatTables([], ['plan'], { from: '2026-11-01', to: null });
    expect(text).toBe('Payments from 2026-11-01, days in UTC: none.');
  });

  test('write amounts in the main unit of each currency, and what is not known as (none)', () => {
    const rows = [row({ value: null }), row({ currency: 'JPY' }), row({ by: 'all', value: null })];
    expect(formatTables(rows, ['utm_source'], always).split('\n').slice(2)).toEqual([
      'utm_source  currency  purchases  renewals   paid  refunded  disputed    net',
      '(none)      USD               1         0  14.99      0.00      0.00  14.99',
      'meta        JPY               1         0   1499         0         0   1499',
      'all         USD               1         0  14.99      0.00      0.00  14.99',
    ]);
  });

  test('say at their end what was given back twice', () => {
    const rows = [row({}), row({ by: 'all', value: null, givenTwice: 870 })];
    expect(formatTables(rows, ['utm_source'], always).split('\n\n').slice(2)).toEqual([
      expect.stringMatching(/^8\.70 USD was given back twice/),
    ]);
  });

  test('let nothing that visitors brought along steer the terminal', () => {
    expect(formatTables([row({ value: '\u001B[2Jmeta' })], ['utm_source'], always)).not.toContain('\u001B');
  });
});

describe('the rows for spreadsheets', () => {
  test('are quoted, and hold no formula', () => {
    const rows = [row({ value: 'a,"b"' }), row({ value: '=HYPERLINK(1)' }), row({ net: -1499 })];
    const written = formatPaymentsCsv(rows, ';');
    expect(written).toContain('\r\n"utm_source";"a,""b""";"USD";"1";"0";"14.99";"0.00";"0.00";"14.99"\r\n');
    expect(written).toContain(`"'=HYPERLINK(1)"`);
    expect(written).toContain('"-14.99"');
  });
});
